import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TaxRate } from '#contract/taxpayers.ts';
import { lineNames, NO_LINES, type ProfitLines } from './profit-engine.ts';
import { expensesOf, taxesOf, taxRuleOn, type TaxRule } from './taxes.ts';

const income6: TaxRule = { basis: 'INCOME', rateHundredths: 600, vatPercent: 0 };
const less15: TaxRule = { basis: 'INCOME_MINUS_EXPENSES', rateHundredths: 1500, vatPercent: 0 };

const week: ProfitLines = {
  ...NO_LINES,
  revenueKopecks: 1_000_00,
  realizedKopecks: 1_050_00,
  forPayKopecks: 660_00,
  otherForPayKopecks: 120_00,
  logisticsKopecks: 51_35,
  storageKopecks: 12_34,
  acceptanceKopecks: 7_00,
  penaltyKopecks: 50_00,
  deductionKopecks: 25_00,
  loyaltyKopecks: 3_00,
  cogsKopecks: 400_00,
};

describe('taxes of a week, counted by hand', () => {
  it('takes 6 % of what buyers paid, not of the money received', () => {
    expect(taxesOf(week, income6)).toEqual({ vatKopecks: 0, taxKopecks: 63_00 });
  });

  it('takes VAT out of the price first: 5/105 of it', () => {
    expect(taxesOf(week, { ...income6, vatPercent: 5 })).toEqual({ vatKopecks: 50_00, taxKopecks: 60_00 });
  });

  it.each([
    [7, 107_00, 7_00],
    [10, 110_00, 10_00],
    [20, 120_00, 20_00],
    [22, 122_00, 22_00],
  ])('takes VAT of %i %% out of %i kopecks', (vatPercent, realizedKopecks, vatKopecks) => {
    expect(taxesOf({ ...NO_LINES, realizedKopecks }, { ...income6, vatPercent })).toEqual({
      vatKopecks,
      taxKopecks: 6_00,
    });
  });

  it('does not take a penalty for an expense', () => {
    expect(expensesOf(week)).toBe(768_69);
  });

  it('takes 15 % of income less expenses, a half of a kopeck up', () => {
    // 1 000,00 − 768,69 = 231,31; 15 % of it is 34,6965.
    expect(taxesOf(week, { ...less15, vatPercent: 5 })).toEqual({ vatKopecks: 50_00, taxKopecks: 34_70 });
  });

  it('takes the minimum of 1 % of income when expenses eat the base', () => {
    expect(taxesOf({ ...week, cogsKopecks: 900_00 }, less15).taxKopecks).toBe(10_50);
  });

  it('takes nothing when more came back than was sold', () => {
    expect(
      taxesOf({ ...NO_LINES, realizedKopecks: -500_00, forPayKopecks: -400_00 }, less15).taxKopecks,
    ).toBe(0);
    expect(taxesOf({ ...NO_LINES, realizedKopecks: -500_00 }, income6).taxKopecks).toBe(0);
  });

  it('takes a rate lowered by the region, with its fraction', () => {
    expect(
      taxesOf({ ...NO_LINES, realizedKopecks: 1_000_00 }, { ...income6, rateHundredths: 325 }).taxKopecks,
    ).toBe(32_50);
  });
});

describe('the rule of a day', () => {
  const periods: TaxRate[] = [
    { from: '2026-01-01', basis: 'INCOME', ratePercent: 6, vatPercent: 5 },
    { from: '2024-01-01', basis: 'INCOME', ratePercent: 4, vatPercent: 0 },
    { from: '2026-07-01', basis: 'INCOME_MINUS_EXPENSES', ratePercent: 7.5, vatPercent: 7 },
  ];

  it.each([
    ['2025-12-31', 'INCOME', 400, 0],
    ['2026-01-01', 'INCOME', 600, 5],
    ['2026-07-01', 'INCOME_MINUS_EXPENSES', 750, 7],
    ['2023-05-05', 'INCOME', 400, 0],
  ] as const)(
    'on %s by %s it is %i hundredths of a per cent, VAT %i',
    (day, basis, rateHundredths, vatPercent) => {
      expect(taxRuleOn(periods, day, basis)).toEqual({ basis, rateHundredths, vatPercent });
    },
  );

  it.each([
    ['2026-02-01', 'INCOME', 600],
    ['2026-08-01', 'INCOME_MINUS_EXPENSES', 750],
    ['2023-05-05', 'INCOME', 400],
  ] as const)('asked for the taxpayer’s own on %s it is %s', (day, basis, rateHundredths) => {
    expect(taxRuleOn(periods, day, 'OWN')).toMatchObject({ basis, rateHundredths });
  });

  it('takes the usual rate of a basis that the taxpayer does not use', () => {
    expect(taxRuleOn(periods, '2026-08-01', 'INCOME')).toEqual({
      basis: 'INCOME',
      rateHundredths: 600,
      vatPercent: 7,
    });
    expect(taxRuleOn(periods, '2026-02-01', 'INCOME_MINUS_EXPENSES').rateHundredths).toBe(1500);
  });
});

const kopecks = fc.integer({ min: -5_000_000_00, max: 50_000_000_00 });
const anyLines: fc.Arbitrary<ProfitLines> = fc
  .array(kopecks, { minLength: lineNames.length, maxLength: lineNames.length })
  .map((values) => {
    const lines = { ...NO_LINES };
    lineNames.forEach((name, index) => (lines[name] = values[index] ?? 0));
    return lines;
  });
const anyRule: fc.Arbitrary<TaxRule> = fc.record({
  basis: fc.constantFrom('INCOME', 'INCOME_MINUS_EXPENSES'),
  rateHundredths: fc.integer({ min: 0, max: 2000 }),
  vatPercent: fc.constantFrom(0, 5, 7, 10, 20, 22),
});

describe('laws of taxes', () => {
  it('never has a negative tax', () => {
    fc.assert(fc.property(anyLines, anyRule, (lines, rule) => taxesOf(lines, rule).taxKopecks >= 0));
  });

  it('never takes less than 1 % of income from «Доходы минус расходы»', () => {
    fc.assert(
      fc.property(anyLines, anyRule, (lines, rule) => {
        const taxes = taxesOf(lines, { ...rule, basis: 'INCOME_MINUS_EXPENSES' });
        const minimum = Math.floor((lines.realizedKopecks - taxes.vatKopecks) / 100);
        return taxes.taxKopecks >= Math.max(minimum, 0);
      }),
    );
  });

  it('takes VAT of a return back in full', () => {
    fc.assert(
      fc.property(kopecks, anyRule, (realizedKopecks, rule) => {
        const there = taxesOf({ ...NO_LINES, realizedKopecks }, rule);
        const back = taxesOf({ ...NO_LINES, realizedKopecks: -realizedKopecks }, rule);
        expect(there.vatKopecks + back.vatKopecks).toBe(0);
      }),
    );
  });
});
