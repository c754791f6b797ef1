import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OwnCostRateContent } from '#contract/own-cost-rates.ts';
import { chargeOwnCostRates } from './charge-own-cost-rates.ts';
import type { SourceDayLines } from './day-lines.ts';
import { addDays } from './moscow-days.ts';
import { NO_LINES } from './profit-engine.ts';
import { ownCostsByCard } from './spread-own-costs.ts';
import { countTaxes } from './year-taxes.ts';

const rate = (values: Partial<OwnCostRateContent> = {}): OwnCostRateContent => ({
  kind: 'SALARY',
  name: 'Менеджер',
  rateHundredths: 3_00,
  from: '2026-03-02',
  to: null,
  shopId: null,
  isTaxDeductible: true,
  ...values,
});
const sold = (
  shopId: number,
  day: string,
  revenueKopecks: number,
  source: SourceDayLines['source'] = 'report_rows',
): SourceDayLines => ({ shopId, day, source, lines: { ...NO_LINES, revenueKopecks } });
const shown = (lines: ReturnType<typeof chargeOwnCostRates>) =>
  lines.map(({ shopId, day, source, lines: { ownCostsKopecks } }) => [
    shopId,
    day.slice(8),
    source,
    ownCostsKopecks,
  ]);
const total = (all: readonly { lines: { ownCostsKopecks: number } }[]) =>
  all.reduce((sum, { lines }) => sum + lines.ownCostsKopecks, 0);

describe('a cost that is a share of revenue', () => {
  it('is of the days from its first to its last, and of its shop, or of each by itself', () => {
    const rows = ['2026-03-01', '2026-03-02', '2026-03-03'].flatMap((day) => [
      sold(1, day, 100_00),
      sold(2, day, 50_00),
    ]);
    expect(shown(chargeOwnCostRates([rate()], rows))).toEqual([
      [1, '02', 'own_costs', 3_00],
      [2, '02', 'own_costs', 1_50],
      [1, '03', 'own_costs', 3_00],
      [2, '03', 'own_costs', 1_50],
    ]);
    expect(shown(chargeOwnCostRates([rate({ shopId: 2, to: '2026-03-02' })], rows))).toEqual([
      [2, '02', 'own_costs', 1_50],
    ]);
  });

  it('is rounded once a day, half a kopeck away from zero, whatever sources the day has', () => {
    const half = rate({ rateHundredths: 50_00 });
    const day = '2026-03-02';
    expect(total(chargeOwnCostRates([half], [sold(1, day, 1), sold(1, day, 2)]))).toBe(2);
    expect(total(chargeOwnCostRates([half], [sold(1, day, -3)]))).toBe(-2);
    // Half of a kopeck of the report, and half of one that is not in it yet: one together.
    expect(shown(chargeOwnCostRates([half], [sold(1, day, 1), sold(1, day, 1, 'sales')]))).toEqual([
      [1, '02', 'own_costs', 1],
    ]);
  });

  it('of a sale that no report has yet is preliminary with it', () => {
    const rows = [sold(1, '2026-03-02', 100_00), sold(1, '2026-03-02', 200_00, 'sales')];
    expect(shown(chargeOwnCostRates([rate()], rows))).toEqual([
      [1, '02', 'own_costs', 3_00],
      [1, '02', 'sales', 6_00],
    ]);
  });

  it('is taken back by the return of what was sold', () => {
    const rows = [sold(1, '2026-03-02', 199_99), sold(1, '2026-03-05', -199_99)];
    expect(total(chargeOwnCostRates([rate()], rows))).toBe(0);
  });

  it('lowers the tax of «Доходы − расходы» only when it is said to', () => {
    const rates = [
      { from: '2024-01-01', basis: 'INCOME_MINUS_EXPENSES', ratePercent: 15, vatPercent: 0 } as const,
    ];
    const income: SourceDayLines = {
      shopId: 1,
      day: '2026-03-02',
      source: 'report_rows',
      lines: { ...NO_LINES, revenueKopecks: 1_000_00, realizedKopecks: 1_000_00, forPayKopecks: 1_000_00 },
    };
    const taxes = [true, false].map((isTaxDeductible) => {
      const costs = chargeOwnCostRates([rate({ isTaxDeductible, rateHundredths: 10_00 })], [income]);
      const settings = { taxpayers: [{ shopIds: [1], taxRates: rates }], basis: 'OWN' as const };
      return countTaxes([income, ...costs], settings).ofShop(1, {
        from: income.day,
        to: income.day,
      }).taxKopecks;
    });
    expect(taxes).toEqual([135_00, 150_00]);
  });
});

const anyDay = fc.integer({ min: 0, max: 60 }).map((days) => addDays('2026-01-01', days));
const anyRate = fc
  .record({
    from: anyDay,
    length: fc.option(fc.integer({ min: 0, max: 60 })),
    rateHundredths: fc.integer({ min: 1, max: 100_00 }),
    shopId: fc.constantFrom(null, 1, 2, 3),
  })
  .map(({ length, ...values }) =>
    rate({ ...values, to: length === null ? null : addDays(values.from, length) }),
  );
const anySold = fc
  .tuple(
    fc.integer({ min: 1, max: 3 }),
    anyDay,
    fc.integer({ min: -90_000, max: 90_000 }),
    fc.constantFrom('report_rows' as const, 'sales' as const, 'orders' as const),
  )
  .map((values) => sold(...values));
const anyRows = fc.array(anySold, { maxLength: 60 });
const anyRates = fc.array(anyRate, { maxLength: 4 });
const within =
  ({ from, to }: { from: string; to: string }) =>
  ({ day }: { day: string }) =>
    day >= from && day <= to;

describe('laws of rates', () => {
  it('days, shops and cards add up, and a day is the same in any period and a shop among all or alone', () => {
    fc.assert(
      fc.property(anyRates, anyRows, anyDay, (rates, rows, cut) => {
        const whole = chargeOwnCostRates(rates, rows);
        const halves = [
          { from: '2026-01-01', to: cut },
          { from: addDays(cut, 1), to: '2026-12-31' },
        ];
        const read = halves.flatMap((period) => chargeOwnCostRates(rates, rows.filter(within(period))));
        const alone = [1, 2, 3].flatMap((shopId) =>
          chargeOwnCostRates(
            rates,
            rows.filter((row) => row.shopId === shopId),
          ),
        );
        const sorted = (lines: typeof whole) =>
          shown(lines)
            .map((line, index) => JSON.stringify([line, lines[index]?.rate]))
            .sort();
        expect([sorted(read), sorted(alone)]).toEqual([sorted(whole), sorted(whole)]);
        expect(total(ownCostsByCard(whole, halves))).toBe(total(whole));
      }),
    );
  });

  it('sales and their returns, on whatever days they are, leave nothing when each day is turned round', () => {
    fc.assert(
      fc.property(anyRates, anyRows, (rates, rows) => {
        const returned = rows.map((row) => ({
          ...row,
          lines: { ...row.lines, revenueKopecks: -row.lines.revenueKopecks },
        }));
        const back = chargeOwnCostRates(rates, returned);
        expect(total(back) + total(chargeOwnCostRates(rates, rows))).toBe(0);
        expect(total(chargeOwnCostRates(rates, [...rows, ...returned]))).toBe(0);
      }),
    );
  });

  it('what the reports alone say is what it would be without the sales that they do not have', () => {
    fc.assert(
      fc.property(anyRates, anyRows, (rates, rows) => {
        const byReport = (lines: readonly SourceDayLines[]) =>
          lines.filter(({ source }) => source !== 'sales');
        expect(total(byReport(chargeOwnCostRates(rates, rows)))).toBe(
          total(chargeOwnCostRates(rates, byReport(rows))),
        );
      }),
    );
  });
});
