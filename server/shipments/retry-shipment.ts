import { sql } from 'kysely';
import type { ShipmentStatus } from '#contract/shipments.ts';
import type { Trx } from '#server/db/database.ts';
import type { Jobs } from '#server/jobs/job.ts';
import { conflict, notFound } from '#server/errors/http-error.ts';
import { snapshotInShop, titleInShop, vendorCodeInShop } from './store/card-snapshot.ts';
import { createShipment } from './create-shipment.ts';
import { addEvent } from '#server/shipments/store/events.ts';
import { countItems } from './store/item-groups.ts';
import { markPending } from './store/mark-pending.ts';
import { plural } from '#server/text/plural.ts';
import { startRuns } from './store/runs.ts';
import { findSendingRefusals, refuseUnsendableShops } from './refuse-shops.ts';
import { repeatRefusal, retryRefusal, statusAfterRetry } from './rules/state-machine.ts';

interface Ids {
  accountId: number;
  userId: number;
  shipmentId: number;
}

/**
 * Sends the failed items again from the stage that failed, as their cards are today. Of two people who press at once one
 * gets 409: the row is locked until the first one's transaction ends.
 */
export async function retryShipment(
  trx: Trx,
  jobs: Jobs,
  ids: Omit<Ids, 'userId'>,
): Promise<{ id: number; status: ShipmentStatus }> {
  const { accountId, shipmentId } = ids;
  const shipment = await lockShipment(trx, accountId, shipmentId);
  const refusal = retryRefusal(shipment.status);
  if (refusal !== null) throw conflict(refusal);
  const status = statusAfterRetry(await countItems(trx, accountId, shipmentId));
  await refuseHopelessRetry(trx, accountId, shipmentId);
  const { items, shopIds } = await restartFailedItems(trx, accountId, shipmentId);
  await trx
    .updateTable('shipment_errors')
    .set({ resolved_at: sql`now()` })
    .where('account_id', '=', accountId)
    .where('shipment_id', '=', shipmentId)
    .where('resolved_at', 'is', null)
    .execute();
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
  await markPending(trx, { accountId, shipmentId });
  const count = plural(items, ['карточка', 'карточки', 'карточек']);
  await addEvent(trx, accountId, shipmentId, `Повтор: ${count} с ошибками`);
  await startRuns(trx, jobs, ids, shopIds);
  return { id: shipmentId, status };
}

/** What failed in one shop may be sent again though another one takes nothing; only when none does there is nothing to do. */
async function refuseHopelessRetry(trx: Trx, accountId: number, shipmentId: number): Promise<void> {
  const failed = await trx
    .selectFrom('shipment_items')
    .select('shop_id')
    .distinct()
    .where('account_id', '=', accountId)
    .where('shipment_id', '=', shipmentId)
    .where('state', '=', 'failed')
    .execute();
  const shopIds = failed.map((row) => row.shop_id);
  const refusals = await findSendingRefusals(trx, accountId, shopIds);
  if (refusals.length > 0 && refusals.length === shopIds.length) throw conflict(refusals.join('. '));
}

/** A new shipment of the same cards to the same shops. One repeat at a time: a second press finds the first one's. */
export async function repeatShipment(
  trx: Trx,
  jobs: Jobs,
  { accountId, userId, shipmentId }: Ids,
): Promise<{ id: number; status: ShipmentStatus }> {
  const shipment = await lockShipment(trx, accountId, shipmentId);
  const refusal = repeatRefusal(shipment.status);
  if (refusal !== null) throw conflict(refusal);
  const running = await trx
    .selectFrom('shipments')
    .select('id')
    .where('account_id', '=', accountId)
    .where('repeat_of', '=', shipmentId)
    .where('status', 'not in', ['FINISHED', 'HAS_ERRORS'])
    .executeTakeFirst();
  if (running) throw conflict(`Повтор уже выполняется: отправка № ${String(running.id)}`);
  await refuseUnsendableShops(trx, accountId, shipment.shop_ids);
  const cards = await trx
    .selectFrom('shipment_items')
    .select('card_id')
    .distinct()
    .where('account_id', '=', accountId)
    .where('shipment_id', '=', shipmentId)
    .execute();
  const { id } = await createShipment(trx, jobs, {
    accountId,
    userId,
    cardIds: cards.map((card) => card.card_id),
    shopIds: shipment.shop_ids,
    options: {
      withPrices: shipment.with_prices,
      withDiscounts: shipment.with_discounts,
      withImages: shipment.with_images,
      ...stocksOf(shipment),
    },
    repeatOf: shipmentId,
  });
  return { id, status: 'NEW' };
}

/** A group that was deleted meanwhile takes the wish with it. */
function stocksOf(shipment: { stock_group_id: number | null; stock_amount: number | null }) {
  if (shipment.stock_group_id === null || shipment.stock_amount === null) return {};
  return { stocks: { warehouseGroupId: shipment.stock_group_id, amount: shipment.stock_amount } };
}

async function lockShipment(trx: Trx, accountId: number, shipmentId: number) {
  const shipment = await trx
    .selectFrom('shipments')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', shipmentId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!shipment) throw notFound('Отправка не найдена');
  return shipment;
}

/** What was sent before the error may have arrived after it: the work looks at the marketplace before it sends. */
async function restartFailedItems(
  trx: Trx,
  accountId: number,
  shipmentId: number,
): Promise<{ items: number; shopIds: number[] }> {
  await sql`
    INSERT INTO shop_cards (account_id, card_id, shop_id, vendor_code)
    SELECT account_id, card_id, shop_id, vendor_code FROM shipment_items
    WHERE account_id = ${accountId} AND shipment_id = ${shipmentId} AND state = 'failed'
    ON CONFLICT (card_id, shop_id) DO NOTHING`.execute(trx);
  const { rows } = await sql<{ shop_id: number; count: number }>`
    WITH restarted AS (
      UPDATE shipment_items AS items SET
        state = 'waiting', attempts = 0, next_check_at = NULL, price_upload_id = NULL, price_part = 'PRICE',
        price_step = 'LOOK',
        must_look_first = items.must_look_first OR items.sent_at IS NOT NULL, sent_at = NULL,
        stage_started_at = now(), updated_at = now(),
        nm_id = coalesce(items.nm_id, shop_cards.nm_id),
        is_update = coalesce(items.nm_id, shop_cards.nm_id) IS NOT NULL,
        vendor_code = ${vendorCodeInShop}, title = ${titleInShop},
        -- A snapshot that stays as it is is not written again: it is the widest column.
        snapshot = CASE WHEN items.snapshot = ${snapshotInShop} THEN items.snapshot ELSE ${snapshotInShop} END
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
