import type { Database } from '#server/db/database.ts';

const INDEX = 'job_active_key';

/**
 * Makes it impossible that two jobs of one key are under way. The queue counts those that are when it hands one out, but two
 * workers that ask within the same moment do not see each other: the index refuses the second, and the queue takes that
 * for «nothing to do» (https://github.com/timgit/pg-boss, `fetch`).
 */
export async function guardKeys({ executeSql }: Pick<Database, 'executeSql'>, schema: string): Promise<void> {
  const { rows } = await executeSql('SELECT 1 FROM pg_indexes WHERE schemaname = $1 AND indexname = $2', [
    schema,
    INDEX,
  ]);
  if (rows.length > 0) return;
  // What an earlier version let run beside each other would refuse the index; it runs again after the first.
  await executeSql(
    `UPDATE ${schema}.job SET state = 'retry' WHERE state = 'active' AND group_id IS NOT NULL AND id NOT IN (
       SELECT DISTINCT ON (name, group_id) id FROM ${schema}.job WHERE state = 'active' AND group_id IS NOT NULL
       ORDER BY name, group_id, started_on)`,
  );
  await executeSql(
    `CREATE UNIQUE INDEX IF NOT EXISTS ${INDEX} ON ${schema}.job (name, group_id)
     WHERE state = 'active' AND group_id IS NOT NULL`,
  );
}
