import { assert, integer, option, asyncProperty } from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { storeOrders } from '#server/analytics/store-sales.ts';
import { syncPrices } from '#server/sync/sync-prices.ts';
import { syncShopJob } from '#server/sync/sync-shop-job.ts';
import { orderRow } from '#tests/support/analytics/fixtures.ts';
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

/** A shop on the stand-in with cards that are sold at 1 000 ₽ less 20 %, read by the job. */
async function addShop(vendorCodes: string[]) {
  const sid = await test.createSeller('Цены');
  const { token } = await test.issueToken({ sid });
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
  const rows = await test.database.db
    .selectFrom('shop_cards')
    .select(['card_id', 'nm_id'])
    .where('shop_id', '=', shop.id)
    .execute();
  const cardIds = cards.map(({ nmID }) => rows.find((row) => row.nm_id === nmID)?.card_id ?? 0);
  return { shopId: Number(shop.id), nmIds: cards.map(({ nmID }) => nmID), cardIds };
}

const setFloor = (cardId: number, floor: number | null, overCost: number | null = null) =>
  test.call(owner, 'PUT', `/cards/${cardId}/price-floor/`, {
    body: { floor_kopecks: floor, over_cost_basis_points: overCost },
  });
const below = async () => (await test.call(owner, 'GET', '/price-watch/below-floor/')).body;
const changes = async () => (await test.call(owner, 'GET', '/price-watch/changes/')).body;
const readPrices = (shopId: number) => syncPrices({ deps: test.deps, accountId: owner.accountId, shopId }, 0);

/** Sends a price past us, and waits until the marketplace has looked at it. */
async function setPriceThere(shopId: number, nmId: number, priceRub: number, discount = 20): Promise<void> {
  const client = await test.deps.marketplace.forShop(test.database.db, owner.accountId, shopId);
  const { uploadId } = await client.uploadPrices([{ nmId, priceRub, discount }]);
  await vi.waitFor(async () => expect((await client.priceTask(uploadId))?.status).toBe('done'), {
    timeout: 60_000,
    interval: 100,
  });
}

describe('the lowest price of a card', () => {
  it('is said in roubles, over the cost price, or both; what is not said is no floor', async () => {
    const { cardIds } = await addShop(['A-1']);
    const [cardId = 0] = cardIds;
    expect((await test.call(owner, 'GET', `/cards/${cardId}/price-floor/`)).body).toEqual({
      floor_kopecks: null,
      over_cost_basis_points: null,
      lowest_kopecks: null,
    });
    expect((await setFloor(cardId, 750_00)).body.lowest_kopecks).toBe(750_00);
    // No cost price is known yet.
    expect((await setFloor(cardId, null, 2000)).body.lowest_kopecks).toBeNull();
    await test.database.db
      .updateTable('cards')
      .set({ cost_price_kopecks: 700_00 })
      .where('id', '=', cardId)
      .execute();
    expect((await setFloor(cardId, 750_00, 2000)).body.lowest_kopecks).toBe(840_00);
    expect((await setFloor(cardId, 900_00, 2000)).body.lowest_kopecks).toBe(900_00);
    expect((await setFloor(cardId, null)).body.lowest_kopecks).toBeNull();
    expect((await setFloor(cardId, 0)).status).toBe(400);
  });

  it('is the higher of the two, whatever they are', async () => {
    const amounts = option(integer({ min: 1, max: 1_000_000_00 }));
    await assert(
      asyncProperty(
        amounts,
        amounts,
        option(integer({ min: 0, max: 100_000 })),
        async (floor, cost, points) => {
          const { rows } = await sql<{ lowest: number | null }>`
            SELECT lowest_price(${floor}::bigint, ${points}::int, ${cost}::bigint) AS lowest`.execute(
            test.database.db,
          );
          const overCost =
            cost === null || points === null ? null : Math.ceil((cost * (10_000 + points)) / 10_000);
          const known = [floor, overCost].filter((one) => one !== null);
          expect(rows[0]?.lowest).toBe(known.length === 0 ? null : Math.max(...known));
        },
      ),
      { numRuns: 50 },
    );
  });

  it('shows what is sold below it now', async () => {
    const { shopId, cardIds } = await addShop(['B-1', 'B-2']);
    await setFloor(cardIds[0] ?? 0, 800_00);
    expect((await below()).count).toBe(0);
    await setFloor(cardIds[0] ?? 0, 800_01);
    await setFloor(cardIds[1] ?? 0, 900_00);
    expect(await below()).toMatchObject({
      count: 2,
      results: [
        { shop_id: shopId, price_kopecks: 800_00, lowest_kopecks: 900_00, card: { vendor_code: 'B-2' } },
        { lowest_kopecks: 800_01 },
      ],
    });
    const place = { accountId: owner.accountId, shopId, cardId: cardIds[1] ?? 0 };
    await titleForShop(test.database.db, place, 'Кружка «Север»');
    expect((await below()).results[0].card.title).toBe('Кружка «Север»');
    const stranger = await test.signIn('stranger');
    expect((await test.call(stranger, 'GET', '/price-watch/below-floor/')).body.count).toBe(0);
  });

  it('PM-09: is held by a change of many cards, which refuses in words', async () => {
    const { cardIds } = await addShop(['C-1', 'C-2']);
    await setFloor(cardIds[0] ?? 0, 700_00);
    const change = { kind: 'PRICES', price: { kind: 'SET', kopecks: 800_00 } };
    const { body: edit } = await test.call(owner, 'POST', '/cards/bulk-edits/', {
      body: { selection: { ids: cardIds }, change },
    });
    expect(edit.counts).toMatchObject({ ready: 1, refused: 1 });
    const { body } = await test.call(owner, 'GET', `/cards/bulk-edits/${edit.id}/rows/?state=REFUSED`);
    expect(body.results[0].refusal).toMatch(/Вышло бы 640\s₽: ниже минимальной цены 700\s₽/);
    const { body: discounts } = await test.call(owner, 'POST', '/cards/bulk-edits/', {
      body: {
        selection: { ids: cardIds },
        change: { kind: 'PRICES', discount: { kind: 'SET', percent: 35 } },
      },
    });
    expect(discounts.counts).toMatchObject({ ready: 1, refused: 1 });
  });

  it('PM-10: is told by the check before cards are sent', async () => {
    const { shopId, cardIds } = await addShop(['D-1']);
    await setFloor(cardIds[0] ?? 0, 900_00);
    const { body } = await test.call(owner, 'POST', '/cards/check-card/', {
      body: { selection: { ids: cardIds }, shop_ids: [shopId] },
    });
    expect(body.problems).toContainEqual(
      expect.objectContaining({
        shop_id: shopId,
        kind: 'error',
        detail: expect.stringMatching(/^Цена 800\s₽ ниже минимальной 900\s₽/),
      }),
    );
  });
});

describe('prices that others have changed', () => {
  it('are kept with what was, until they are looked at; a first reading is no change', async () => {
    const { shopId, nmIds, cardIds } = await addShop(['E-1', 'E-2']);
    expect(await changes()).toMatchObject({ count: 0, unseen_count: 0 });
    await setPriceThere(shopId, nmIds[0] ?? 0, 900, 30);
    await readPrices(shopId);
    await readPrices(shopId);
    const seen = await changes();
    expect(seen).toMatchObject({ count: 1, unseen_count: 1 });
    expect(seen.results[0]).toMatchObject({
      shop_id: shopId,
      nm_id: nmIds[0],
      before_price_kopecks: 1000_00,
      before_discount: 20,
      price_kopecks: 900_00,
      discount: 30,
      is_seen: false,
      is_over: false,
      card: { vendor_code: 'E-1' },
    });
    expect(seen.results[0].orders_since).toEqual({ count: 0, day_count: 1 });
    const place = { accountId: owner.accountId, shopId, cardId: cardIds[0] ?? 0 };
    await titleForShop(test.database.db, place, 'Кружка «Север»');
    expect((await changes()).results[0].card.title).toBe('Кружка «Север»');
    const mark = { body: { up_to_id: seen.results[0].id } };
    expect((await test.call(owner, 'POST', '/price-watch/changes/seen/', mark)).status).toBe(204);
    expect(await changes()).toMatchObject({ count: 1, unseen_count: 0 });
    await setPriceThere(shopId, nmIds[0] ?? 0, 950, 30);
    await readPrices(shopId);
    expect((await changes()).results).toMatchObject([{ is_over: false }, { is_over: true }]);
  });

  it('say how many were ordered in the shop since, without cancelled orders, until the price is another', async () => {
    const { shopId, nmIds } = await addShop(['H-1']);
    const [nmId = 0] = nmIds;
    await setPriceThere(shopId, nmId, 900);
    await readPrices(shopId);
    const { db } = test.database;
    await db
      .updateTable('price_changes')
      .set({ noticed_at: new Date(Date.now() - 2 * 86_400_000) })
      .where('shop_id', '=', shopId)
      .execute();
    const place = (srid: string, daysAgo: number, changed = {}) =>
      orderRow({
        srid,
        at: new Date(Date.now() - daysAgo * 86_400_000).toISOString(),
        nmId,
        kopecks: 720_00,
        ...changed,
      });
    await storeOrders(db, owner.accountId, shopId, [
      place('since-1', 2),
      place('since-2', 0),
      place('before', 3),
      place('cancelled', 1, { isCancel: true }),
      place('another', 1, { nmId: nmId + 1_000_000 }),
    ]);
    expect((await changes()).results[0].orders_since).toEqual({ count: 2, day_count: 3 });
    await setPriceThere(shopId, nmId, 950);
    await readPrices(shopId);
    expect((await changes()).results.map((one: { orders_since: unknown }) => one.orders_since)).toEqual([
      { count: 1, day_count: 1 },
      null,
    ]);
  });

  it('are nobody else’s to mark', async () => {
    const { shopId, nmIds } = await addShop(['F-1']);
    await setPriceThere(shopId, nmIds[0] ?? 0, 900);
    await readPrices(shopId);
    const [change] = (await changes()).results;
    const stranger = await test.signIn('stranger');
    await test.call(stranger, 'POST', '/price-watch/changes/seen/', { body: { up_to_id: change.id } });
    expect(await changes()).toMatchObject({ unseen_count: 1 });
  });

  it('PM-11: are not those that an application of ours asked for', async () => {
    const { shopId, nmIds, cardIds } = await addShop(['G-1']);
    const application = await test.database.db
      .insertInto('promotion_applications')
      .values({
        account_id: owner.accountId,
        user_id: owner.userId,
        kind: 'JOIN',
        state: 'CONFIRMING',
        wb_promotion_id: 5,
        promotion_name: 'Хиты',
        upload_now: true,
        guards: JSON.stringify({ minProfitKopecks: null, minMarginPercent: null }),
        steps: '[]',
        started_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await test.database.db
      .insertInto('promotion_application_cards')
      .values({
        application_id: application.id,
        shop_id: shopId,
        nm_id: nmIds[0] ?? 0,
        account_id: owner.accountId,
        step: 0,
        card_id: cardIds[0] ?? 0,
        vendor_code: 'G-1',
        title: '',
        price_kopecks: 800_00,
        discount: 20,
        new_price_kopecks: 700_00,
        new_discount: 30,
        profit_kopecks: null,
        floor_kopecks: null,
        left_out: null,
        state: 'SENT',
        reason: null,
      })
      .execute();
    await setPriceThere(shopId, nmIds[0] ?? 0, 1000, 30);
    await readPrices(shopId);
    expect((await changes()).count).toBe(0);
    // Somebody else goes on from there.
    await setPriceThere(shopId, nmIds[0] ?? 0, 1000, 45);
    await readPrices(shopId);
    expect((await changes()).count).toBe(1);
  });
});
