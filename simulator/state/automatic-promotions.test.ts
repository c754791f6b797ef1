import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  call,
  LATER_MS,
  loadedCup,
  openShop,
  START_MS,
  type Shop,
} from '#tests/support/simulator/test-simulator.ts';

const HOUR_MS = 3_600_000;
const DISCOUNT = 40;

let shop: Shop;
beforeEach(async () => {
  shop = await openShop();
  await shop.load([
    ...Array.from({ length: 40 }, (_, index) => loadedCup(`CUP-${String(index)}`)),
    ...Array.from({ length: 40 }, (_, index) => loadedCup(`SALE-${String(index)}-STOCKSALE`)),
  ]);
});
afterEach(() => shop.close());

/** From now on in hours. */
const order = (name: string, fromHours: number, toHours: number, isAuto = true) =>
  call(shop.url, 'POST', '/_simulator/promotions', '', {
    name,
    isAuto,
    startsAt: new Date(START_MS + fromHours * HOUR_MS).toISOString(),
    endsAt: new Date(START_MS + toHours * HOUR_MS).toISOString(),
  });

interface Goods {
  nmID: number;
  vendorCode: string;
  discount: number;
}
async function lowered(): Promise<Goods[]> {
  const path = '/prices/api/v2/list/goods/filter?limit=1000&offset=0';
  const { listGoods }: { listGoods: Goods[] } = (await call(shop.url, 'GET', path, shop.token)).body.data;
  return listGoods.filter(({ discount }) => discount !== DISCOUNT);
}
async function setDiscount(nmID: number, discount: number): Promise<void> {
  await call(shop.url, 'POST', '/prices/api/v2/upload/task', shop.token, { data: [{ nmID, discount }] });
  shop.advance(LATER_MS);
}

it('an automatic promotion lowers prices when it begins, and sets them back when it is over', async () => {
  await order('Цены ниже', 2, 26);
  shop.advance(HOUR_MS);
  expect(await lowered()).toEqual([]);
  shop.advance(2 * HOUR_MS);
  const goods = await lowered();
  expect(goods.length).toBeGreaterThan(0);
  expect(goods.every(({ discount }) => discount > DISCOUNT)).toBe(true);
  // Nobody may change these, the marketplace's own promotion neither.
  expect(goods.filter(({ vendorCode }) => vendorCode.includes('-STOCKSALE'))).toEqual([]);
  shop.advance(HOUR_MS);
  expect(await lowered()).toEqual(goods);
  shop.advance(24 * HOUR_MS);
  expect(await lowered()).toEqual([]);
});

it('goods of one automatic promotion are not lowered by another that begins meanwhile', async () => {
  await order('Цены ниже', 1, 50);
  shop.advance(2 * HOUR_MS);
  const before = await lowered();
  for (let number = 0; number < 8; number += 1) await order(`Ещё одна ${String(number)}`, 3, 40);
  shop.advance(2 * HOUR_MS);
  const after = await lowered();
  expect(after.length).toBeGreaterThan(before.length);
  expect(after).toEqual(expect.arrayContaining(before));
});

it('a price that the seller sets above the planned one takes a card out, and stays when the promotion is over', async () => {
  const { id } = (await order('Цены ниже', 1, 25)).body;
  shop.advance(2 * HOUR_MS);
  const goods = await lowered();
  const [first] = goods;
  if (!first) throw new Error('nothing was lowered');
  const inAction = async () =>
    (
      await call(
        shop.url,
        'GET',
        `/calendar/api/v1/calendar/promotions/details?promotionIDs=${id}`,
        shop.token,
      )
    ).body.data.promotions[0].inPromoActionTotal;
  const before = await inAction();
  await setDiscount(first.nmID, DISCOUNT - 5);
  expect(await inAction()).toBe(before - 1);
  shop.advance(25 * HOUR_MS);
  expect(await lowered()).toEqual([expect.objectContaining({ nmID: first.nmID, discount: DISCOUNT - 5 })]);
});

it('a promotion that is not automatic lowers nothing by itself', async () => {
  await order('Хиты', 1, 25, false);
  await lowered();
  shop.advance(2 * HOUR_MS);
  expect(await lowered()).toEqual([]);
});

it('refuses to order a promotion that ends before it begins', async () => {
  expect((await order('Наоборот', 2, 1)).status).toBe(400);
});
