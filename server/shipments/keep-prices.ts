import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import type { RunKey } from './runs.ts';
import type { WorkItem } from './work-items.ts';

/** `shop_cards` says what the marketplace has: items that are through their prices have those of their snapshot now. */
export async function keepPrices(trx: Db, run: RunKey, items: readonly WorkItem[]): Promise<void> {
  const passed = items.filter(
    (item) => item.stage === 'DONE' || (item.stage === 'IMAGES' && item.state !== 'failed'),
  );
  if (passed.length === 0) return;
  await sql`
    UPDATE shop_cards SET price_kopecks = sent.price, discount = sent.discount
    FROM (
      SELECT items.card_id,
        CASE WHEN with_prices THEN (snapshot ->> 'priceKopecks')::bigint ELSE known.price_kopecks END AS price,
        CASE WHEN with_discounts THEN (snapshot ->> 'discount')::int ELSE known.discount END AS discount
      FROM shipment_items items
      JOIN shipments ON shipments.id = items.shipment_id
      JOIN shop_cards known ON known.card_id = items.card_id AND known.shop_id = items.shop_id
      WHERE items.account_id = ${run.accountId} AND items.shipment_id = ${run.shipmentId}
        AND items.shop_id = ${run.shopId} AND items.id = any(${passed.map((item) => item.id)}::bigint[])
    ) AS sent
    WHERE shop_cards.account_id = ${run.accountId} AND shop_cards.shop_id = ${run.shopId}
      AND shop_cards.card_id = sent.card_id
      AND (shop_cards.price_kopecks, shop_cards.discount) IS DISTINCT FROM (sent.price, sent.discount)`.execute(
    trx,
  );
}
