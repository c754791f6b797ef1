import type { QueryResult, QueryResultRow } from 'pg';

/** One question; others are served between two of them. */
export type Ask = <Row extends QueryResultRow>(text: string, values?: unknown[]) => Promise<QueryResult<Row>>;

/** Eight milliseconds of the engine. */
const PAGES_AT_ONCE = 512;

/**
 * The functions of https://www.postgresql.org/docs/18/pgbuffercache.html, by which a page can be written without a checkpoint. They are of this
 * session alone: as an extension they would be part of the data, and wanted by any server that it is moved to.
 */
const FUNCTIONS = `
  CREATE FUNCTION pg_temp.pages_in_memory() RETURNS SETOF record
    AS '$libdir/pg_buffercache', 'pg_buffercache_pages' LANGUAGE c;
  CREATE FUNCTION pg_temp.write_out_page(integer, OUT is_let_go boolean, OUT is_written boolean)
    AS '$libdir/pg_buffercache', 'pg_buffercache_evict' LANGUAGE c STRICT`;

const ARE_THERE = `SELECT to_regproc('pg_temp.write_out_page') IS NOT NULL AS "areThere"`;

const CHANGED_PAGES = `
  SELECT number FROM pg_temp.pages_in_memory() AS page (
    number integer, file oid, tablespace oid, database oid, fork smallint, block bigint, is_changed boolean, uses smallint, holders integer
  ) WHERE is_changed`;

/**
 * Writes the changed pages out to their files, a few at a time: a checkpoint writes all of them in one go, and everybody waits. Resolves with
 * how many there were. Each is read again from its file when it is needed, which the system has at hand.
 */
export async function writeOutPages(ask: Ask): Promise<number> {
  const { rows: known } = await ask<{ areThere: boolean }>(ARE_THERE);
  if (!known[0]?.areThere) await ask(FUNCTIONS);
  const { rows } = await ask<{ number: number }>(CHANGED_PAGES);
  for (let from = 0; from < rows.length; from += PAGES_AT_ONCE) {
    const numbers = rows.slice(from, from + PAGES_AT_ONCE).map(({ number }) => number);
    await ask('SELECT count(pg_temp.write_out_page(number)) FROM unnest($1::integer[]) AS number', [numbers]);
  }
  return rows.length;
}
