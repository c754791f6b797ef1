import { sql } from 'kysely';
import type { Trx } from '#server/db/database.ts';
import type { RunKey } from './runs.ts';
import type { WorkItem } from './work-items.ts';

/** `shop_cards` says what the marketplace has: items that are through their prices have those of their snapshot now. */
export async function keepPrices(trx: Trx, run: RunKey, items: readonly WorkItem[]): Promise<void> {
  const passed = items.filter(
    (item) => item.stage === 'DONE' || (item.stage === 'IMAGES' && item.state !== 'failed'),
  );
  if (passed.length === 0) return;
  // Both lists of ids are for the planner: each table is read by its key, however big it is.
  await sql`
    UPDATE shop_cards SET
      price_kopecks = CASE WHEN with_prices THEN (snapshot ->> 'priceKopecks')::bigint ELSE price_kopecks END,
      discount = CASE WHEN with_discounts THEN (snapshot ->> 'discount')::int ELSE discount END
    FROM shipment_items items
    JOIN shipments ON shipments.id = items.shipment_id
    WHERE items.account_id = ${run.accountId} AND items.shipment_id = ${run.shipmentId}
      AND items.id = any(${passed.map((item) => item.id)}::bigint[])
      AND shop_cards.account_id = ${run.accountId} AND shop_cards.shop_id = ${run.shopId}
      AND shop_cards.card_id = any(${passed.map((item) => item.cardId)}::bigint[])
      AND shop_cards.card_id = items.card_id`.execute(trx);
}
