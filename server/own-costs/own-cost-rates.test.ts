import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ownCostSchema } from '#contract/own-costs.ts';
import { fromWire } from '#contract/wire.ts';
import { storeReportRows, storeSales } from '#server/analytics/store-sales.ts';
import { buildTestApp, type SignedIn, type TestApp } from '#tests/setup/test-app.ts';
import { insertCard, reportRow, saleRow } from '#tests/support/analytics/fixtures.ts';

let test: TestApp;
let seller: SignedIn;
let shopId = 0;
let other = 0;

beforeAll(async () => {
  test = await buildTestApp();
  seller = await test.signIn();
  [shopId = 0, other = 0] = await Promise.all([1, 2].map((number) => addShop(seller, number)));
  await insertCard(test.database.db, seller.accountId, {
    costPriceKopecks: 0,
    nmIds: { [shopId]: 100 },
  });
  await storeReportRows(test.database.db, seller.accountId, shopId, [
    sold('2026-03-02', 100, 3_000_00),
    sold('2026-03-02', 101, 1_000_00),
    { ...sold('2026-03-04', 100, 500_00), docTypeName: 'Возврат', operation: 'Возврат' },
  ]);
  await storeReportRows(test.database.db, seller.accountId, other, [sold('2026-03-03', 200, 2_000_00)]);
});
afterAll(() => test.close());

const sold = (day: string, nmId: number, kopecks: number) =>
  reportRow({
    day,
    nmId,
    quantity: 1,
    retailPriceWithDiscKopecks: kopecks,
    retailAmountKopecks: kopecks,
    forPayKopecks: kopecks,
  });

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

const manager = {
  kind: 'SALARY',
  name: 'Менеджер',
  rate_hundredths: 3_00,
  from: '2026-03-02',
  to: null as string | null,
  shop_id: null as number | null,
  is_tax_deductible: false,
};
const send = (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
  headers: Record<string, string> = {},
) =>
  test.app.inject({
    method,
    url: `/api/v1${path}`,
    headers: { ...seller.headers, ...headers },
    ...(body ? { payload: body } : {}),
  });
const seen = (version: number) => ({ 'if-match': `"v${version}"` });
const MARCH = 'from=2026-03-01&to=2026-03-05';
const march = async (query = MARCH) => (await send('GET', `/analytics/profit/?${query}`)).json().SELECTED;

describe('own costs that are a share of revenue', () => {
  it('lower the profit of each day by its revenue, and open as what was said', async () => {
    const before = await march();
    const created = await send('POST', '/own-cost-rates/', manager);
    expect(created.statusCode).toBe(201);
    const after = await march();
    // 4 000, 2 000 and −500 ₽.
    expect(after.totals).toMatchObject({
      own_costs_kopecks: 165_00,
      profit_kopecks: before.totals.profit_kopecks - 165_00,
      tax_kopecks: before.totals.tax_kopecks,
    });
    const lost = after.days.map(
      (day: { profit_kopecks: number }, index: number) =>
        before.days[index].profit_kopecks - day.profit_kopecks,
    );
    expect(lost).toEqual([0, 120_00, 60_00, -15_00, 0]);
    expect((await march(`${MARCH}&shop=${other}`)).totals.own_costs_kopecks).toBe(60_00);
    expect((await march('from=2026-03-04&to=2026-03-05')).totals.own_costs_kopecks).toBe(-15_00);

    const cards = await send('GET', `/analytics/profit/cards/?from=2026-03-02&to=2026-03-02&shop=${shopId}`);
    const costs = cards
      .json<{ results: { nm_id: number; totals: { own_costs_kopecks: number } }[] }>()
      .results.map((card) => [card.nm_id, card.totals.own_costs_kopecks]);
    expect(costs.toSorted()).toEqual([
      [100, 90_00],
      [101, 30_00],
    ]);

    const figure = (await send('GET', `/analytics/profit/parts/?${MARCH}&line=OWN_COSTS`)).json();
    const { id, version } = created.json();
    expect(figure).toEqual({
      total: 165_00,
      parts: [
        {
          kind: 'OWN_COST',
          amount: 165_00,
          rate: created.json(),
          // What an installed client that knows of no rates reads.
          cost: expect.objectContaining({
            id,
            name: 'Менеджер',
            amount_kopecks: 165_00,
            from: '2026-03-02',
            to: '2026-03-05',
          }),
        },
      ],
    });
    expect((await send('DELETE', `/own-cost-rates/${id}/`, undefined, seen(version))).statusCode).toBe(204);
    expect((await march()).totals).toEqual(before.totals);
  });

  it('are a part that an older client can read also where more was returned than sold', async () => {
    const { id } = (await send('POST', '/own-cost-rates/', manager)).json();
    const asked = 'from=2026-03-04&to=2026-03-04';
    const { parts } = (await send('GET', `/analytics/profit/parts/?${asked}&line=OWN_COSTS`)).json();
    expect(parts).toMatchObject([{ amount: -15_00, cost: { amount_kopecks: 1 } }]);
    expect(ownCostSchema.parse(fromWire(parts[0].cost))).toMatchObject({ from: '2026-03-04', nmId: null });
    await send('DELETE', `/own-cost-rates/${id}/`, undefined, seen(1));
  });

  it('are numbered apart from costs: an older client tells parts by the number', async () => {
    const rate = (await send('POST', '/own-cost-rates/', manager)).json();
    const { rate_hundredths: _rate, ...said } = manager;
    const cost = (
      await send('POST', '/own-costs/', { ...said, to: said.from, amount_kopecks: 1, nm_id: null })
    ).json();
    expect(cost.id).toBeGreaterThan(rate.id);
    const later = (await send('POST', '/own-cost-rates/', manager)).json();
    expect(later.id).toBeGreaterThan(cost.id);
    for (const { id } of [rate, later]) await send('DELETE', `/own-cost-rates/${id}/`, undefined, seen(1));
    await send('DELETE', `/own-costs/${cost.id}/`, undefined, seen(1));
  });

  it('are listed by days, changed, and not by two at once', async () => {
    const { id } = (await send('POST', '/own-cost-rates/', manager)).json();
    const listed = async (from: string, to: string) =>
      (await send('GET', `/own-cost-rates/?from=${from}&to=${to}`))
        .json<{ id: number }[]>()
        .map(({ id: one }) => one);
    expect([await listed('2026-02-01', '2026-03-01'), await listed('2027-05-01', '2027-05-31')]).toEqual([
      [],
      [id],
    ]);
    const ended = { ...manager, rate_hundredths: 1_50, to: '2026-03-31' };
    const changed = await send('PATCH', `/own-cost-rates/${id}/`, ended, seen(1));
    expect(changed.json()).toMatchObject({ ...ended, version: 2 });
    expect([await listed('2026-03-31', '2026-04-30'), await listed('2026-04-01', '2026-04-30')]).toEqual([
      [id],
      [],
    ]);
    const late = await send('PATCH', `/own-cost-rates/${id}/`, manager, seen(1));
    expect([late.statusCode, late.json().current]).toMatchObject([412, { rate_hundredths: 1_50 }]);
    expect((await send('DELETE', `/own-cost-rates/${id}/`, undefined, seen(1))).statusCode).toBe(412);
    await send('DELETE', `/own-cost-rates/${id}/`, undefined, seen(2));
  });

  it('that are sent twice with one key are one', async () => {
    const key = { 'idempotency-key': 'a-rate-that-is-sent-twice' };
    const ids = [
      (await send('POST', '/own-cost-rates/', manager, key)).json().id,
      (await send('POST', '/own-cost-rates/', manager, key)).json().id,
    ];
    expect(ids[0]).toBe(ids[1]);
    expect((await send('GET', `/own-cost-rates/?${MARCH}`)).json()).toHaveLength(1);
    await send('DELETE', `/own-cost-rates/${ids[0]}/`, undefined, seen(1));
  });

  it.each([
    ['an end before the beginning', { to: '2026-03-01' }, 'to'],
    ['nothing', { rate_hundredths: 0 }, 'rate_hundredths'],
    ['more than everything', { rate_hundredths: 100_01 }, 'rate_hundredths'],
  ])('refuse %s', async (_, wrong, field) => {
    const refused = await send('POST', '/own-cost-rates/', { ...manager, ...wrong });
    expect([refused.statusCode, refused.json().errors?.[0]?.field]).toEqual([400, field]);
  });

  it('of sales that the report does not have yet are in the figures, and in no comparison by report', async () => {
    await storeSales(test.database.db, seller.accountId, shopId, [
      saleRow({
        saleId: 'S1',
        at: '2026-03-04T12:00:00+03:00',
        nmId: 100,
        kopecks: 100_00,
        forPayKopecks: 100_00,
        srid: 'not-in-the-report',
      }),
    ]);
    await send('POST', '/own-cost-rates/', manager);
    const profit = (
      await send('GET', `/analytics/profit/?from=2026-03-04&to=2026-03-04&shop=${shopId}`)
    ).json();
    // −500 ₽ of the report, 100 ₽ beside it.
    expect([
      profit.SELECTED.totals.own_costs_kopecks,
      profit.comparison.report.SELECTED.totals.own_costs_kopecks,
    ]).toEqual([-12_00, -15_00]);
  });
});
