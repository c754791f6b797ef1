import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Taxpayer, TaxRate } from '#contract/taxpayers.ts';
import { addDays } from './moscow-days.ts';
import { vatThresholdOf, type DayIncome } from './vat-threshold.ts';

const rate = (from: string, vatPercent: TaxRate['vatPercent'] = 0): TaxRate => ({
  from,
  basis: 'INCOME',
  ratePercent: 6,
  vatPercent,
});
const taxpayer = (taxRates: TaxRate[] = [rate('2024-01-01')]): Taxpayer => ({
  id: 7,
  name: 'ИП',
  isDefault: true,
  shopIds: [1, 2],
  taxRates,
  version: 1,
  updatedAt: '2026-01-01T00:00:00Z',
});
const sold = (day: string, roubles: number, shopId = 1): DayIncome => ({
  shopId,
  day,
  realizedKopecks: roubles * 100,
});

describe('the threshold of VAT', () => {
  it.each([
    [2024, null],
    [2025, 60_000_000],
    [2026, 20_000_000],
    [2027, 15_000_000],
    [2028, 10_000_000],
  ])('of %i is what the law says', (year, roubles) => {
    const found = vatThresholdOf(taxpayer(), year, [], `${year}-05-01`);
    expect(found?.thresholdKopecks ?? null).toBe(roubles === null ? null : roubles * 100);
  });

  it('is passed by more than it, and VAT begins with the next month', () => {
    const income = [sold('2026-03-31', 20_000_000), sold('2026-04-02', 1)];
    expect(vatThresholdOf(taxpayer(), 2026, income.slice(0, 1), '2026-06-01')).toMatchObject({
      incomeKopecks: 20_000_000_00,
      crossedOn: null,
      vatFrom: null,
    });
    expect(vatThresholdOf(taxpayer(), 2026, income, '2026-06-01')).toMatchObject({
      crossedOn: '2026-04-02',
      vatFrom: '2026-05-01',
      isVatSet: false,
    });
  });

  it('passed in December begins with the next year', () => {
    const found = vatThresholdOf(taxpayer(), 2026, [sold('2026-12-31', 20_000_001)], '2026-12-31');
    expect(found).toMatchObject({ crossedOn: '2026-12-31', vatFrom: '2027-01-01' });
  });

  it('is of all shops of the taxpayer together, and of no other shop, year or hour of the day', () => {
    const income = [
      // What comes back in another shop on the same day counts before the day is over.
      sold('2026-02-10', 20_500_000, 1),
      sold('2026-02-10', -1_000_000, 2),
      sold('2026-02-10', 90_000_000, 3),
      sold('2025-12-31', 90_000_000, 1),
    ];
    expect(vatThresholdOf(taxpayer(), 2026, income, '2026-06-01')).toMatchObject({
      incomeKopecks: 19_500_000_00,
      crossedOn: null,
    });
  });

  it('counts income without the VAT inside it, by the rate of the day', () => {
    const rates = [rate('2024-01-01'), rate('2026-02-01', 5)];
    const income = [sold('2026-01-31', 1_050), sold('2026-02-01', 1_050)];
    expect(vatThresholdOf(taxpayer(rates), 2026, income, '2026-06-01')).toMatchObject({
      incomeKopecks: 2_050_00,
      isVatSet: true,
    });
  });

  it('asks whether a rate has VAT on the day on which it begins', () => {
    const income = [sold('2026-04-02', 30_000_000)];
    const later = taxpayer([rate('2024-01-01'), rate('2026-05-01', 5)]);
    expect(vatThresholdOf(later, 2026, income, '2026-04-10')?.isVatSet).toBe(true);
    const tooLate = taxpayer([rate('2024-01-01'), rate('2026-05-02', 5)]);
    expect(vatThresholdOf(tooLate, 2026, income, '2026-06-01')?.isVatSet).toBe(false);
  });

  it('knows the year from the latest first day of the shops', () => {
    const income = [sold('2026-01-02', 5), sold('2026-03-05', 5, 2), sold('2026-03-01', 5, 2)];
    expect(vatThresholdOf(taxpayer(), 2026, income, '2026-06-01')?.knownFrom).toBe('2026-03-01');
    expect(vatThresholdOf(taxpayer(), 2026, [], '2026-06-01')?.knownFrom).toBeNull();
  });

  it('is passed on the first day by the end of which the income since 1 January is above it, in any order of rows', () => {
    const row = fc.record({
      shopId: fc.integer({ min: 1, max: 2 }),
      day: fc.integer({ min: 0, max: 364 }).map((days) => addDays('2026-01-01', days)),
      realizedKopecks: fc.integer({ min: -3_000_000_00, max: 9_000_000_00 }),
    });
    fc.assert(
      fc.property(fc.array(row, { maxLength: 12 }), (rows) => {
        const found = vatThresholdOf(taxpayer(), 2026, rows, '2026-12-31');
        const until = (day: string) =>
          rows.filter((one) => one.day <= day).reduce((sum, one) => sum + one.realizedKopecks, 0);
        const days = [...new Set(rows.map(({ day }) => day))].sort();
        expect(found?.incomeKopecks).toBe(until('2026-12-31'));
        expect(found?.crossedOn).toBe(days.find((day) => until(day) > 20_000_000_00) ?? null);
      }),
    );
  });
});
