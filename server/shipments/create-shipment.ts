import { sql } from 'kysely';
import { MAX_SHIPMENT_CARDS, type SendOptions } from '#contract/card-sending.ts';
import type { Trx } from '#server/db/database.ts';
import type { Jobs } from '#server/jobs/job.ts';
import { badRequest, notFound } from '#server/errors/http-error.ts';
import { addEvent } from './store/events.ts';
import { snapshotInShop, titleInShop, vendorCodeInShop } from './store/card-snapshot.ts';
import { markPending } from './store/mark-pending.ts';
import { plural } from '#server/text/plural.ts';
import { startRuns } from './store/runs.ts';
import { requireGroupFor } from './shipment-stocks.ts';

export interface ShipmentWish {
  accountId: number;
  userId: number;
  cardIds: readonly number[];
  shopIds: readonly number[];
  options: SendOptions;
  repeatOf?: number;
}

/** Cards times shops: each is a row with the card as it is sent, and all are written at once. */
const MAX_SHIPMENT_ITEMS = 50_000;

/**
 * Makes a shipment with its items, and puts the work in the queue; all in the given transaction. Throws 400 for no cards,
 * archived cards or too many, 404 for shops and cards that are not the account's.
 */
export async function createShipment(trx: Trx, jobs: Jobs, wish: ShipmentWish): Promise<{ id: number }> {
  const shopIds = [...new Set(wish.shopIds)].sort((one, other) => one - other);
  const cardIds = [...new Set(wish.cardIds)];
  await refuseImpossible(trx, { ...wish, cardIds, shopIds });
  if (wish.options.stocks) await requireGroupFor(trx, wish.accountId, wish.options.stocks);
  const shipment = await trx
    .insertInto('shipments')
    .values({
      account_id: wish.accountId,
      created_by: wish.userId,
      status: 'NEW',
      shop_ids: shopIds,
      card_count: cardIds.length,
      with_prices: wish.options.withPrices,
      with_discounts: wish.options.withDiscounts,
      with_images: wish.options.withImages,
      stock_group_id: wish.options.stocks?.warehouseGroupId ?? null,
      stock_amount: wish.options.stocks?.amount ?? null,
      repeat_of: wish.repeatOf ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await insertItems(trx, wish.accountId, shipment.id, cardIds, shopIds);
  await markPending(trx, { accountId: wish.accountId, shipmentId: shipment.id });
  const cards = plural(cardIds.length, ['карточка', 'карточки', 'карточек']);
  const shops = plural(shopIds.length, ['магазин', 'магазина', 'магазинов']);
  const origin = wish.repeatOf === undefined ? '' : `, повтор отправки № ${String(wish.repeatOf)}`;
  await addEvent(trx, wish.accountId, shipment.id, `Отправка создана: ${cards}, ${shops}${origin}`);
  await startRuns(trx, jobs, { accountId: wish.accountId, shipmentId: shipment.id }, shopIds);
  return shipment;
}

async function refuseImpossible(trx: Trx, wish: ShipmentWish): Promise<void> {
  const { accountId, cardIds, shopIds } = wish;
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
  const shops = await trx
    .selectFrom('shops')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', sql<number>`any(${[...shopIds]}::bigint[])`)
    .execute();
  if (shops.length < shopIds.length) throw notFound('Магазин не найден');
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
    throw badRequest(`В архиве ${count} из выбранных. Верните их из архива или снимите выбор`);
  }
}

async function insertItems(
  trx: Trx,
  accountId: number,
  shipmentId: number,
  cardIds: readonly number[],
  shopIds: readonly number[],
): Promise<void> {
  await sql`
    INSERT INTO shipment_items (account_id, shipment_id, card_id, shop_id, vendor_code, title, snapshot, nm_id, is_update)
    SELECT ${accountId}, ${shipmentId}, cards.id, shops.id, ${vendorCodeInShop}, ${titleInShop}, ${snapshotInShop},
           shop_cards.nm_id, shop_cards.nm_id IS NOT NULL
    FROM cards
    CROSS JOIN shops
    LEFT JOIN shop_cards ON shop_cards.card_id = cards.id AND shop_cards.shop_id = shops.id
    WHERE cards.account_id = ${accountId} AND cards.id = any(${[...cardIds]}::bigint[])
      AND shops.account_id = ${accountId} AND shops.id = any(${[...shopIds]}::bigint[])
    ORDER BY shops.id, cards.id`.execute(trx);
}
