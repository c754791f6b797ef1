import type { Db } from '#server/db/database.ts';

/**
 * Whom to ask for what belongs to no shop (barcodes, directories): the account's real shops. What a sandbox says is of use only
 * in a sandbox, so it is asked where there is nothing else.
 */
export async function findShopsToAsk(db: Db, accountId: number): Promise<number[]> {
  const shops = await db
    .selectFrom('shops')
    .select(['id', 'is_sandbox'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute();
  const real = shops.filter((shop) => !shop.is_sandbox);
  return (real.length > 0 ? real : shops).map(({ id }) => id);
}
