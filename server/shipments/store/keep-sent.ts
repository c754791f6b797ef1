import { sql } from 'kysely';
import type { Trx } from '#server/db/database.ts';
import type { RunKey } from './runs.ts';
import type { WorkItem } from './work-items.ts';

/**
 * `shop_cards.sent` is what the shop was given last, as the item's snapshot says: the stages that an item is through count,
 * and of those what the shipment includes. What was left out stays unsent.
 */
export async function keepSent(trx: Trx, run: RunKey, items: readonly WorkItem[]): Promise<void> {
  const rows = items
    .filter((item) => item.stage !== 'CARD')
    .map((item) => ({
      id: item.id,
      prices: item.stage === 'IMAGES' || item.stage === 'DONE',
      images: item.stage === 'DONE',
    }));
  if (rows.length === 0) return;
  // Lists of ids are for the planner: each table is read by its key, however big it is.
  await sql`
    UPDATE shop_cards SET sent = coalesce(shop_cards.sent, '{}') || brought_facts(sendable_facts(items.snapshot), true,
      shipments.with_prices AND r.prices, shipments.with_discounts AND r.prices, shipments.with_images AND r.images)
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r (id bigint, prices boolean, images boolean)
    JOIN shipment_items items ON items.id = r.id
    JOIN shipments ON shipments.id = items.shipment_id
    WHERE items.account_id = ${run.accountId} AND items.shipment_id = ${run.shipmentId}
      AND items.id = any(${rows.map((row) => row.id)}::bigint[])
      AND shop_cards.account_id = ${run.accountId} AND shop_cards.shop_id = ${run.shopId}
      AND shop_cards.card_id = any(${items.map((item) => item.cardId)}::bigint[])
      AND shop_cards.card_id = items.card_id`.execute(trx);
}
