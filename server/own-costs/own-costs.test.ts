import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type SignedIn, type TestApp } from '#tests/setup/test-app.ts';
import { storeReportRows } from '#server/analytics/store-sales.ts';
import { insertCard, reportRow } from '#tests/support/analytics/fixtures.ts';

let test: TestApp;
let seller: SignedIn;
let first = 0;
let second = 0;

beforeAll(async () => {
  test = await buildTestApp();
  seller = await test.signIn();
  [first = 0, second = 0] = await Promise.all([1, 2].map((number) => addShop(seller, number)));
  await insertCard(test.database.db, seller.accountId, { costPriceKopecks: 0, nmIds: { [first]: 100 } });
  for (const shopId of [first, second]) {
    await storeReportRows(test.database.db, seller.accountId, shopId, [
      reportRow({
        day: '2026-03-02',
        nmId: shopId === first ? 100 : 200,
        quantity: 1,
        retailPriceWithDiscKopecks: shopId === first ? 3_000_00 : 1_000_00,
        retailAmountKopecks: 1_000_00,
        forPayKopecks: 1_000_00,
      }),
    ]);
  }
});
afterAll(() => test.close());

async function addShop({ accountId }: SignedIn, number: number): Promise<number> {
  const { id } = await test.database.db
    .insertInto('shops')
    .values({
      account_id: accountId,
      name: `Магазин ${number}`,
      sid: `e8923014-e233-47c6-9c9c-${String(accountId * 100 + number).padStart(12, '0')}`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const packaging = {
  kind: 'PACKAGING',
  name: 'Коробки',
  amount_kopecks: 400_00,
  from: '2026-03-02',
  to: '2026-03-02',
  shop_id: null as number | null,
  nm_id: null as number | null,
  is_tax_deductible: false,
};
const send = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object, version?: number) =>
  test.app.inject({
    method,
    url: `/api/v1${path}`,
    headers: { ...seller.headers, ...(version === undefined ? {} : { 'if-match': `"v${version}"` }) },
    ...(body ? { payload: body } : {}),
  });
const march = async (shopId?: number) => {
  const query = `from=2026-03-01&to=2026-03-04${shopId === undefined ? '' : `&shop=${shopId}`}`;
  const profit = (await send('GET', `/analytics/profit/?${query}`)).json();
  const cards = (await send('GET', `/analytics/profit/cards/?${query}&shop_rows=true`)).json();
  return { profit, cards: cards.results as { nm_id: number; totals: { own_costs_kopecks: number } }[] };
};

describe('own costs', () => {
  it('lower the profit of their days, shops and cards, which add up to them', async () => {
    const before = await march();
    const created = await send('POST', '/own-costs/', packaging);
    expect(created.statusCode).toBe(201);
    const after = await march();
    expect(after.profit.SELECTED.totals).toMatchObject({
      own_costs_kopecks: 400_00,
      profit_kopecks: before.profit.SELECTED.totals.profit_kopecks - 400_00,
      tax_kopecks: before.profit.SELECTED.totals.tax_kopecks,
    });
    expect(after.cards.map((card) => [card.nm_id, card.totals.own_costs_kopecks])).toEqual(
      expect.arrayContaining([
        [100, 300_00],
        [200, 100_00],
      ]),
    );
    expect((await march(second)).profit.SELECTED.totals.own_costs_kopecks).toBe(100_00);
    // The report covers the day as before: a cost that was said by hand is no source that does not.
    expect(after.profit.coverage).toEqual(before.profit.coverage);
    const { id, version } = created.json();
    expect((await send('DELETE', `/own-costs/${id}/`, undefined, version)).statusCode).toBe(204);
    expect((await march()).profit.SELECTED.totals).toEqual(before.profit.SELECTED.totals);
  });

  it('of all shops are shared with those of another taxpayer, whichever of them is shown', async () => {
    const rate = { from: '2026-01-01', basis: 'INCOME', rate_percent: 6, vat_percent: 0 };
    const other = { name: 'ИП Второй', shop_ids: [second], tax_rates: [rate] };
    const { id: otherId } = (await send('POST', '/taxpayers/', other)).json();
    const { id } = (await send('POST', '/own-costs/', packaging)).json();
    const shares = await Promise.all([first, second].map((shopId) => march(shopId)));
    expect(shares.map(({ profit }) => profit.SELECTED.totals.own_costs_kopecks)).toEqual([300_00, 100_00]);
    await send('DELETE', `/own-costs/${id}/`, undefined, 1);
    expect((await send('DELETE', `/taxpayers/${otherId}/`, undefined, 1)).statusCode).toBe(204);
  });

  it('changed by three at the same moment are changed by one of them', async () => {
    const { id } = (await send('POST', '/own-costs/', packaging)).json();
    const changed = await Promise.all(
      [1, 2, 3].map((amount_kopecks) =>
        send('PATCH', `/own-costs/${id}/`, { ...packaging, amount_kopecks }, 1),
      ),
    );
    expect(changed.map(({ statusCode }) => statusCode).sort()).toEqual([200, 412, 412]);
    await send('DELETE', `/own-costs/${id}/`, undefined, 2);
  });

  it('are listed by days, changed, and not by two at once', async () => {
    const { id } = (await send('POST', '/own-costs/', { ...packaging, to: '2026-04-10' })).json();
    const listed = async (from: string, to: string) =>
      (await send('GET', `/own-costs/?from=${from}&to=${to}`))
        .json<{ id: number }[]>()
        .map(({ id: one }) => one);
    expect([await listed('2026-04-01', '2026-04-30'), await listed('2026-05-01', '2026-05-31')]).toEqual([
      [id],
      [],
    ]);
    const changed = await send('PATCH', `/own-costs/${id}/`, { ...packaging, amount_kopecks: 5 }, 1);
    expect(changed.json()).toMatchObject({ amount_kopecks: 5, to: '2026-03-02', version: 2 });
    const late = await send('PATCH', `/own-costs/${id}/`, packaging, 1);
    expect([late.statusCode, late.json().current]).toMatchObject([412, { amount_kopecks: 5 }]);
    await send('DELETE', `/own-costs/${id}/`, undefined, 2);
  });

  it.each([
    ['a span that ends before it begins', { to: '2026-03-01' }, 'to'],
    ['a span of more than a year', { to: '2027-03-04' }, 'to'],
    ['nothing', { amount_kopecks: 0 }, 'amount_kopecks'],
    ['a card without a shop', { nm_id: 100 }, 'nm_id'],
  ])('refuse %s', async (_, wrong, field) => {
    const refused = await send('POST', '/own-costs/', { ...packaging, ...wrong });
    expect([refused.statusCode, refused.json().errors?.[0]?.field]).toEqual([400, field]);
  });

  it('of a card want one that the shop has', async () => {
    expect(
      (await send('POST', '/own-costs/', { ...packaging, shop_id: second, nm_id: 100 })).statusCode,
    ).toBe(400);
    const taken = await send('POST', '/own-costs/', { ...packaging, shop_id: first, nm_id: 100 });
    expect(taken.statusCode).toBe(201);
    expect((await march()).cards.find((card) => card.nm_id === 100)?.totals.own_costs_kopecks).toBe(400_00);
  });
});
