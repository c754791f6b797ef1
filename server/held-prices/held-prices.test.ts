import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { syncShopJob } from '#server/sync/sync-shop-job.ts';
import { addTestSubjects, titleForShop } from '#tests/support/cards/fixtures.ts';
import { openShopTest, type ShopTest } from '#tests/setup/shop-test.ts';
import type { SignedIn } from '#tests/setup/test-app.ts';

let test: ShopTest;
let owner: SignedIn;
let people = 0;

beforeAll(async () => {
  test = await openShopTest();
  await addTestSubjects(test.database.db);
});
beforeEach(async () => {
  people += 1;
  owner = await test.signIn(`owner-${people}`);
});
afterAll(() => test.close());

const list = async (query = '') => (await test.call(owner, 'GET', `/held-prices/${query}`)).body;
const read = async () => expect((await test.call(owner, 'POST', '/held-prices/reading/')).status).toBe(204);

/** A shop on the stand-in with cards that are sold at 1 000 ₽ less 20 %, read by the job. */
async function addShop(vendorCodes: string[], categories?: string[]) {
  const sid = await test.createSeller('Карантин');
  const { token } = await test.issueToken({ sid, ...(categories && { categories }) });
  const { cards } = await test.control<{ cards: { nmID: number }[] }>('PUT', `/sellers/${sid}/cards`, {
    cards: vendorCodes.map((vendorCode) => ({
      vendorCode,
      title: `Кружка ${vendorCode}`,
      subjectID: 812,
      sizes: [{ skus: [] }],
      price: 1000,
      discount: 20,
    })),
  });
  const { body: shop } = await test.call(owner, 'POST', '/shops/', { body: { token } });
  await syncShopJob.handler({ accountId: owner.accountId, shopId: shop.id }, test.deps, {
    signal: new AbortController().signal,
    attempt: 1,
  });
  return { shopId: Number(shop.id), nmIds: cards.map(({ nmID }) => nmID) };
}

/** Sends a price past us, and waits until the marketplace has looked at it. */
async function setPrice(shopId: number, nmId: number, priceRub: number): Promise<void> {
  const client = await test.deps.marketplace.forShop(test.database.db, owner.accountId, shopId);
  const { uploadId } = await client.uploadPrices([{ nmId, priceRub, discount: 20 }]);
  await vi.waitFor(
    async () => expect(['done', 'failed']).toContain((await client.priceTask(uploadId))?.status),
    { timeout: 60_000, interval: 200 },
  );
}

it('a price that was not applied is in the list and in its card, until another one is accepted', async () => {
  const { shopId, nmIds } = await addShop(['A-1', 'A-2']);
  const [nmId = 0] = nmIds;
  expect(await list()).toMatchObject({ count: 0, results: [], problems: [] });
  expect((await list()).read_at).not.toBeNull();

  await setPrice(shopId, nmId, 250);
  await read();
  const held = {
    price_kopecks: 250_00,
    discount: 20,
    present_price_kopecks: 1000_00,
    present_discount: 20,
  };
  const { results } = await list();
  expect(results).toMatchObject([{ ...held, shop_id: shopId, nm_id: nmId, card: { vendor_code: 'A-1' } }]);
  const inShops = await test.call(owner, 'GET', `/cards/${results[0].card.id}/shop-cards/`);
  expect(inShops.body).toMatchObject([{ held_price: held }]);

  // By the name that its shop sells it under.
  const place = { accountId: owner.accountId, shopId, cardId: results[0].card.id };
  await titleForShop(test.database.db, place, 'Кружка «Север»');
  expect((await list()).results[0].card.title).toBe('Кружка «Север»');

  // The same price is as old as it was; another one is new.
  await read();
  expect((await list()).results[0].held_since).toBe(results[0].held_since);
  await setPrice(shopId, nmId, 240);
  await read();
  expect((await list()).results).toMatchObject([{ price_kopecks: 240_00 }]);
  expect((await list()).results[0].held_since > results[0].held_since).toBe(true);

  await setPrice(shopId, nmId, 900);
  await read();
  expect(await list()).toMatchObject({ count: 0 });
});

it('a shop that cannot be read says why, keeps what was read, and the others are read', async () => {
  const { shopId, nmIds } = await addShop(['B-1']);
  await setPrice(shopId, nmIds[0] ?? 0, 250);
  await addShop(['C-1'], ['content']);
  await read();
  const half = await list();
  expect(half).toMatchObject({ count: 1, read_at: null });
  expect(half.problems).toHaveLength(1);
  await test.database.db.deleteFrom('shop_tokens').where('shop_id', '=', shopId).execute();
  await read();
  expect((await list()).problems).toHaveLength(2);
  expect((await list()).count).toBe(1);
});

it('is paged, and nobody else’s', async () => {
  const { shopId, nmIds } = await addShop(['D-1', 'D-2', 'D-3']);
  for (const nmId of nmIds) await setPrice(shopId, nmId, 250);
  await read();
  const pages = [await list('?limit=2'), await list('?limit=2&offset=2')];
  expect(pages).toMatchObject([
    { count: 3, previous: null },
    { count: 3, next: null },
  ]);
  expect(new Set(pages.flatMap(({ results }) => results.map((one: { nm_id: number }) => one.nm_id)))).toEqual(
    new Set(nmIds),
  );
  owner = await test.signIn('stranger');
  await read();
  expect(await list()).toMatchObject({ count: 0, results: [] });
});
