import { sql } from 'kysely';
import { MAX_SHIPMENT_CARDS } from '#contract/card-sending.ts';
import type { Trx } from '#server/db/database.ts';
import type { Jobs } from '#server/jobs/job.ts';
import { badRequest, notFound, selectionRefused } from '#server/errors/http-error.ts';
import { refuseStrangeShops } from '#server/cards/strange-shops.ts';
import { addEvent } from './store/events.ts';
import { insertItems, insertShipment, type ShipmentInput } from './store/insert-shipment.ts';
import { markPending } from './store/mark-pending.ts';
import { plural } from '#server/text/plural.ts';
import { startRuns } from './store/runs.ts';
import { requireGroupFor } from './shipment-stocks.ts';

/** Cards times shops: each is a row with the card as it is sent, and all are written at once. */
const MAX_SHIPMENT_ITEMS = 50_000;

/**
 * Makes a shipment with its items, and puts the work in the queue; all in the given transaction. Throws 400 for no cards,
 * archived cards or too many, 404 for shops and cards that are not the account's.
 */
export async function createShipment(trx: Trx, jobs: Jobs, input: ShipmentInput): Promise<{ id: number }> {
  const shopIds = [...new Set(input.shopIds)].sort((one, other) => one - other);
  const cardIds = [...new Set(input.cardIds)];
  await refuseImpossible(trx, { ...input, cardIds, shopIds });
  if (input.options.stocks) await requireGroupFor(trx, input.accountId, input.options.stocks);
  const shipment = await insertShipment(trx, { ...input, cardIds, shopIds });
  await insertItems(trx, input.accountId, shipment.id, cardIds, shopIds);
  await markPending(trx, { accountId: input.accountId, shipmentId: shipment.id });
  const cards = plural(cardIds.length, ['карточка', 'карточки', 'карточек']);
  const shops = plural(shopIds.length, ['магазин', 'магазина', 'магазинов']);
  const origin = input.repeatOf === undefined ? '' : `, повтор отправки № ${String(input.repeatOf)}`;
  await addEvent(trx, input.accountId, shipment.id, `Отправка создана: ${cards}, ${shops}${origin}`);
  await startRuns(trx, jobs, { accountId: input.accountId, shipmentId: shipment.id }, shopIds);
  return shipment;
}

async function refuseImpossible(trx: Trx, input: ShipmentInput): Promise<void> {
  const { accountId, cardIds, shopIds } = input;
  if (cardIds.length === 0) throw badRequest('Нет карточек для отправки');
  if (shopIds.length === 0) throw badRequest('Выберите магазин');
  if (cardIds.length > MAX_SHIPMENT_CARDS) {
    throw badRequest('В одной отправке — не больше 10 000 карточек. Разделите отправку');
  }
  if (cardIds.length * shopIds.length > MAX_SHIPMENT_ITEMS) {
    throw badRequest(
      'Карточек слишком много для стольких магазинов: в одной отправке — не больше 50 000 карточек во всех магазинах вместе. Разделите отправку',
    );
  }
  await refuseStrangeShops(trx, accountId, shopIds);
  const { known, archived } = await trx
    .selectFrom('cards')
    .select((eb) => [
      eb.fn.countAll<number>().as('known'),
      eb.fn.countAll<number>().filterWhere('state', '=', 'ARCHIVED').as('archived'),
    ])
    .where('account_id', '=', accountId)
    .where('id', '=', sql<number>`any(${[...cardIds]}::bigint[])`)
    .executeTakeFirstOrThrow();
  if (known < cardIds.length) throw notFound('Карточка не найдена');
  if (archived > 0) {
    const count = plural(archived, ['карточка', 'карточки', 'карточек']);
    throw selectionRefused(
      `Из выбранных уже в архиве: ${count}. Продолжите без них или верните их из архива`,
    );
  }
}
