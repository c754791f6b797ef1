import type { Db } from '#server/db/database.ts';

/** When the stocks of each shop were last read to the end. */
export async function readingsOf(
  db: Db,
  accountId: number,
  shopIds: readonly number[],
): Promise<Map<number, Date | null>> {
  const rows = await db
    .selectFrom('shops')
    .select(['id', 'last_synced_at'])
    .where('account_id', '=', accountId)
    .where('id', 'in', [0, ...shopIds])
    .execute();
  return new Map(rows.map((row) => [row.id, row.last_synced_at]));
}
