import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TaxRate } from '#contract/taxpayers.ts';
import type { Database } from '#server/db/database.ts';
import { createTaxpayer } from '#server/taxpayers/change-taxpayers.ts';
import { openTestDatabase } from '#tests/setup/test-database.ts';
import { insertAccount, reportRow, saleRow } from '#tests/support/analytics/fixtures.ts';
import { readProfit } from './read-profit.ts';
import { readVatIncome } from './read-vat-income.ts';
import { readVatThresholds } from './read-vat-thresholds.ts';
import { storeReportRows, storeSales } from './store-sales.ts';

const NOW = new Date('2026-05-20T12:00:00+03:00');
const rate = (from: string, vatPercent: TaxRate['vatPercent']): TaxRate => ({
  from,
  basis: 'INCOME',
  ratePercent: 6,
  vatPercent,
});

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const someRow = fc.record({
  shop: fc.constantFrom(0, 1, 2),
  // The last is after now, the first before the year.
  day: fc.constantFrom('2025-12-31', '2026-01-01', '2026-02-28', '2026-03-31', '2026-04-01', '2026-05-20'),
  kopecks: fc.integer({ min: 1_000, max: 90_000_01 }),
  isReturn: fc.boolean(),
  isInReport: fc.boolean(),
});
type SomeRow = ReturnType<(typeof someRow)['generate']>['value'];

/** Three shops: the last one is of a taxpayer of its own, and VAT begins for it in March. */
async function store(rows: readonly SomeRow[]) {
  const { db } = database;
  const { accountId, shopIds } = await insertAccount(db, { shops: 3 });
  await database.transaction((trx) =>
    createTaxpayer(trx, accountId, {
      name: 'ИП',
      shopIds: shopIds.slice(2),
      taxRates: [rate('2024-01-01', 0), rate('2026-03-01', 5)],
    }),
  );
  for (const [index, shopId] of shopIds.entries()) {
    const own = rows.filter(({ shop }) => shop === index);
    const goods = { nmId: 1, quantity: 1 };
    await storeReportRows(
      db,
      accountId,
      shopId,
      own
        .filter(({ isInReport }) => isInReport)
        .map(({ day, kopecks, isReturn }) => ({
          ...reportRow({ day, ...goods, retailAmountKopecks: kopecks }),
          ...(isReturn ? { docTypeName: 'Возврат', operation: 'Возврат' } : {}),
        })),
    );
    await storeSales(
      db,
      accountId,
      shopId,
      own
        .filter(({ isInReport }) => !isInReport)
        .map(({ day, kopecks, isReturn }, number) =>
          saleRow({
            saleId: `${isReturn ? 'R' : 'S'}${number}`,
            at: `${day}T12:00:00+03:00`,
            nmId: 1,
            kopecks,
            forPayKopecks: 0,
          }),
        ),
    );
  }
  return { accountId, shopIds };
}

describe('the income that is held against the VAT threshold', () => {
  it('FO-13: is what its months and shops are, and what buyers paid in each is that figure of the profit', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(someRow, { maxLength: 12 }), async (rows) => {
        const { accountId, shopIds } = await store(rows);
        const thresholds = await readVatThresholds(database.db, accountId, NOW);
        expect(thresholds.map((one) => one.shopIds.length)).toEqual([2, 1]);
        for (const threshold of thresholds) {
          const income = await readVatIncome(database.db, accountId, threshold.taxpayerId, NOW);
          expect(income).toMatchObject({ year: 2026, from: '2026-01-01', to: '2026-05-20' });
          expect(income.incomeKopecks).toBe(threshold.incomeKopecks);
          expect(income.months.reduce((sum, month) => sum + month.incomeKopecks, 0)).toBe(
            threshold.incomeKopecks,
          );
          for (const month of income.months) {
            const { shopId, from, to, realizedKopecks, vatKopecks, incomeKopecks } = month;
            expect(threshold.shopIds).toContain(shopId);
            expect(incomeKopecks).toBe(realizedKopecks - vatKopecks);
            if (shopId !== shopIds[2] || from < '2026-03-01') expect(vatKopecks).toBe(0);
            const query = { from, to, basis: 'OWN' as const, shop: [shopId] };
            const { SELECTED } = await readProfit(database.db, { accountId, userId: 0 }, query, NOW);
            expect(SELECTED.totals.realizedKopecks).toBe(realizedKopecks);
          }
        }
      }),
      { numRuns: 5 },
    );
  });

  it('FO-13: is without the VAT inside it, of each shop by the rates of its taxpayer and of the day', async () => {
    const sold = { kopecks: 1_050_00, isReturn: false, isInReport: true } as const;
    const { accountId, shopIds } = await store([
      { ...sold, shop: 0, day: '2026-04-01' },
      { ...sold, shop: 2, day: '2026-02-28' },
      { ...sold, shop: 2, day: '2026-04-01' },
      { ...sold, shop: 2, day: '2026-04-01', isInReport: false },
    ]);
    const [, second] = await readVatThresholds(database.db, accountId, NOW);
    const { months, incomeKopecks } = await readVatIncome(
      database.db,
      accountId,
      second?.taxpayerId ?? 0,
      NOW,
    );
    expect(months.map((month) => [month.shopId, month.from, month.vatKopecks, month.incomeKopecks])).toEqual([
      [shopIds[2], '2026-02-01', 0, 1_050_00],
      [shopIds[2], '2026-04-01', 100_00, 2_000_00],
    ]);
    expect(incomeKopecks).toBe(3_050_00);
  });

  it('ends with today, and a month with its last day', async () => {
    const sold = { shop: 0, kopecks: 100_00, isReturn: false, isInReport: true } as const;
    const { accountId } = await store([
      { ...sold, day: '2026-02-28' },
      { ...sold, day: '2026-05-20' },
    ]);
    const [own] = await readVatThresholds(database.db, accountId, NOW);
    const { months } = await readVatIncome(database.db, accountId, own?.taxpayerId ?? 0, NOW);
    expect(months.map(({ from, to, incomeKopecks }) => [from, to, incomeKopecks])).toEqual([
      ['2026-02-01', '2026-02-28', 100_00],
      ['2026-05-01', '2026-05-20', 100_00],
    ]);
  });

  it('FO-13: is of one’s own taxpayers alone', async () => {
    const mine = await store([]);
    const others = await store([]);
    const [foreign] = await readVatThresholds(database.db, others.accountId, NOW);
    await expect(readVatIncome(database.db, mine.accountId, foreign?.taxpayerId ?? 0, NOW)).rejects.toThrow(
      'Налогоплательщик не найден',
    );
  });
});
