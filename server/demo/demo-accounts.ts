import type { Db } from '#server/db/database.ts';

/** The accounts whose marketplace is the simulator and whose passwords everybody knows. */

export async function findDemoAccountIds(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('accounts')
    .select('id')
    .where('is_demo', '=', true)
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
}
