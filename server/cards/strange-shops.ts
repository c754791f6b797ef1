import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import { notFound } from '#server/errors/http-error.ts';

/** Throws 404 for a shop of another account, or one that is gone. */
export async function refuseStrangeShops(
  db: Db,
  accountId: number,
  shopIds: readonly number[],
): Promise<void> {
  if (shopIds.length === 0) return;
  const shops = await db
    .selectFrom('shops')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', sql<number>`any(${[...shopIds]}::bigint[])`)
    .execute();
  if (shops.length !== new Set(shopIds).size) throw notFound('Магазин не найден');
}
