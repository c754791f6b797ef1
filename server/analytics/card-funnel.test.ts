import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createTestShop,
  openTestMarket,
  type TestMarket,
  type TestShop,
} from '#tests/support/marketplace/test-market.ts';
import { insertCard } from '#tests/support/analytics/fixtures.ts';
import { buildTestApp, type SignedIn, type TestApp } from '#tests/setup/test-app.ts';

let market: TestMarket;
let api: TestApp;
let seller: SignedIn;
let open: TestShop;
let closed: TestShop;
let cardId: number;

const DAY_MS = 86_400_000;
const dayBefore = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
const PERIOD = `from=${dayBefore(30)}&to=${dayBefore(1)}`;

beforeAll(async () => {
  market = await openTestMarket();
  api = await buildTestApp({ marketplace: market.marketplace });
  seller = await api.signIn();
  await api.database.db.updateTable('accounts').set({ is_demo: true }).execute();
  open = await createTestShop(api.database, market, seller);
  closed = await createTestShop(api.database, market, seller, { categories: ['CONTENT'] });
  const [nmId] = await loadCard(open);
  cardId = await insertCard(api.database.db, seller.accountId, {
    nmIds: { [open.shopId]: nmId ?? 0, [closed.shopId]: 5 },
  });
});
afterAll(async () => {
  await api.close();
  await market.close();
});

/** A cup that has long been sold. Answers its nmIDs. */
async function loadCard(shop: TestShop): Promise<number[]> {
  const cards = [
    {
      vendorCode: 'CUP-1',
      title: 'Кружка 350 мл',
      subjectID: 812,
      sizes: [{ skus: ['2000000000022'] }],
      price: 1000,
      discount: 20,
      createdAt: '2026-01-10T00:00:00Z',
    },
  ];
  await market.control('PUT', `/sellers/${shop.sid}/cards`, { cards });
  const client = await market.marketplace.forShop(api.database.db, seller.accountId, shop.shopId);
  const { cards: listed } = await client.listCards({ limit: 10, isDescending: true });
  return listed.map((card) => card.nmId);
}

const funnel = (id: number, query = PERIOD, who = seller) =>
  api.app.inject({
    method: 'GET',
    url: `/api/v1/analytics/cards/${id}/funnel/?${query}`,
    headers: who.headers,
  });

describe('the funnel of a card', () => {
  it('is the marketplace’s own, shop by shop; a shop without a token for it says so', async () => {
    const response = await funnel(cardId);
    expect(response.statusCode).toBe(200);
    const [first, second] = response.json().shops;
    expect(first).toMatchObject({ shop_id: open.shopId, problem: null });
    const { steps } = first;
    expect(steps.opens).toBeGreaterThanOrEqual(steps.carts);
    expect(steps.carts).toBeGreaterThanOrEqual(steps.orders);
    expect(steps.orders).toBeGreaterThan(0);
    expect(steps.orders_kopecks).toBeGreaterThanOrEqual(steps.orders * 100_00);
    expect(second).toMatchObject({ shop_id: closed.shopId, steps: null });
    expect(second.problem).toContain('Аналитика');
    // A token is not made by asking again.
    expect(second.ask_again_in_seconds).toBeNull();
  });

  it('asks only the shops that are named', async () => {
    const response = await funnel(cardId, `${PERIOD}&shop_id=${closed.shopId}`);
    expect(response.json().shops).toMatchObject([{ shop_id: closed.shopId, steps: null }]);
  });

  it('is not a stranger’s', async () => {
    const stranger = await api.signIn('stranger');
    expect((await funnel(cardId, PERIOD, stranger)).statusCode).toBe(404);
  });

  it('refuses a period whose start is later than its end', async () => {
    const response = await funnel(cardId, `from=${dayBefore(1)}&to=${dayBefore(2)}`);
    expect(response.statusCode).toBe(400);
  });

  it('says in how many seconds the marketplace’s limit lets it be asked for again', async () => {
    const operation = 'analytics/sales-funnel/products';
    await market.breakWith([{ operation, kind: '429', times: 1, delayMs: 600_000 }]);
    const [first] = (await funnel(cardId)).json().shops;
    expect(first).toMatchObject({ steps: null, problem: 'Исчерпан лимит запросов Wildberries' });
    expect(first.ask_again_in_seconds).toBeGreaterThan(590);
    expect(first.ask_again_in_seconds).toBeLessThanOrEqual(600);
  });
});
