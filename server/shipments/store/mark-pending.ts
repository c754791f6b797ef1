import { sql } from 'kysely';
import { refreshCardSummary } from '#server/cards/card-summary.ts';
import type { Trx } from '#server/db/database.ts';
import type { RunKey } from './runs.ts';

/** The card list shows each card's state, and that costs: ten thousand at once would hold the database for seconds. */
export const MARKED_AT_ONCE = 500;

/**
 * The cards of waiting items are on their way in their shops: marks some that are not marked yet, and says how many. The
 * first ones are marked by whoever starts the work, the rest by the run itself.
 */
export async function markPending(
  trx: Trx,
  { accountId, shipmentId, shopId }: Omit<RunKey, 'shopId'> & { shopId?: number },
): Promise<number> {
  const { rows } = await sql<{ card_id: number }>`
    INSERT INTO shop_cards (account_id, card_id, shop_id, vendor_code, state)
    SELECT items.account_id, items.card_id, items.shop_id, items.vendor_code, 'PENDING'
    FROM shipment_items items
    LEFT JOIN shop_cards known ON known.card_id = items.card_id AND known.shop_id = items.shop_id
    WHERE items.account_id = ${accountId} AND items.shipment_id = ${shipmentId} AND items.state = 'waiting'
      AND (${shopId ?? null}::bigint IS NULL OR items.shop_id = ${shopId ?? null})
      AND known.state IS DISTINCT FROM 'PENDING'
    ORDER BY items.id
    LIMIT ${MARKED_AT_ONCE}
    ON CONFLICT (card_id, shop_id) DO UPDATE
    SET state = 'PENDING', errors = '[]', vendor_code = excluded.vendor_code
    RETURNING card_id`.execute(trx);
  await refreshCardSummary(
    trx,
    accountId,
    rows.map((row) => row.card_id),
  );
  return rows.length;
}
