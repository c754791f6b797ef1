import type { AskedBasis } from '#contract/analytics.ts';
import type { TaxRate } from '#contract/taxpayers.ts';
import type { ProfitBasis } from '#contract/users.ts';
import { mulDivRound } from './kopeck-math.ts';
import type { ProfitLines, Taxes } from './profit-engine.ts';

/**
 * VAT and the simplified tax (УСН) of a sum of lines under one rule. Pure; kopecks. Rates are the taxpayer's dated ones.
 *
 * Income is what buyers paid for the goods («реализовано»), not the money received. The law counts by the year: what of it
 * falls on days, shops and cards says year-taxes.ts.
 */
export interface TaxRule {
  basis: ProfitBasis;
  /** Hundredths of a per cent: 600 is 6 %. */
  rateHundredths: number;
  /** 0, 5, 7, 10, 20 or 22; it is inside the price. */
  vatPercent: number;
}

const USUAL_RATE_PERCENT: Record<ProfitBasis, number> = { INCOME: 6, INCOME_MINUS_EXPENSES: 15 };
const MINIMUM_RATE_HUNDREDTHS = 100;
const WHOLE_HUNDREDTHS = 10_000;

/**
 * The rule of a day: the last rate that had begun. Asked for the other basis than the taxpayer's own, the usual rate of
 * that basis is taken; VAT does not depend on the basis. Days before the first rate follow the first.
 */
export function taxRuleOn(rates: readonly TaxRate[], day: string, asked: AskedBasis): TaxRule {
  const current = taxRateOn(rates, day);
  const own = current?.basis ?? 'INCOME';
  const basis = asked === 'OWN' ? own : asked;
  const ratePercent = current?.basis === basis ? current.ratePercent : USUAL_RATE_PERCENT[basis];
  return {
    basis,
    rateHundredths: Math.round(ratePercent * 100),
    vatPercent: current?.vatPercent ?? 0,
  };
}

function taxRateOn(rates: readonly TaxRate[], day: string): TaxRate | undefined {
  const ordered = [...rates].sort((a, b) => (a.from < b.from ? -1 : 1));
  return ordered.findLast((rate) => rate.from <= day) ?? ordered[0];
}

/** VAT inside the income: `realized · r / (100 + r)`. Negative when more was returned than sold. */
export function vatOf(lines: ProfitLines, rule: TaxRule): number {
  return mulDivRound(lines.realizedKopecks, rule.vatPercent, 100 + rule.vatPercent);
}

/**
 * Expenses of «Доходы минус расходы»: what the marketplace keeps of the buyers' money, its services and the goods.
 * Penalties are not in the law's closed list of expenses (НК 346.16) and do not lower the tax.
 */
export function expensesOf(lines: ProfitLines): number {
  const keptByMarketplace = lines.realizedKopecks - lines.forPayKopecks - lines.otherForPayKopecks;
  return (
    keptByMarketplace +
    lines.logisticsKopecks +
    lines.storageKopecks +
    lines.acceptanceKopecks +
    lines.deductionKopecks +
    lines.loyaltyKopecks +
    lines.cogsKopecks +
    lines.deductibleCostsKopecks
  );
}

/** What the tax is a percentage of, VAT taken off. */
export function incomeOf(lines: ProfitLines, vatKopecks: number): number {
  return lines.realizedKopecks - vatKopecks;
}

/** The percentage of the rule's own base; less than nothing where more came back than was sold, or at a loss. */
export function ordinaryTaxOf(lines: ProfitLines, vatKopecks: number, rule: TaxRule): number {
  const income = incomeOf(lines, vatKopecks);
  const base = rule.basis === 'INCOME' ? income : income - expensesOf(lines);
  return mulDivRound(base, rule.rateHundredths, WHOLE_HUNDREDTHS);
}

/** 1 % of the income: the least that «Доходы минус расходы» costs in a year. */
export function minimumTaxOn(incomeKopecks: number): number {
  return mulDivRound(incomeKopecks, MINIMUM_RATE_HUNDREDTHS, WHOLE_HUNDREDTHS);
}

/** VAT and tax of a whole year under one rule. The tax is never negative: a loss is not paid back. */
export function taxesOf(lines: ProfitLines, rule: TaxRule): Taxes {
  const vatKopecks = vatOf(lines, rule);
  const ordinary = ordinaryTaxOf(lines, vatKopecks, rule);
  const minimum = rule.basis === 'INCOME' ? 0 : minimumTaxOn(incomeOf(lines, vatKopecks));
  return { vatKopecks, taxKopecks: Math.max(ordinary, minimum, 0) };
}
