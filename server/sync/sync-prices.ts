import { sql } from 'kysely';
import { refreshCardSummary } from '#server/cards/card-summary.ts';
import type { Trx } from '#server/db/database.ts';
import { inBatches } from '#server/db/in-batches.ts';
import { MAX_GOODS_PER_PRICE_TASK, type PricedGoods } from '#server/marketplace/price-operations.ts';
import { noticePriceChanges } from './notice-price-changes.ts';
import type { StageStep } from './stage.ts';

/** A thousand goods with their prices. */
export const syncPrices: StageStep = async ({ deps, accountId, shopId }, offset) => {
  const { database, marketplace } = deps;
  const client = await marketplace.forShop(database.db, accountId, shopId);
  const goods = await client.listAllPrices(offset);
  await inBatches(database, goods, (trx, batch) => storePrices(trx, accountId, shopId, batch));
  return goods.length < MAX_GOODS_PER_PRICE_TASK ? null : { nextOffset: offset + goods.length };
};

/** Prices of the shop's cards; a card of ours that has none yet (it was read from here) gets them too. */
async function storePrices(
  trx: Trx,
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
  await noticePriceChanges(trx, accountId, shopId, rows);
  const changed = await findChanged(trx, accountId, shopId, rows);
  if (changed.length > 0) await writePrices(trx, accountId, shopId, rows);
  const adoptedIds = await adoptPrices(trx, accountId, shopId, rows);
  await refreshCardSummary(trx, accountId, [...changed, ...adoptedIds]);
}

interface PricedRow {
  nm_id: number;
  price: number;
  discount: number;
  club_discount: number;
}

const nmIdsOf = (rows: readonly PricedRow[]) => rows.map((row) => row.nm_id);

const pricedRows = (rows: readonly PricedRow[]) => sql`
  (SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    AS p(nm_id bigint, price bigint, discount int, club_discount int))`;

/** Cards whose price at the marketplace is another than was read before. */
async function findChanged(
  trx: Trx,
  accountId: number,
  shopId: number,
  rows: readonly PricedRow[],
): Promise<number[]> {
  const { rows: found } = await sql<{ card_id: number }>`
    SELECT listed.card_id
    FROM ${pricedRows(rows)} priced
    JOIN shop_cards listed ON listed.shop_id = ${shopId} AND listed.nm_id = priced.nm_id
    WHERE listed.account_id = ${accountId} AND listed.nm_id = any(${nmIdsOf(rows)}::bigint[])
      AND ${isAnotherPrice}`.execute(trx);
  return found.map((row) => row.card_id);
}

/** What is as it was is not written: a shop is read every hour, and most of it has not changed. */
async function writePrices(
  trx: Trx,
  accountId: number,
  shopId: number,
  rows: readonly PricedRow[],
): Promise<void> {
  await sql`
    UPDATE shop_cards listed SET price_kopecks = priced.price, discount = priced.discount
    FROM ${pricedRows(rows)} priced
    WHERE listed.nm_id = priced.nm_id AND listed.shop_id = ${shopId}
      AND listed.nm_id = any(${nmIdsOf(rows)}::bigint[]) AND listed.account_id = ${accountId}
      AND ${isAnotherPrice}`.execute(trx);
}

const isAnotherPrice = sql`(listed.price_kopecks, listed.discount) IS DISTINCT FROM (priced.price, priced.discount)`;

/** Cards that have no price yet take the shop's. Resolves with their ids. */
async function adoptPrices(
  trx: Trx,
  accountId: number,
  shopId: number,
  rows: readonly PricedRow[],
): Promise<number[]> {
  // By its number before the account: a shop is read first when nobody has reckoned anything of its cards, and the database would go
  // through all of them for each price.
  const { rows: unpriced } = await sql<PricedRow & { card_id: number }>`
    SELECT listed.card_id, priced.*
    FROM ${pricedRows(rows)} priced
    JOIN shop_cards listed ON listed.shop_id = ${shopId} AND listed.nm_id = priced.nm_id
    CROSS JOIN LATERAL (
      SELECT account_id, price_kopecks FROM cards WHERE id = listed.card_id OFFSET 0
    ) card
    WHERE listed.account_id = ${accountId} AND listed.nm_id = any(${nmIdsOf(rows)}::bigint[])
      AND card.account_id = ${accountId} AND card.price_kopecks = 0`.execute(trx);
  if (unpriced.length === 0) return [];
  const adopted = await sql<{ id: number }>`
    UPDATE cards SET price_kopecks = priced.price, discount = priced.discount, club_discount = priced.club_discount
    FROM jsonb_to_recordset(${JSON.stringify(unpriced)}::jsonb)
      AS priced(card_id bigint, price bigint, discount int, club_discount int)
    WHERE cards.id = priced.card_id AND cards.account_id = ${accountId} AND cards.price_kopecks = 0
      AND cards.id = any(${unpriced.map((row) => row.card_id)}::bigint[])
    RETURNING cards.id`.execute(trx);
  const ids = adopted.rows.map((row) => row.id);
  await keepAdopted(trx, accountId, ids);
  return ids;
}

/** A price that the card has from a shop was not written here: no shop misses it. */
async function keepAdopted(trx: Trx, accountId: number, cardIds: readonly number[]): Promise<void> {
  if (cardIds.length === 0) return;
  await sql`
    UPDATE shop_cards SET sent = shop_cards.sent || brought_facts(
      facts_for_shop(cards, shop_cards.shop_id, shop_cards.own_price_kopecks, shop_cards.own_discount),
      false, true, true, false)
    FROM cards
    WHERE cards.id = shop_cards.card_id AND cards.account_id = ${accountId} AND shop_cards.account_id = ${accountId}
      AND shop_cards.card_id = any(${[...cardIds]}::bigint[]) AND shop_cards.sent IS NOT NULL`.execute(trx);
}
