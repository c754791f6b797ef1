import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertAccount, insertCard } from '#tests/support/analytics/fixtures.ts';
import type { Database } from '#server/db/database.ts';
import { MarketplaceError, noToken } from '#server/marketplace/errors.ts';
import {
  createTestAccount,
  createTestShop,
  openTestMarket,
  type TestMarket,
  type TestShop,
} from '#tests/support/marketplace/test-market.ts';
import {
  findSyncProblems,
  noteSyncProblem,
  readSyncCursor,
  type SyncKey,
} from '#server/sync/sync-cursors.ts';
import { openTestDatabase } from '#tests/setup/test-database.ts';
import { findPromotions } from './find-promotions.ts';
import { readPromotionCards } from './promotion-cards.ts';
import { refreshPromotions } from './sync-promotions-job.ts';
import { storePromotions, type StoredPromotion } from './store-promotions.ts';
import { syncPromotions } from './sync-promotions.ts';

let database: Database;
let market: TestMarket;
beforeAll(async () => {
  database = await openTestDatabase();
  market = await openTestMarket();
});
afterAll(async () => {
  await market.close();
  await database.close();
});

async function shopWithCups(
  token?: Parameters<typeof createTestShop>[3],
): Promise<TestShop & { nmIds: number[] }> {
  const shop = await createTestShop(database, market, await createTestAccount(database), token);
  const cards = Array.from({ length: 40 }, (_, index) => ({
    vendorCode: `CUP-${index}`,
    title: 'Кружка 350 мл',
    subjectID: 812,
    sizes: [{ skus: [`20000000000${10 + index}`] }],
    price: 1000,
    discount: 20,
    createdAt: '2026-01-10T00:00:00Z',
  }));
  const loaded = await market.control('PUT', `/sellers/${shop.sid}/cards`, { cards });
  const nmIds = (loaded['cards'] as { nmID: number }[]).map((card) => card.nmID); // the stand-in's own answer
  return { ...shop, nmIds };
}

const refresh = (shop: TestShop) =>
  refreshPromotions({ db: database.db, marketplace: market.marketplace }, shop);
const calendarOf = ({ accountId, shopId }: TestShop): SyncKey => ({ accountId, shopId, kind: 'promotions' });
const listOf = (shop: TestShop) =>
  findPromotions(database.db, shop.accountId, { shopIds: [shop.shopId] }, new Date());

describe('the calendar of a shop, read over HTTP', () => {
  it('has current, coming and past promotions with their terms', async () => {
    const shop = await shopWithCups();
    await refresh(shop);
    const all = await listOf(shop);
    expect(new Set(all.map((one) => one.period))).toEqual(new Set(['current', 'upcoming', 'past']));
    const regular = all.find((one) => one.type === 'regular' && one.period !== 'past');
    expect(regular?.boosts[0]).toMatch(/^\+\d+\u00a0% в поиске товарам акции при участии от \d+\u00a0%$/);
    expect((regular?.inActionCount ?? 0) + (regular?.availableCount ?? 0)).toBeGreaterThan(0);
  });

  it('does not say of automatic promotions how many goods are in them', async () => {
    const shop = await shopWithCups();
    await refresh(shop);
    const automatic = (await listOf(shop)).filter((one) => one.type === 'auto');
    expect(automatic.length).toBeGreaterThan(0);
    for (const one of automatic) {
      expect(one).toMatchObject({ inActionCount: null, availableCount: null, participationPercent: null });
    }
  });

  it('is not asked again while it is fresh', async () => {
    const shop = await shopWithCups();
    await refresh(shop);
    const before = await readSyncCursor(database.db, calendarOf(shop));
    await market.breakWith([{ operation: 'calendar/*', kind: '500' }]);
    await refresh(shop);
    await market.breakWith([]);
    expect(await readSyncCursor(database.db, calendarOf(shop))).toEqual(before);
  });

  it('that was refused keeps what the marketplace said when the next reading finds no token left', async () => {
    const shop = await shopWithCups();
    const refusal = ['Wildberries не принял токен: он отозван или истёк'];
    await noteSyncProblem(
      database.db,
      calendarOf(shop),
      new MarketplaceError({ kind: 'token', status: 401, detail: refusal }),
    );
    await noteSyncProblem(database.db, calendarOf(shop), noToken('Нет активного токена', 'no_token'));
    expect((await readSyncCursor(database.db, calendarOf(shop))).problem).toBe(refusal[0]);
  });

  it('of a shop without the token is a problem that names the category', async () => {
    const shop = await shopWithCups({ categories: ['CONTENT'] });
    await refresh(shop);
    const problems = await findSyncProblems(database.db, shop.accountId, [shop.shopId], ['promotions']);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ shopId: shop.shopId, shopName: 'Северика' });
    expect(problems[0]?.detail).toContain('Цены и скидки');
  });

  it('with a basic token is read in two goes: the list, and the details when the limit allows', async () => {
    const limited = await openTestMarket({ limits: 'real' });
    try {
      const shop = await createTestShop(database, limited, await createTestAccount(database), { acc: 1 });
      await refreshPromotions({ db: database.db, marketplace: limited.marketplace }, shop);
      expect((await listOf(shop)).length).toBeGreaterThan(0);
      const [problem] = await findSyncProblems(database.db, shop.accountId, [shop.shopId], ['promotions']);
      expect(problem?.detail).toMatch(/лимит/);
      const calls: string[] = [];
      await syncPromotions({
        db: database.db,
        client: {
          listPromotions: () => Promise.reject(new Error('the list was read already')),
          promotionDetails: () => {
            calls.push('details');
            return Promise.resolve([]);
          },
        },
        ...shop,
        now: new Date(),
      });
      expect(calls.length).toBeGreaterThan(0);
      expect(await findSyncProblems(database.db, shop.accountId, [shop.shopId], ['promotions'])).toEqual([]);
    } finally {
      await limited.close();
    }
  });
});

describe('stored promotions', () => {
  const now = new Date('2026-11-20T09:00:00Z');
  const since = new Date('2026-10-20T09:00:00Z');
  const stored = (wbPromotionId: number, startsAt: string, endsAt: string): StoredPromotion => ({
    wbPromotionId,
    name: `Акция ${wbPromotionId}`,
    type: 'regular',
    startsAt: `${startsAt}T00:00:00Z`,
    endsAt: `${endsAt}T00:00:00Z`,
  });

  it('stand in the order in which they matter: what ends first, what begins first, what ended last', async () => {
    const { accountId, shopIds } = await insertAccount(database.db);
    await storePromotions(
      database.db,
      accountId,
      shopIds[0] ?? 0,
      [
        stored(1, '2026-11-01', '2026-11-05'),
        stored(2, '2026-11-10', '2026-11-15'),
        stored(3, '2026-11-18', '2026-11-29'),
        stored(4, '2026-11-19', '2026-11-22'),
        stored(5, '2026-12-20', '2026-12-30'),
        stored(6, '2026-12-01', '2026-12-31'),
      ],
      since,
    );
    const ids = (await findPromotions(database.db, accountId, {}, now)).map((one) => one.wbPromotionId);
    expect(ids).toEqual([4, 3, 6, 5, 2, 1]);
  });

  it('leave when the calendar has them no more; older ones stay', async () => {
    const { accountId, shopIds } = await insertAccount(database.db);
    const shopId = shopIds[0] ?? 0;
    await storePromotions(
      database.db,
      accountId,
      shopId,
      [stored(1, '2026-08-01', '2026-08-05')],
      new Date('2026-07-01'),
    );
    await storePromotions(database.db, accountId, shopId, [stored(2, '2026-11-18', '2026-11-29')], since);
    await storePromotions(database.db, accountId, shopId, [stored(3, '2026-11-18', '2026-11-29')], since);
    expect((await findPromotions(database.db, accountId, {}, now)).map((one) => one.wbPromotionId)).toEqual([
      3, 1,
    ]);
  });

  it('are the account’s own', async () => {
    const { accountId, shopIds } = await insertAccount(database.db);
    const stranger = await insertAccount(database.db);
    await storePromotions(
      database.db,
      accountId,
      shopIds[0] ?? 0,
      [stored(1, '2026-11-18', '2026-11-29')],
      since,
    );
    expect(await findPromotions(database.db, stranger.accountId, { shopIds }, now)).toEqual([]);
    await storePromotions(database.db, stranger.accountId, shopIds[0] ?? 0, [], since);
    expect(await findPromotions(database.db, accountId, {}, now)).toHaveLength(1);
  });
});

describe('goods of a promotion', () => {
  const openClient = (shop: TestShop) => () =>
    market.marketplace.forShop(database.db, shop.accountId, shop.shopId);

  it('are those inside and those invited, joined with our cards', async () => {
    const shop = await shopWithCups();
    await refresh(shop);
    for (const nmId of shop.nmIds) {
      await insertCard(database.db, shop.accountId, {
        costPriceKopecks: 250_00,
        nmIds: { [shop.shopId]: nmId },
      });
    }
    const promotion = (await listOf(shop)).find((one) => one.type === 'regular' && one.period !== 'past');
    if (!promotion) throw new Error('the calendar always has a regular promotion');
    const cards = await readPromotionCards(
      database.db,
      { accountId: shop.accountId, userId: 0 },
      promotion,
      openClient(shop),
    );
    expect(cards.filter((card) => card.isInAction)).toHaveLength(promotion.inActionCount ?? -1);
    expect(cards.filter((card) => !card.isInAction)).toHaveLength(promotion.availableCount ?? -1);
    for (const card of cards) {
      expect(card).toMatchObject({ priceKopecks: 1000_00, discount: 20, finalPriceKopecks: 800_00 });
      expect(card).toMatchObject({ title: 'Кружка 350 мл', costPriceKopecks: 250_00 });
      expect(card.planPriceKopecks).toBe(1000 * (100 - card.planDiscount));
    }
  });

  it('are not asked for when the promotion is automatic or over', async () => {
    const shop = await shopWithCups();
    await refresh(shop);
    const refuse = () => Promise.reject(new Error('not expected'));
    const all = await listOf(shop);
    for (const promotion of all.filter((one) => one.type === 'auto' || one.period === 'past')) {
      expect(
        await readPromotionCards(database.db, { accountId: shop.accountId, userId: 0 }, promotion, refuse),
      ).toEqual([]);
    }
  });
});
