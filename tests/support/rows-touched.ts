import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';

/**
 * Test support: how many rows and entries of indexes the database looks at while `act` runs, those that are thrown away included;
 * of all tables, or of those that are named.
 */
export async function rowsTouched(
  database: Database,
  act: () => Promise<unknown>,
  tables?: readonly string[],
): Promise<number> {
  const before = await touchedSoFar(database, tables);
  await act();
  return (await touchedSoFar(database, tables)) - before;
}

async function touchedSoFar({ db }: Database, tables: readonly string[] | null = null): Promise<number> {
  const isAsked = sql<boolean>`(${tables}::text[] IS NULL OR relname = any(${tables}::text[]))`;
  await sql`SELECT pg_stat_force_next_flush()`.execute(db);
  const { rows } = await sql<{ count: number }>`
    SELECT (SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) FROM pg_stat_user_tables WHERE ${isAsked})::int
      + (SELECT coalesce(sum(idx_tup_read), 0) FROM pg_stat_user_indexes WHERE ${isAsked})::int AS count`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}
