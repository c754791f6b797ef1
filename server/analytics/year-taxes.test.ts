import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AskedBasis } from '#contract/analytics.ts';
import type { TaxRate } from '#contract/taxpayers.ts';
import { NO_LINES, sumLines, type ProfitLines, type Taxes } from './profit-engine.ts';
import { minimumTaxOn, ordinaryTaxOf, taxesOf, taxRuleOn, vatOf } from './taxes.ts';
import { countTaxes, shareTaxes, type ShopDayLines } from './year-taxes.ts';

const less15: TaxRate[] = [
  { from: '2024-01-01', basis: 'INCOME_MINUS_EXPENSES', ratePercent: 15, vatPercent: 0 },
];
const sold = (kopecks: number, cogsKopecks = 0): ProfitLines => ({
  ...NO_LINES,
  buyouts: 1,
  revenueKopecks: kopecks,
  realizedKopecks: kopecks,
  forPayKopecks: kopecks,
  cogsKopecks,
});
const row = (day: string, lines: ProfitLines, shopId = 1): ShopDayLines => ({ shopId, day, lines });
const count = (rows: readonly ShopDayLines[], taxRates: readonly TaxRate[], basis: AskedBasis = 'OWN') =>
  countTaxes(rows, { taxpayers: [{ shopIds: [1, 2, 3], taxRates }], basis });
const on = (day: string) => ({ from: day, to: day });
const YEAR = { from: '2026-01-01', to: '2026-12-31' };

describe('the 1 % minimum is the year’s', () => {
  // January loses 400 ₽, February earns 1 000 ₽.
  const rows = [row('2026-01-10', sold(1_000_00, 1_400_00)), row('2026-02-10', sold(2_000_00, 1_000_00))];
  const taxes = count(rows, less15);

  it('is taken while the year is at a loss', () => {
    expect(taxes.ofShop(1, on('2026-01-10')).taxKopecks).toBe(10_00);
  });

  it('is part of the tax once the year earns: a loss of January spares February', () => {
    // 15 % of (3 000 − 2 400) is 90 ₽, of which January had 10 ₽.
    expect(taxes.ofShop(1, on('2026-02-10')).taxKopecks).toBe(80_00);
    expect(taxes.ofShop(1, YEAR).taxKopecks).toBe(90_00);
  });

  it('begins anew with each year', () => {
    const twoYears = count(
      [row('2025-12-31', sold(1_000_00, 1_400_00)), row('2026-01-01', sold(1_000_00))],
      less15,
    );
    expect(twoYears.ofShop(1, on('2026-01-01')).taxKopecks).toBe(150_00);
  });

  it('a day that loses gives back what the days before have cost', () => {
    const loss = count([row('2026-01-10', sold(1_000_00)), row('2026-01-11', sold(100_00, 500_00))], less15);
    expect(loss.ofShop(1, on('2026-01-11')).taxKopecks).toBe(-60_00);
  });
});

describe('rates that change within a year', () => {
  it('count each from its day, VAT too', () => {
    const rates: TaxRate[] = [
      { from: '2024-01-01', basis: 'INCOME', ratePercent: 6, vatPercent: 0 },
      { from: '2026-05-01', basis: 'INCOME', ratePercent: 4, vatPercent: 20 },
    ];
    const taxes = count([row('2026-04-30', sold(1_200_00)), row('2026-05-01', sold(1_200_00))], rates);
    expect(taxes.ofShop(1, on('2026-04-30'))).toEqual({ vatKopecks: 0, taxKopecks: 72_00 });
    expect(taxes.ofShop(1, on('2026-05-01'))).toEqual({ vatKopecks: 200_00, taxKopecks: 40_00 });
  });
});

describe('several taxpayers', () => {
  it('are each taxed by their own basis and rates', () => {
    const income: TaxRate[] = [{ from: '2024-01-01', basis: 'INCOME', ratePercent: 6, vatPercent: 0 }];
    const taxes = countTaxes(
      [row('2026-01-10', sold(1_000_00, 600_00), 1), row('2026-01-10', sold(1_000_00, 600_00), 2)],
      {
        taxpayers: [
          { shopIds: [1], taxRates: income },
          { shopIds: [2], taxRates: less15 },
        ],
        basis: 'OWN',
      },
    );
    expect([1, 2].map((shopId) => taxes.ofShop(shopId, YEAR).taxKopecks)).toEqual([60_00, 60_00]);
    expect(taxes.ofShop(3, YEAR).taxKopecks).toBe(0);
  });

  it('the shops of one are taxed as one: a loss here lowers the tax there', () => {
    const taxes = count(
      [row('2026-01-10', sold(1_000_00), 1), row('2026-01-10', sold(1_000_00, 1_400_00), 2)],
      less15,
    );
    expect([1, 2].map((shopId) => taxes.ofShop(shopId, YEAR).taxKopecks)).toEqual([150_00, -60_00]);
  });
});

const kopecks = fc.integer({ min: -90_000_00, max: 500_000_00 });
const cost = fc.integer({ min: 0, max: 400_000_00 });
const anyRow = fc
  .record({
    shopId: fc.integer({ min: 1, max: 3 }),
    month: fc.integer({ min: 1, max: 12 }),
    date: fc.integer({ min: 1, max: 28 }),
    year: fc.constantFrom(2025, 2026),
    kopecks,
    cost,
    penaltyKopecks: fc.integer({ min: 0, max: 100_00 }),
  })
  .map(({ shopId, year, month, date, kopecks: amount, cost: cogs, penaltyKopecks }) =>
    row(
      `${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`,
      { ...sold(amount, cogs), penaltyKopecks },
      shopId,
    ),
  );
const anyRate = (from: string): fc.Arbitrary<TaxRate> =>
  fc.record({
    from: fc.constant(from),
    basis: fc.constantFrom('INCOME', 'INCOME_MINUS_EXPENSES'),
    ratePercent: fc.constantFrom(1, 4, 6, 7.5, 15),
    vatPercent: fc.constantFrom(0, 5, 7, 10, 20, 22),
  });
const anyRates = fc.tuple(anyRate('2024-01-01'), anyRate('2026-04-17'), anyRate('2026-09-02'));
const anyRows = fc.array(anyRow, { minLength: 1, maxLength: 60 });
const anyBasis = fc.constantFrom<AskedBasis>('OWN', 'INCOME', 'INCOME_MINUS_EXPENSES');
const total = (all: readonly Taxes[]): Taxes => ({
  vatKopecks: all.reduce((sum, one) => sum + one.vatKopecks, 0),
  taxKopecks: all.reduce((sum, one) => sum + one.taxKopecks, 0),
});

describe('laws of a year’s taxes', () => {
  it('the days of a year add up to its tax, which is the greater of 15 % of the base and 1 % of the income', () => {
    fc.assert(
      fc.property(anyRows, anyRate('2024-01-01'), anyBasis, (rows, rate, basis) => {
        const taxes = count(rows, [rate], basis);
        const days = [...new Set(rows.map(({ day }) => day))].filter((day) => day.startsWith('2026'));
        const byDay = days.flatMap((day) => [1, 2, 3].map((shopId) => taxes.ofShop(shopId, on(day))));
        const ofYear = sumLines(rows.filter(({ day }) => day.startsWith('2026')).map(({ lines }) => lines));
        expect(total(byDay)).toEqual(taxesOf(ofYear, taxRuleOn([rate], '2026-01-01', basis)));
      }),
    );
  });

  it('so it does with rates that change within it, each basis by itself', () => {
    fc.assert(
      fc.property(anyRows, anyRates, anyBasis, (rows, rates, basis) => {
        const ofYear = rows.filter(({ day }) => day.startsWith('2026'));
        const parts = ['2026-01-01', '2026-04-17', '2026-09-02'].map((from, index, all) => {
          const rule = taxRuleOn(rates, from, basis);
          const lines = ofYear.filter(({ day }) => day >= from && day < (all[index + 1] ?? '2027'));
          return { rule, lines: sumLines(lines.map((one) => one.lines)) };
        });
        // Parts under one rule are one sum.
        const merged = new Map<string, (typeof parts)[number]>();
        for (const part of parts) {
          const key = JSON.stringify(part.rule);
          merged.set(key, { ...part, lines: sumLines([merged.get(key)?.lines ?? NO_LINES, part.lines]) });
        }
        const taxOf = (chosen: 'INCOME' | 'INCOME_MINUS_EXPENSES') => {
          const own = [...merged.values()].filter(({ rule }) => rule.basis === chosen);
          const sum = (of: (part: (typeof own)[number]) => number) =>
            own.reduce((all, one) => all + of(one), 0);
          const ordinary = sum(({ lines, rule }) => ordinaryTaxOf(lines, vatOf(lines, rule), rule));
          const income = sum(({ lines, rule }) => lines.realizedKopecks - vatOf(lines, rule));
          return Math.max(ordinary, chosen === 'INCOME' ? 0 : minimumTaxOn(income), 0);
        };
        const taxes = count(rows, rates, basis);
        expect(total([1, 2, 3].map((shopId) => taxes.ofShop(shopId, YEAR)))).toEqual({
          vatKopecks: [...merged.values()].reduce((all, { lines, rule }) => all + vatOf(lines, rule), 0),
          taxKopecks: taxOf('INCOME') + taxOf('INCOME_MINUS_EXPENSES'),
        });
      }),
    );
  });

  it('two halves of a period are the whole, wherever it is cut', () => {
    fc.assert(
      fc.property(anyRows, anyRates, fc.integer({ min: 1, max: 27 }), (rows, rates, date) => {
        const taxes = count(rows, rates);
        const cut = (d: number) => `2026-06-${String(d).padStart(2, '0')}`;
        const halves = [
          taxes.ofShop(1, { from: YEAR.from, to: cut(date) }),
          taxes.ofShop(1, { from: cut(date + 1), to: YEAR.to }),
        ];
        expect(total(halves)).toEqual(taxes.ofShop(1, YEAR));
      }),
    );
  });

  it('parts of a shop’s lines add up to the shop’s taxes', () => {
    fc.assert(
      fc.property(
        anyRows,
        anyRates,
        fc.array(anyRow, { minLength: 1, maxLength: 9 }),
        (rows, rates, parts) => {
          const period = { from: '2026-01-01', to: '2026-04-16' };
          const taxes = count(rows, rates);
          const due = taxes.dueOf(1, period);
          const shares = due
            ? shareTaxes(
                due,
                parts.map(({ lines }) => lines),
              )
            : [];
          expect(total(shares)).toEqual(taxes.ofShop(1, period));
        },
      ),
    );
  });

  it('a row of another day, shop or taxpayer leaves the days before it as they were', () => {
    fc.assert(
      fc.property(anyRows, anyRates, anyRow, (rows, rates, added) => {
        const before = count(rows, rates);
        const after = count([...rows, added], rates);
        const earlier = { from: '2025-01-01', to: `${Number(added.day.slice(0, 4)) - 1}-12-31` };
        const sameYear = {
          from: `${added.day.slice(0, 4)}-01-01`,
          to: dayBefore(added.day),
        };
        for (const shopId of [1, 2, 3]) {
          for (const period of [earlier, sameYear]) {
            expect(after.ofShop(shopId, period)).toEqual(before.ofShop(shopId, period));
          }
        }
      }),
    );
  });
});

function dayBefore(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
}
