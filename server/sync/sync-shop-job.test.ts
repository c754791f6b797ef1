import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Deps } from '#server/jobs/deps.ts';
import { misfitting, unavailable, type MarketplaceError } from '#server/marketplace/errors.ts';
import type { Marketplace } from '#server/marketplace/marketplace.ts';
import { openShopTest, type ShopTest } from '#tests/setup/shop-test.ts';
import type { SignedIn } from '#tests/setup/test-app.ts';
import { syncShopJob } from './sync-shop-job.ts';

/** The marketplace is asked by a shop that has just been added, and does not answer. */
let test: ShopTest;
let owner: SignedIn;
let shopId: number;
/** null: prices are answered. */
let failure: MarketplaceError | null;

beforeAll(async () => {
  test = await openShopTest();
  owner = await test.signIn();
});
beforeEach(async () => {
  const { token } = await test.issueToken({ sid: await test.createSeller() });
  shopId = (await test.call(owner, 'POST', '/shops/', { body: { token } })).body.id;
  failure = unavailable('Wildberries не отвечает');
  test.enqueued.length = 0;
});
afterAll(() => test.close());

const lastSyncedAt = async () =>
  (await test.call(owner, 'GET', `/shops/${shopId}/`)).body.last_synced_at as string | null; // of the contract

async function run(data: object = {}): Promise<object | undefined> {
  const silent: Marketplace = {
    ...test.deps.marketplace,
    forShop: async (...shop) => ({
      ...(await test.deps.marketplace.forShop(...shop)),
      ...(failure && { listAllPrices: () => Promise.reject(failure) }),
    }),
  };
  const deps: Deps = { ...test.deps, marketplace: silent };
  const before = test.enqueued.length;
  await syncShopJob.handler({ accountId: owner.accountId, shopId, ...data }, deps, {
    signal: new AbortController().signal,
    attempt: 1,
  });
  return test.enqueued[before];
}

it('a stage that got no answer is asked again soon, as urgently as before, and the shop is not called read', async () => {
  const again = await run({ isAwaited: true });
  expect(again).toMatchObject({ name: 'sync-shop', singletonKey: String(shopId), isAwaited: true });
  expect(again).toMatchObject({ data: { shopId, stage: 'prices', offset: 0, silentRuns: 1 } });
  expect(await lastSyncedAt()).toBeNull();
  failure = null;
  expect(await run({ stage: 'prices', silentRuns: 1 })).toBeUndefined();
  expect(await lastSyncedAt()).not.toBeNull();
});

it('after ten runs without an answer the stage is left to the clock, and the others are read', async () => {
  expect(await run({ stage: 'prices', silentRuns: 9 })).toMatchObject({ data: { silentRuns: 10 } });
  expect(await run({ stage: 'prices', silentRuns: 10 })).toBeUndefined();
  expect(await lastSyncedAt()).not.toBeNull();
});

it('an answer of another shape is no silence: it would come again, and the other stages are read', async () => {
  failure = misfitting({ operation: 'GET /api/v2/list/goods/filter', path: 'data' }, 200);
  expect(await run({ stage: 'prices' })).toBeUndefined();
  expect(await lastSyncedAt()).not.toBeNull();
});
