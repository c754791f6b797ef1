import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type SignedIn, type TestApp } from '#tests/setup/test-app.ts';
import { storeReportRows } from './store-sales.ts';
import { insertCard, reportRow } from '#tests/support/analytics/fixtures.ts';

let api: TestApp;
let seller: SignedIn;
let shopId: number;
let cardId: number;

beforeAll(async () => {
  api = await buildTestApp();
  seller = await api.signIn();
  const { db } = api.database;
  const shop = await db
    .insertInto('shops')
    .values({ account_id: seller.accountId, name: 'Северика', sid: 'e8923014-e233-47c6-9c9c-0e2d9a1b2c3d' })
    .returning('id')
    .executeTakeFirstOrThrow();
  shopId = shop.id;
  cardId = await insertCard(db, seller.accountId, { costPriceKopecks: 100_00, nmIds: { [shopId]: 700 } });
  await storeReportRows(
    db,
    seller.accountId,
    shopId,
    [700, 701, 702].map((nmId) =>
      reportRow({
        day: '2026-03-02',
        nmId,
        vendorCode: `VC-${nmId}`,
        quantity: 1,
        retailPriceWithDiscKopecks: 500_00,
        retailAmountKopecks: 400_00,
        forPayKopecks: 350_00,
      }),
    ),
  );
});
afterAll(() => api.close());

const get = (path: string, who = seller) =>
  api.app.inject({ method: 'GET', url: `/api/v1/analytics${path}`, headers: who.headers });

describe('the analytics API', () => {
  it('answers a period with both sides and the basis that was asked for', async () => {
    const response = await get('/profit/?from=2026-03-01&to=2026-03-04&basis=INCOME_MINUS_EXPENSES');
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({
      basis: 'INCOME_MINUS_EXPENSES',
      SELECTED: { from: '2026-03-01', totals: { revenue_kopecks: 1_500_00, buyouts: 3 } },
      PREVIOUS: { from: '2026-02-25', to: '2026-02-28', totals: { revenue_kopecks: 0, margin_share: null } },
      cards_without_cost_price: 2,
      reported_until: '2026-03-02',
    });
  });

  it('answers the last two weeks that are reported when no days are asked for', async () => {
    expect((await get('/profit/')).json()).toMatchObject({
      SELECTED: { from: '2026-02-17', to: '2026-03-02', totals: { buyouts: 3 } },
      PREVIOUS: { from: '2026-02-03', to: '2026-02-16' },
    });
    expect((await get('/profit/?against=YEAR_AGO')).json()).toMatchObject({
      PREVIOUS: { from: '2025-02-17', to: '2025-03-02' },
    });
  });

  it('answers the same days of the year before when they are asked for', async () => {
    const response = await get('/profit/?from=2027-03-01&to=2027-03-04&against=YEAR_AGO');
    expect(response.json()).toMatchObject({
      SELECTED: { from: '2027-03-01', totals: { buyouts: 0 } },
      PREVIOUS: { from: '2026-03-01', to: '2026-03-04', totals: { buyouts: 3 } },
    });
  });

  it('pages cards, and the pages lead to each other', async () => {
    const first = (await get('/profit/cards/?from=2026-03-01&to=2026-03-04&limit=2')).json();
    expect(first).toMatchObject({ count: 3, previous: null });
    expect(first.results).toHaveLength(2);
    const next = await api.app.inject({ method: 'GET', url: first.next, headers: seller.headers });
    expect(next.json().results).toHaveLength(1);
    expect(next.json().next).toBeNull();
  });

  it('parts all cards into groups by profit, and pages one of them', async () => {
    const period = 'from=2026-03-01&to=2026-03-04';
    const { SELECTED } = (await get(`/profit/?${period}`)).json();
    const whole = (await get(`/profit/cards/?${period}&shop_rows=true`)).json();
    const sum = (of: 'count' | 'profit_kopecks') =>
      whole.groups.reduce((all: number, group: Record<string, number>) => all + (group[of] ?? 0), 0);
    expect(whole.groups.map(({ group }: { group: string }) => group)).toEqual(['A', 'B', 'C', 'LOSS']);
    expect(whole.curve.at(-1)).toMatchObject({ count: sum('count'), profit_kopecks: sum('profit_kopecks') });
    expect(sum('count')).toBe(whole.count);
    expect(sum('profit_kopecks')).toBe(SELECTED.totals.profit_kopecks);
    for (const { group, count, profit_kopecks } of whole.groups) {
      const part = (await get(`/profit/cards/?${period}&shop_rows=true&group=${group}`)).json();
      expect(part.count).toBe(count);
      expect(part.groups).toEqual(whole.groups);
      expect(part.curve).toEqual(whole.curve);
      const profits = part.results.map(
        (card: { totals: Record<string, number> }) => card.totals['profit_kopecks'] ?? 0,
      );
      expect(profits.reduce((all: number, one: number) => all + one, 0)).toBe(profit_kopecks);
    }
    const unknown = await get(`/profit/cards/?${period}&group=D`);
    expect(unknown.json().errors).toEqual([expect.objectContaining({ field: 'group' })]);
  });

  it.each([
    ['from=2026-03-05&to=2026-03-04', 'from'],
    ['from=2025-01-01&to=2026-03-04', 'to'],
    ['from=2026-13-01&to=2026-03-04', 'from'],
    ['from=2026-02-30&to=2026-03-04', 'from'],
    ['to=2026-03-04', 'from'],
    ['from=2026-03-04', 'to'],
    ['from=2026-03-01&to=2026-03-04&basis=ALL', 'basis'],
    ['from=2026-03-01&to=2026-03-04&against=LUCK', 'against'],
    ['from=2026-03-01&to=2026-03-04&shops=1', 'shops'],
  ])('refuses %s and names the field', async (query, field) => {
    const response = await get(`/profit/?${query}`);
    expect(response.statusCode).toBe(400);
    expect(response.json().errors).toEqual([expect.objectContaining({ field })]);
  });

  it('answers statistics of a card, day by day', async () => {
    const response = await get(`/cards/${cardId}/?from=2026-03-01&to=2026-03-02`);
    expect(response.json()).toMatchObject({
      days: [
        { day: '2026-03-01', buyouts: 0 },
        { day: '2026-03-02', buyouts: 1 },
      ],
      shops: [{ shop_id: shopId, buyouts: 1 }],
    });
  });

  it('shows a stranger neither the card nor the shop, and nothing in sums', async () => {
    const stranger = await api.signIn('stranger');
    const period = 'from=2026-03-01&to=2026-03-04';
    expect((await get(`/cards/${cardId}/?${period}`, stranger)).statusCode).toBe(404);
    expect((await get(`/profit/?${period}&shop=${shopId}`, stranger)).statusCode).toBe(404);
    const own = (await get(`/profit/?${period}`, stranger)).json();
    expect(own.SELECTED.totals.revenue_kopecks).toBe(0);
  });

  it('wants a session', async () => {
    const response = await api.app.inject({ method: 'GET', url: '/api/v1/analytics/profit/' });
    expect(response.statusCode).toBe(401);
  });
});

describe('the meter of VAT', () => {
  const unread = async (who = seller) =>
    (await get('/vat-thresholds/', who))
      .json()
      .map((one: { unread_shop_ids: number[] }) => one.unread_shop_ids);

  it('names shops whose sales were not read to the end even once', async () => {
    const { db } = api.database;
    const key = { account_id: seller.accountId, shop_id: shopId, kind: 'report' };
    expect(await unread()).toEqual([[shopId]]);
    await db
      .insertInto('sync_cursors')
      .values({ ...key, problem: null })
      .execute();
    expect(await unread()).toEqual([[shopId]]);
    await db
      .updateTable('sync_cursors')
      .set({ synced_at: new Date() })
      .where('shop_id', '=', shopId)
      .execute();
    expect(await unread()).toEqual([[]]);
    const stranger = await api.signIn('somebody else');
    expect(await unread(stranger)).toEqual([]);
  });
});
