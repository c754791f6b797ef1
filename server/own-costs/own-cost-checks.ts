import type { Trx } from '#server/db/database.ts';
import { badRequest, notFound } from '#server/errors/http-error.ts';

/** What is asked of own costs, amounts and rates alike. */

export async function refuseForeignShop(trx: Trx, accountId: number, shopId: number): Promise<void> {
  const shop = await trx
    .selectFrom('shops')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', shopId)
    .executeTakeFirst();
  if (!shop) throw notFound('Магазин не найден');
}

export function fieldError(field: string, detail: string) {
  return badRequest(detail, [{ field, detail }]);
}
