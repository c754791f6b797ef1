import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

/**
 * What a piece of each card costs in each of the shops today, by card and shop: of its sizes the dearest, for they are sold at one
 * price; null: of some size nobody has said it. The order is that of a sale (decision 032): what is said of a size stands before
 * what is said of a shop, and both before what is said of all.
 */
export async function findCostsInShops(
  db: Db,
  accountId: number,
  cardIds: readonly number[],
  shopIds: readonly number[],
): Promise<Map<number, Map<number, number | null>>> {
  const { rows } = await sql<{ cardId: number; shopId: number; kopecks: number | null }>`
    SELECT card.id AS "cardId", shop.id AS "shopId",
      CASE WHEN count(*) = count(said.kopecks) THEN max(said.kopecks) END AS kopecks
    FROM cards card
    CROSS JOIN unnest(${[...shopIds]}::bigint[]) AS shop (id)
    CROSS JOIN LATERAL (
      SELECT size ->> 'techSize' AS name
      FROM jsonb_array_elements(CASE WHEN card.sizes = '[]' THEN '[{}]' ELSE card.sizes END) size
    ) sized
    LEFT JOIN LATERAL (
      SELECT cost.cost_kopecks AS kopecks FROM card_costs cost
      WHERE cost.account_id = ${accountId} AND cost.card_id = card.id AND cost.from_day <= moscow_today()
        AND (cost.shop_id IS NULL OR cost.shop_id = shop.id)
        AND (cost.tech_size IS NULL OR cost.tech_size = sized.name)
      ORDER BY (cost.tech_size IS NOT NULL) DESC, (cost.shop_id IS NOT NULL) DESC, cost.from_day DESC
      LIMIT 1
    ) said ON true
    WHERE card.account_id = ${accountId} AND card.id = any(${[...cardIds]}::bigint[])
    GROUP BY card.id, shop.id`.execute(db);
  const byCard = new Map<number, Map<number, number | null>>();
  for (const { cardId, shopId, kopecks } of rows) {
    const ofCard = byCard.get(cardId) ?? new Map<number, number | null>();
    byCard.set(cardId, ofCard.set(shopId, kopecks));
  }
  return byCard;
}
