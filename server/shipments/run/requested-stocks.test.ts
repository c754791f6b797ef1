import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '#server/db/database.ts';
import {
  createTestAccount,
  createTestShop,
  openTestMarket,
  type TestMarket,
  type TestShop,
} from '#tests/support/marketplace/test-market.ts';
import { openTestDatabase } from '#tests/setup/test-database.ts';
import { createShipment } from '#server/shipments/create-shipment.ts';
import { insertCards } from '#tests/support/shipments/test-shipments.ts';
import { sendRequestedStocks, resumeRequestedStocks } from './requested-stocks.ts';

let database: Database;
let market: TestMarket;
let shop: TestShop;

beforeAll(async () => {
  database = await openTestDatabase();
  market = await openTestMarket({ speed: 40 });
  const { db } = database;
  await db.insertInto('subjects').values({ id: 812, name: 'Кружки', parent_name: 'Посуда' }).execute();
  shop = await createTestShop(database, market, await createTestAccount(database));
});
afterAll(async () => {
  await market.close();
  await database.close();
});

const deps = () => ({ database, marketplace: market.marketplace });
const silentJobs = {
  enqueue: async () => undefined,
  start: async () => undefined,
  stop: async () => undefined,
};

async function groupOf(kind: 'USER' | 'CLEANING', warehouseIds: number[]): Promise<number> {
  const account_id = shop.accountId;
  const { id } = await database.db
    .insertInto('warehouse_groups')
    .values({ account_id, name: `Группа ${Math.random()}`, kind })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const warehouse_id of warehouseIds) {
    await database.db
      .insertInto('warehouse_group_warehouses')
      .values({ account_id, group_id: id, warehouse_id })
      .execute();
  }
  return id;
}

/** A warehouse at the marketplace, and ours that stands for it. */
async function warehouse(): Promise<{ id: number; wbId: number }> {
  const made = await market.control('POST', `/sellers/${shop.sid}/warehouses`, {
    name: 'Основной',
    officeId: 1,
  });
  const wbId = Number(made['id']);
  const { id } = await database.db
    .insertInto('warehouses')
    .values({
      account_id: shop.accountId,
      shop_id: shop.shopId,
      wb_warehouse_id: wbId,
      name: 'Основной',
      office_name: '',
      cargo_type: 1,
      delivery_type: 1,
      is_processing: false,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, wbId };
}

let cardNumber = 0;
/** A shipment of one card with a wish for stocks; the card is at the marketplace when `isThere`. */
async function shipped(warehouseGroupId: number, amount: number, chrtIdsOf?: (ids: number[]) => number[]) {
  cardNumber += 1;
  const vendorCode = `ОСТАТКИ-${cardNumber}`;
  const cardIds = await insertCards(database, shop.accountId, [{ vendorCode }]);
  const options = {
    withPrices: false,
    withDiscounts: false,
    withImages: false,
    stocks: { warehouseGroupId, amount },
  };
  const input = { ...shop, cardIds, shopIds: [shop.shopId], options };
  const { id } = await database.transaction((trx) => createShipment(trx, silentJobs, input));
  const made = await market.control('PUT', `/sellers/${shop.sid}/cards`, {
    cards: [
      {
        vendorCode,
        title: 'Кружка',
        description: '',
        brand: '',
        subjectID: 812,
        group: '',
        dimensions: { length: 1, width: 1, height: 1, weightBrutto: 1 },
        characteristics: [],
        sizes: [{ techSize: '0', wbSize: '', skus: [] }],
        photos: [],
        price: 100,
        discount: 0,
        clubDiscount: 0,
        createdAt: '2026-01-01T00:00:00Z',
        updatedAt: '2026-01-01T00:00:00Z',
      },
    ],
  });
  const [card] = made['cards'] as { nmID: number; sizes: { chrtID: number }[] }[];
  const known = card?.sizes.map((size) => size.chrtID) ?? [];
  const chrtIds = chrtIdsOf?.(known) ?? known;
  await database.db
    .updateTable('shop_cards')
    .set({
      nm_id: card?.nmID ?? 0,
      sizes: JSON.stringify(chrtIds.map((chrtId) => ({ chrtId, techSize: '0', skus: [] }))),
    })
    .where('card_id', 'in', cardIds)
    .execute();
  const confirm = async () => {
    await database.db
      .updateTable('shipment_items')
      .set({ stage: 'DONE', state: 'done' })
      .where('shipment_id', '=', id)
      .execute();
    await database.db.updateTable('shipments').set({ status: 'FINISHED' }).where('id', '=', id).execute();
  };
  return { id, chrtIds, confirm, run: { accountId: shop.accountId, shipmentId: id, shopId: shop.shopId } };
}

const amountsOf = async (warehouseIds: number[]) =>
  (
    await database.db
      .selectFrom('stocks')
      .select('amount')
      .where('warehouse_id', 'in', warehouseIds)
      .execute()
  ).map((stock) => stock.amount);
const lastEvent = async (shipmentId: number) =>
  (
    await database.db
      .selectFrom('shipment_events')
      .select('text')
      .where('shipment_id', '=', shipmentId)
      .orderBy('id', 'desc')
      .executeTakeFirst()
  )?.text;
const longAgo = (shipmentId: number) =>
  database.db
    .updateTable('shipment_items')
    .set({ stock_tried_at: new Date(Date.now() - 600_000).toISOString() })
    .where('shipment_id', '=', shipmentId)
    .execute();
const never = new AbortController().signal;

it('are set when the card is confirmed, once, and said in the history', async () => {
  const place = await warehouse();
  const { id, run, confirm } = await shipped(await groupOf('USER', [place.id]), 7);
  await sendRequestedStocks(deps(), run);
  expect(await amountsOf([place.id])).toEqual([]);
  await confirm();
  await Promise.all([sendRequestedStocks(deps(), run), sendRequestedStocks(deps(), run)]);
  expect(await amountsOf([place.id])).toEqual([7]);
  expect(await lastEvent(id)).toBe('Остатки в «Северика»: 1 размер по 7 шт.');
  const events = await database.db
    .selectFrom('shipment_events')
    .select('id')
    .where('shipment_id', '=', id)
    .where('text', 'like', 'Остатки%')
    .execute();
  expect(events).toHaveLength(1);
  await resumeRequestedStocks(deps(), never);
  const row = await database.db
    .selectFrom('shipments')
    .select('stocks_done_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(row.stocks_done_at).not.toBeNull();
});

it('that the marketplace refuses are tried again, and given up in words', async () => {
  const place = await warehouse();
  const { id, run, confirm } = await shipped(await groupOf('USER', [place.id]), 7, () => [1]);
  await confirm();
  await sendRequestedStocks(deps(), run);
  expect(await lastEvent(id)).toContain(
    'пока не приняты: 1 размер (Wildberries не нашёл склад или размер товара)',
  );
  await database.db.updateTable('shipments').set({ stock_tries: 11 }).where('id', '=', id).execute();
  await longAgo(id);
  await resumeRequestedStocks(deps(), never);
  expect(await lastEvent(id)).toBe('Остатки 1 карточки не приняты: отправьте их кнопкой «Остатки»');
});

it('are said to be nowhere when the group has no warehouse of the shop', async () => {
  const { id, run, confirm } = await shipped(await groupOf('USER', []), 7);
  await confirm();
  await sendRequestedStocks(deps(), run);
  expect(await lastEvent(id)).toBe('Остатки: в группе нет складов магазина «Северика»');
});

it('of a group that only cleans, or of nobody, make no shipment', async () => {
  const cleaning = await groupOf('CLEANING', []);
  await expect(shipped(cleaning, 5)).rejects.toThrow('только обнуляет остатки');
  await expect(shipped(999_999, 5)).rejects.toThrow('Группа складов не найдена');
});
