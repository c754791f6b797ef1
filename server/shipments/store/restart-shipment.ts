import { sql } from 'kysely';
import type { ShipmentStatus } from '#contract/shipments.ts';
import { titleInShop } from '#server/cards/title-in-shop.ts';
import type { Trx } from '#server/db/database.ts';
import { snapshotInShop, vendorCodeInShop } from './card-snapshot.ts';

/** What was sent before the error may have arrived after it: the work looks at the marketplace before it sends. */
export async function restartFailedItems(
  trx: Trx,
  accountId: number,
  shipmentId: number,
): Promise<{ items: number; shopIds: number[] }> {
  await sql`
    INSERT INTO shop_cards (account_id, card_id, shop_id, vendor_code)
    SELECT account_id, card_id, shop_id, vendor_code FROM shipment_items
    WHERE account_id = ${accountId} AND shipment_id = ${shipmentId} AND state = 'failed'
    ON CONFLICT (card_id, shop_id) DO NOTHING`.execute(trx);
  const shopId = sql`items.shop_id`;
  const snapshot = snapshotInShop(shopId);
  const { rows } = await sql<{ shop_id: number; count: number }>`
    WITH restarted AS (
      UPDATE shipment_items AS items SET
        state = 'waiting', attempts = 0, next_check_at = NULL, price_upload_id = NULL, price_part = 'PRICE',
        price_step = 'LOOK',
        must_look_first = items.must_look_first OR items.sent_at IS NOT NULL, sent_at = NULL,
        stage_started_at = now(), updated_at = now(),
        nm_id = coalesce(items.nm_id, shop_cards.nm_id),
        is_update = coalesce(items.nm_id, shop_cards.nm_id) IS NOT NULL,
        vendor_code = ${vendorCodeInShop}, title = ${titleInShop(shopId)},
        -- A snapshot that stays as it is is not written again: it is the widest column.
        snapshot = CASE WHEN items.snapshot = ${snapshot} THEN items.snapshot ELSE ${snapshot} END
      FROM cards, shop_cards
      WHERE items.account_id = ${accountId} AND items.shipment_id = ${shipmentId} AND items.state = 'failed'
        AND cards.id = items.card_id AND shop_cards.card_id = items.card_id AND shop_cards.shop_id = items.shop_id
      RETURNING items.shop_id
    )
    SELECT shop_id, count(*)::int AS count FROM restarted GROUP BY shop_id ORDER BY shop_id`.execute(trx);
  return {
    items: rows.reduce((sum, row) => sum + row.count, 0),
    shopIds: rows.map((row) => row.shop_id),
  };
}

/** What went wrong in the attempt before is history now. */
export async function resolveErrors(trx: Trx, accountId: number, shipmentId: number): Promise<void> {
  await trx
    .updateTable('shipment_errors')
    .set({ resolved_at: sql`now()` })
    .where('account_id', '=', accountId)
    .where('shipment_id', '=', shipmentId)
    .where('resolved_at', 'is', null)
    .execute();
}

export async function restartShipment(
  trx: Trx,
  accountId: number,
  shipmentId: number,
  status: ShipmentStatus,
): Promise<void> {
  await trx
    .updateTable('shipments')
    .set({
      status,
      attempt: sql`attempt + 1`,
      version: sql`version + 1`,
      stage_started_at: sql`now()`,
      updated_at: sql`now()`,
    })
    .where('account_id', '=', accountId)
    .where('id', '=', shipmentId)
    .execute();
}
