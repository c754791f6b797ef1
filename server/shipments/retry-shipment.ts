import type { ShipmentStatus } from '#contract/shipments.ts';
import type { Trx } from '#server/db/database.ts';
import type { Jobs } from '#server/jobs/job.ts';
import { conflict, notFound } from '#server/errors/http-error.ts';
import { createShipment } from './create-shipment.ts';
import { addEvent } from '#server/shipments/store/events.ts';
import { countItems } from './store/item-groups.ts';
import { markPending } from './store/mark-pending.ts';
import { plural } from '#server/text/plural.ts';
import { restartShipment, resolveErrors, restartFailedItems } from './store/restart-shipment.ts';
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
  await resolveErrors(trx, accountId, shipmentId);
  await restartShipment(trx, accountId, shipmentId, status);
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

/** A group that was deleted meanwhile takes the request for stocks with it. */
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
