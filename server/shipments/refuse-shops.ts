import { sendingRefusal } from '#server/shipments/check/sendable-shop.ts';
import type { Db } from '#server/db/database.ts';
import { badRequest } from '#server/errors/http-error.ts';
import { findShopTokens } from '#server/shops/repository.ts';

/** Of the given shops those that no card can be sent to, with the reason. */
export async function findSendingRefusals(
  db: Db,
  accountId: number,
  shopIds: readonly number[],
): Promise<string[]> {
  const shops = (await findShopTokens(db, accountId)).filter((shop) => shopIds.includes(shop.id));
  return shops.flatMap((shop) => {
    const refusal = sendingRefusal(shop);
    return refusal === null ? [] : `«${shop.name}»: ${refusal}`;
  });
}

/** Throws 400 before anything is made: the shipment would only fail. */
export async function refuseUnsendableShops(
  db: Db,
  accountId: number,
  shopIds: readonly number[],
): Promise<void> {
  const refusals = await findSendingRefusals(db, accountId, shopIds);
  if (refusals.length === 0) return;
  throw badRequest(`${refusals.join('. ')}. Ничего не отправлено: добавьте токен или уберите магазин`);
}
