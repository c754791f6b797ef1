import type { Db, Trx } from '#server/db/database.ts';
import { notFound } from '#server/errors/http-error.ts';

/** Refuses a shop that is not the account's. */
export async function shopOr404(db: Db | Trx, accountId: number, shopId: number): Promise<void> {
  const shop = await db
    .selectFrom('shops')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', shopId)
    .executeTakeFirst();
  if (!shop) throw notFound('Магазин не найден');
}
