import { sql } from 'kysely';
import type { Trx } from '#server/db/database.ts';

/** A discount of a promotion that waits for its start may be set weeks after it was asked for. */
const SENT_WITHIN_DAYS = 60;

/**
 * Keeps the prices of a reading that are others than we knew, though nothing from here asked for them. Before they are written into
 * `shop_cards`. A price that is read for the first time is no change.
 */
export async function noticePriceChanges(
  trx: Trx,
  accountId: number,
  shopId: number,
  rows: readonly { nm_id: number; price: number; discount: number }[],
): Promise<void> {
  await sql`
    INSERT INTO price_changes
      (account_id, shop_id, nm_id, before_price_kopecks, before_discount, price_kopecks, discount)
    SELECT ${accountId}::bigint, ${shopId}::bigint, priced.nm_id, listed.price_kopecks, coalesce(listed.discount, 0),
      priced.price, priced.discount
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS priced(nm_id bigint, price bigint, discount int)
    JOIN shop_cards listed ON listed.account_id = ${accountId} AND listed.shop_id = ${shopId}
      AND listed.nm_id = priced.nm_id
    WHERE listed.price_kopecks > 0
      AND (listed.price_kopecks, coalesce(listed.discount, 0)) IS DISTINCT FROM (priced.price, priced.discount)
      AND NOT EXISTS (
        SELECT FROM shipment_items items JOIN shipments ON shipments.id = items.shipment_id
        WHERE items.account_id = ${accountId} AND items.shop_id = ${shopId} AND items.card_id = listed.card_id
          AND shipments.created_at > now() - make_interval(days => ${SENT_WITHIN_DAYS})
          AND (NOT shipments.with_prices OR (items.snapshot ->> 'priceKopecks')::bigint = priced.price)
          AND (NOT shipments.with_discounts OR (items.snapshot ->> 'discount')::int = priced.discount)
          AND (shipments.with_prices OR shipments.with_discounts))
      AND NOT EXISTS (
        SELECT FROM promotion_application_cards applied
        JOIN promotion_applications application ON application.id = applied.application_id
        WHERE applied.account_id = ${accountId} AND applied.shop_id = ${shopId} AND applied.nm_id = priced.nm_id
          AND applied.new_discount = priced.discount AND listed.price_kopecks = priced.price
          AND applied.state <> 'LEFT_OUT'
          AND application.started_at > now() - make_interval(days => ${SENT_WITHIN_DAYS}))`.execute(trx);
}
