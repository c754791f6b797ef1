import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import { MAX_GOODS_PER_PRICE_TASK, type PricedGoods } from '#server/marketplace/price-operations.ts';
import type { StageStep } from './sync-shop-job.ts';

/** A thousand goods with their prices. */
export const syncPrices: StageStep = async ({ deps, accountId, shopId }, offset) => {
  const { database, marketplace } = deps;
  const client = await marketplace.forShop(database.db, accountId, shopId);
  const goods = await client.listAllPrices(offset);
  await database.transaction((trx) => storePrices(trx, accountId, shopId, goods));
  return goods.length < MAX_GOODS_PER_PRICE_TASK ? null : { nextOffset: offset + goods.length };
};

/** Prices of the shop's cards; a card of ours that has none yet (it was read from here) gets them too. */
async function storePrices(
  trx: Db,
  accountId: number,
  shopId: number,
  goods: readonly PricedGoods[],
): Promise<void> {
  const rows = goods.flatMap((one) => {
    const [size] = one.sizes;
    if (!size) return [];
    return [
      {
        nm_id: one.nmId,
        price: Math.round(size.priceRub * 100),
        discount: one.discount,
        club_discount: one.clubDiscount,
      },
    ];
  });
  if (rows.length === 0) return;
  await sql`
    WITH priced AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        AS p(nm_id bigint, price bigint, discount int, club_discount int)
    ), in_shop AS (
      UPDATE shop_cards SET price_kopecks = priced.price, discount = priced.discount
      FROM priced
      WHERE shop_cards.nm_id = priced.nm_id AND shop_cards.shop_id = ${shopId}
        AND shop_cards.account_id = ${accountId}
      RETURNING shop_cards.card_id, priced.price, priced.discount, priced.club_discount
    )
    UPDATE cards SET price_kopecks = in_shop.price, discount = in_shop.discount,
      club_discount = in_shop.club_discount
    FROM in_shop
    WHERE cards.id = in_shop.card_id AND cards.account_id = ${accountId} AND cards.price_kopecks = 0
  `.execute(trx);
}
