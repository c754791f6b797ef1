import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { storeOrders } from '#server/analytics/store-sales.ts';
import { syncPrices } from '#server/sync/sync-prices.ts';
import { syncShopJob } from '#server/sync/sync-shop-job.ts';
import { orderRow } from '#tests/support/analytics/fixtures.ts';
import { addTestSubjects } from '#tests/support/cards/fixtures.ts';
import { openShopTest, type ShopTest } from '#tests/setup/shop-test.ts';
import { refreshPromotions } from './sync-promotions-job.ts';

const HOUR_MS = 3_600_000;

let test: ShopTest;
/** The stand-in's clock is behind at first: what is on by now is still to begin there. */
let lagMs = 2 * HOUR_MS;
beforeAll(async () => {
  test = await openShopTest({ now: () => Date.now() - lagMs });
  await addTestSubjects(test.database.db);
});
afterAll(() => test.close());

it('a card whose price an automatic promotion has lowered is told with the promotion and the orders since, until its price is put back', async () => {
  const owner = await test.signIn('owner');
  const sid = await test.createSeller('Автоакция');
  const { token } = await test.issueToken({ sid });
  await test.control('PUT', `/sellers/${sid}/cards`, {
    cards: Array.from({ length: 40 }, (_, index) => ({
      vendorCode: `AUTO-${index}`,
      title: `Кружка ${index}`,
      subjectID: 812,
      sizes: [{ skus: [] }],
      price: 1000,
      discount: 20,
    })),
  });
  const { body: shop } = await test.call(owner, 'POST', '/shops/', { body: { token } });
  const shopId = Number(shop.id);
  const asked = { accountId: owner.accountId, shopId };
  await syncShopJob.handler(asked, test.deps, { signal: new AbortController().signal, attempt: 1 });
  const readPrices = () => syncPrices({ deps: test.deps, ...asked }, 0);
  const changes = async () => (await test.call(owner, 'GET', '/price-watch/changes/')).body;

  const name = 'Цены ниже: автоакция';
  await test.control('POST', '/promotions', {
    name,
    startsAt: new Date(Date.now() - HOUR_MS).toISOString(),
    endsAt: new Date(Date.now() + 24 * HOUR_MS).toISOString(),
  });
  await readPrices();
  expect((await changes()).count).toBe(0);

  lagMs = 0;
  await readPrices();
  await refreshPromotions({ db: test.database.db, marketplace: test.deps.marketplace }, asked);
  const told = await changes();
  expect(told.count).toBeGreaterThan(0);
  expect(told.unseen_count).toBe(told.count);
  for (const change of told.results) {
    expect(change).toMatchObject({
      shop_id: shopId,
      before_price_kopecks: 1000_00,
      before_discount: 20,
      price_kopecks: 1000_00,
      is_seen: false,
      is_over: false,
      auto_promotions: expect.arrayContaining([name]),
      orders_since: { count: 0, day_count: 1 },
    });
    expect(change.discount).toBeGreaterThan(20);
  }
  const [{ nm_id: nmId, card }] = told.results;
  expect(card.vendor_code).toMatch(/^AUTO-/);
  await storeOrders(test.database.db, owner.accountId, shopId, [
    orderRow({ srid: 'since', at: new Date().toISOString(), nmId, kopecks: 700_00 }),
  ]);
  const [ordered] = (await changes()).results;
  expect(ordered.orders_since).toEqual({ count: 1, day_count: 1 });

  // What can be done: one's own price is sent again.
  const client = await test.deps.marketplace.forShop(test.database.db, owner.accountId, shopId);
  const { uploadId } = await client.uploadPrices([{ nmId, priceRub: 1000, discount: 20 }]);
  await vi.waitFor(async () => expect((await client.priceTask(uploadId))?.status).toBe('done'), {
    timeout: 60_000,
    interval: 100,
  });
  await readPrices();
  const after: { nm_id: number; is_over: boolean; discount: number }[] = (await changes()).results;
  expect(after.filter((change) => change.nm_id === nmId)).toMatchObject([
    { discount: 20, is_over: false },
    { is_over: true, orders_since: null },
  ]);
});
