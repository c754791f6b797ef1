import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  call,
  cardBody,
  LATER_MS,
  loadedCup,
  openShop,
  type LoadedCard,
  type Shop,
} from '#tests/support/simulator/test-simulator.ts';

let shop: Shop;
let cup: LoadedCard;
beforeEach(async () => {
  shop = await openShop();
  const [loaded] = await shop.load([loadedCup('CUP-1')]);
  if (!loaded) throw new Error('nothing was loaded');
  cup = loaded;
});
afterEach(() => shop.close());

const send = (data: unknown, path = 'upload/task') =>
  call(shop.url, 'POST', `/prices/api/v2/${path}`, shop.token, { data });
const get = async (path: string) => (await call(shop.url, 'GET', `/prices/api/v2/${path}`, shop.token)).body;
const history = async (id: number) => (await get(`history/tasks?uploadID=${String(id)}`)).data;
const goods = async (id: number) =>
  (await get(`history/goods/task?limit=10&uploadID=${String(id)}`)).data.historyGoods;
const priceNow = async () => {
  const { listGoods } = (await get(`list/goods/filter?limit=10&filterNmID=${String(cup.nmID)}`)).data;
  return { price: listGoods[0].sizes[0].price, discount: listGoods[0].discount };
};

describe('price tasks', () => {
  it('are null while in work, then 3 with the new price set', async () => {
    const sent = await send([{ nmID: cup.nmID, price: 1300, discount: 45 }]);
    expect(sent).toMatchObject({ status: 200, body: { data: { alreadyExists: false } } });
    const { id } = sent.body.data;
    expect(await history(id)).toBeNull();
    expect(await goods(id)).toBeNull();
    expect(await priceNow()).toEqual({ price: 1200, discount: 40 });
    shop.advance(LATER_MS);
    expect(await history(id)).toMatchObject({ status: 3, overAllGoodsNumber: 1, successGoodsNumber: 1 });
    expect(await goods(id)).toMatchObject([{ nmID: cup.nmID, status: 2, errorText: null }]);
    expect(await priceNow()).toEqual({ price: 1300, discount: 45 });
  });

  it('are 208 for the same upload while the first is in work', async () => {
    const rows = [{ nmID: cup.nmID, price: 1300 }];
    const first = await send(rows);
    const second = await send(rows);
    expect(second).toMatchObject({
      status: 208,
      body: { data: { id: first.body.data.id, alreadyExists: true } },
    });
    shop.advance(LATER_MS);
    await history(first.body.data.id);
    const { counters } = (await call(shop.url, 'GET', '/_simulator/effects?kind=price-set', '')).body;
    expect(counters).toContainEqual({ sid: shop.sid, kind: 'price-set', key: 'CUP-1', count: 1 });
  });

  it('put a price that falls to a third in quarantine and keep the old one', async () => {
    const { id } = (await send([{ nmID: cup.nmID, price: 400 }])).body.data;
    shop.advance(LATER_MS);
    expect(await history(id)).toMatchObject({ status: 6, successGoodsNumber: 0 });
    expect((await goods(id))[0].errorText).toContain('Price Quarantine');
    expect(await priceNow()).toEqual({ price: 1200, discount: 40 });
    const { quarantineGoods } = (await get('quarantine/goods?limit=10')).data;
    expect(quarantineGoods).toMatchObject([
      { nmID: cup.nmID, newPrice: 400, oldPrice: 1200, priceDiff: -480 },
    ]);
    await send([{ nmID: cup.nmID, price: 1100 }]);
    shop.advance(LATER_MS);
    expect((await get('quarantine/goods?limit=10')).data.quarantineGoods).toEqual([]);
  });

  it('are 5 when a part fails and 4 when they are cancelled', async () => {
    const [other] = await shop.load([loadedCup('CUP-STOCKSALE')]);
    const mixed = await send([
      { nmID: cup.nmID, price: 1250 },
      { nmID: other?.nmID, price: 1250 },
    ]);
    shop.advance(LATER_MS);
    expect(await history(mixed.body.data.id)).toMatchObject({ status: 5, successGoodsNumber: 1 });
    const cancelled = await send([{ nmID: cup.nmID, price: 444_444 }]);
    shop.advance(LATER_MS);
    expect(await history(cancelled.body.data.id)).toMatchObject({ status: 4 });
    expect((await priceNow()).price).toBe(1250);
  });

  it.each([
    ['what is set already', () => [{ nmID: cup.nmID, price: 1200, discount: 40 }], 'already set'],
    ['goods nobody knows', () => [{ nmID: 1, price: 5 }], 'All item Nos. are specified incorrectly'],
    ['a part of a rouble', () => [{ nmID: cup.nmID, price: 9.5 }], 'Price should be a whole number'],
    ['neither price nor discount', () => [{ nmID: cup.nmID }], 'Price and discount not specified'],
    [
      'the same goods twice',
      () => [
        { nmID: cup.nmID, price: 5 },
        { nmID: cup.nmID, price: 6 },
      ],
      'Duplicate item Nos.',
    ],
    ['nothing', () => [], 'Empty data'],
    [
      '1001 rows',
      () => Array.from({ length: 1001 }, () => ({ nmID: cup.nmID, price: 5 })),
      'Upload limit exceeded',
    ],
  ])('refuse %s', async (_name, rows, text) => {
    const response = await send(rows());
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({ data: null, error: true });
    expect(response.body.errorText).toContain(text);
  });

  it('do not know a card until it is synchronised', async () => {
    await call(shop.url, 'POST', '/content/content/v2/cards/upload', shop.token, cardBody('FRESH'));
    let fresh: { nmID: number } | undefined;
    for (let step = 0; step < 100 && !fresh; step += 1) {
      shop.advance(100);
      const list = await call(shop.url, 'POST', '/content/content/v2/get/cards/list', shop.token, {
        settings: { filter: { textSearch: 'FRESH' } },
      });
      fresh = list.body.cards[0];
    }
    const rows = [{ nmID: fresh?.nmID, price: 900, discount: 10 }];
    expect((await send(rows)).body.errorText).toContain('All item Nos.');
    shop.advance(LATER_MS);
    expect((await send(rows)).status).toBe(200);
  });

  it('set prices of sizes only where the subject allows it, and club discounts', async () => {
    const [linen] = await shop.load([loadedCup('BED-1', { subjectID: 197 })]);
    const sizeID = linen?.sizes[0]?.chrtID;
    const allowed = await send([{ nmID: linen?.nmID, sizeID, price: 1500 }], 'upload/task/size');
    const refused = await send(
      [{ nmID: cup.nmID, sizeID: cup.sizes[0]?.chrtID, price: 1500 }],
      'upload/task/size',
    );
    const club = await send([{ nmID: cup.nmID, clubDiscount: 5 }], 'upload/task/club-discount');
    shop.advance(LATER_MS);
    expect(await history(allowed.body.data.id)).toMatchObject({ status: 3 });
    expect(await history(refused.body.data.id)).toMatchObject({ status: 6 });
    expect(await history(club.body.data.id)).toMatchObject({ status: 3 });
    const { listGoods } = (await get('list/goods/filter?limit=10')).data;
    expect(listGoods).toMatchObject([
      { nmID: cup.nmID, clubDiscount: 5, editableSizePrice: false },
      { nmID: linen?.nmID, editableSizePrice: true, sizes: [{ price: 1500 }] },
    ]);
  });
});
