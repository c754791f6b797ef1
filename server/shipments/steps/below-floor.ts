import { sql } from 'kysely';
import type { FullItem } from '#server/shipments/store/work-items.ts';
import type { ItemError } from '#server/shipments/store/save-progress.ts';
import { roubles } from '#server/text/roubles.ts';
import { fail, type StepContext } from './step.ts';

/**
 * Ends the items whose price would be below the floor that their cards have now, whoever asked for them, and answers with those
 * that may be sent.
 */
export async function holdBelowFloor<Item extends FullItem>(
  context: StepContext,
  items: readonly Item[],
): Promise<Item[]> {
  const below = await findBelowFloor(context, items);
  if (below.length > 0) {
    await context.save({
      items: below.map(({ item }) => fail(item)),
      errors: new Map(below.map(({ item, error }) => [item.id, [error]])),
    });
  }
  const held = new Set(below.map(({ item }) => item));
  return items.filter((item) => !held.has(item));
}

async function findBelowFloor<Item extends FullItem>(
  { db, run, options }: StepContext,
  items: readonly Item[],
): Promise<{ item: Item; error: ItemError }[]> {
  if (items.length === 0) return [];
  const { rows } = await sql<{
    cardId: number;
    lowest: number | null;
    price: number | null;
    discount: number | null;
  }>`
    SELECT floor.card_id AS "cardId", listed.price_kopecks AS price, listed.discount,
      lowest_price(floor.floor_kopecks, floor.over_cost_basis_points, cards.cost_price_kopecks) AS lowest
    FROM price_floors floor
    JOIN cards ON cards.id = floor.card_id AND cards.account_id = ${run.accountId}
    LEFT JOIN shop_cards listed ON listed.account_id = ${run.accountId} AND listed.shop_id = ${run.shopId}
      AND listed.card_id = floor.card_id
    WHERE floor.account_id = ${run.accountId}
      AND floor.card_id = any(${items.map((item) => item.cardId)}::bigint[])`.execute(db);
  const floors = new Map(rows.map((row) => [row.cardId, row]));
  return items.flatMap((item) => {
    const floor = floors.get(item.cardId);
    if (!floor || floor.lowest === null) return [];
    // What is not sent stays as the shop has it.
    const { snapshot } = item;
    const price = options.withPrices ? snapshot.priceKopecks : (floor.price ?? snapshot.priceKopecks);
    const discount = options.withDiscounts ? snapshot.discount : (floor.discount ?? snapshot.discount);
    const final = Math.floor((price * (100 - discount)) / 100);
    if (final >= floor.lowest) return [];
    const message = `Цена ${roubles(final)} ниже минимальной ${roubles(floor.lowest)}: не отправлена`;
    return [{ item, error: { code: 'below_floor', message, field: 'priceKopecks' } }];
  });
}
