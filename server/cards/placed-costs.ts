import { sql } from 'kysely';
import type { CostPlace } from '#contract/bulk-rows.ts';
import type { Db } from '#server/db/database.ts';

/** What is said of a place from a day on; null: it is said not to be known. */
export type PlacedCost = CostPlace & { costPriceKopecks: number | null };

/** Everything that is said of these cards, by card: of all shops and sizes first, of each place the first day first. */
export async function findPlacedCosts(
  db: Db,
  accountId: number,
  cardIds: readonly number[],
): Promise<Map<number, PlacedCost[]>> {
  const { rows } = await sql<PlacedCost & { cardId: number }>`
    SELECT card_id AS "cardId", nullif(from_day, '-infinity') AS "from", shop_id AS "shopId",
      tech_size AS "techSize", cost_kopecks AS "costPriceKopecks"
    FROM card_costs
    WHERE account_id = ${accountId} AND card_id = any(${[...cardIds]}::bigint[])
    ORDER BY card_id, shop_id NULLS FIRST, tech_size NULLS FIRST, from_day`.execute(db);
  const byCard = new Map<number, PlacedCost[]>();
  for (const { cardId, ...cost } of rows) {
    const known = byCard.get(cardId);
    if (known) known.push(cost);
    else byCard.set(cardId, [cost]);
  }
  return byCard;
}

/** One text for one shop, size and day. */
export function placeKey({ from, shopId, techSize }: CostPlace): string {
  return JSON.stringify([from, shopId, techSize]);
}
