import type { Pool } from 'pg';

/** Of rows that are dead, or changed. */
const ROWS_WORTH_WORK = 1000;
/** Of a table whose rows nobody has counted. */
const BYTES_WORTH_WORK = 256 * 1024;
/** Of a table's rows: cleaning reads all of its indexes, and everybody waits for it. */
const SHARE_WORTH_WORK = 0.1;
/** VACUUM of a table of more rows, the dead ones included, takes seconds, ANALYZE half of one, and neither can be interrupted. */
const LARGE_TABLE_ROWS = 20_000;

const COUNTS = { VACUUM: 'n_dead_tup', ANALYZE: 'n_mod_since_analyze' } as const;

/** Cleans the tables that need it and reckons how they are spread, one by one: whoever waits has his turn in between. */
export async function maintainTables(
  pool: Pool,
  size: 'small' | 'large',
  mayGoOn: () => boolean = () => true,
): Promise<void> {
  for (const work of ['VACUUM', 'ANALYZE'] as const) {
    for (const { name, rows } of await findTables(pool, work)) {
      if (rows > LARGE_TABLE_ROWS !== (size === 'large')) continue;
      if (!mayGoOn()) return;
      await pool.query(`${work} ${name}`);
    }
  }
}

/** Tables of whose rows so many are dead, or changed, that it is worth the time. */
async function findTables(pool: Pool, work: keyof typeof COUNTS) {
  const { rows } = await pool.query<{ name: string; rows: number }>(
    // The queue's tables go first: they turn over fastest.
    `SELECT format('%I.%I', schemaname, relname) AS name, (n_live_tup + n_dead_tup)::float AS rows FROM pg_stat_user_tables
     WHERE ${COUNTS[work]} > $1 + $2::float * n_live_tup
     ORDER BY schemaname <> 'public' DESC, ${COUNTS[work]} DESC`,
    [ROWS_WORTH_WORK, SHARE_WORTH_WORK],
  );
  return rows;
}

/**
 * A table that has many times the rows that the planner knows of, as after a shop's first reading, is looked through as if it were
 * short: that costs more than the half second for which everybody waits once. What was counted of it goes with a power cut; a table that was
 * not looked through before is known by its size then.
 */
export async function analyzeGrownTables(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT format('%I.%I', stat.schemaname, stat.relname) AS name
     FROM pg_stat_user_tables stat JOIN pg_class ON pg_class.oid = stat.relid
     WHERE stat.n_live_tup > $1 + 2 * greatest(pg_class.reltuples, 0)
        OR (pg_class.reltuples < 0 AND pg_relation_size(pg_class.oid) > $2)`,
    [ROWS_WORTH_WORK, BYTES_WORTH_WORK],
  );
  for (const { name } of rows) await pool.query(`ANALYZE ${name}`);
}
