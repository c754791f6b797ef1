import type { ProfitBasis, TaxPeriod } from '#contract/users.ts';
import { mulDivRound, spreadKopecks } from './kopeck-math.ts';
import type { ProfitLines, Taxes } from './profit-engine.ts';

/**
 * VAT and the simplified tax (УСН). Pure; kopecks. Rates are the account's dated settings.
 *
 * Income is what buyers paid for the goods («реализовано»), not the money received. The result is an estimate of the
 * chosen period: the law counts the 1 % minimum by the year.
 */
export interface TaxRule {
  basis: ProfitBasis;
  /** Hundredths of a per cent: 600 is 6 %. */
  rateHundredths: number;
  /** 0, 5, 7 or 22; it is inside the price. */
  vatPercent: number;
}

const USUAL_RATE_PERCENT: Record<ProfitBasis, number> = { INCOME: 6, INCOME_MINUS_EXPENSES: 15 };
const MINIMUM_RATE_HUNDREDTHS = 100;
const WHOLE_HUNDREDTHS = 10_000;

/**
 * The rule of a day: the last tax period that had begun. Asked for the other basis than the account's own («а если
 * бы…»), the usual rate of that basis is taken; VAT does not depend on the basis. Days before the first period follow
 * the first.
 */
export function taxRuleOn(periods: readonly TaxPeriod[], day: string, basis: ProfitBasis): TaxRule {
  const current = taxPeriodOn(periods, day);
  const ratePercent = current?.basis === basis ? current.ratePercent : USUAL_RATE_PERCENT[basis];
  return {
    basis,
    rateHundredths: Math.round(ratePercent * 100),
    vatPercent: current?.vatPercent ?? 0,
  };
}

/** The rule that the account itself has chosen for the day. */
export function ownTaxRuleOn(periods: readonly TaxPeriod[], day: string): TaxRule {
  return taxRuleOn(periods, day, taxPeriodOn(periods, day)?.basis ?? 'INCOME');
}

function taxPeriodOn(periods: readonly TaxPeriod[], day: string): TaxPeriod | undefined {
  const ordered = [...periods].sort((a, b) => (a.from < b.from ? -1 : 1));
  return ordered.findLast((period) => period.from <= day) ?? ordered[0];
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
    lines.cogsKopecks
  );
}

/** The sum that the tax is a percentage of, by the basis or, when more comes out, by the 1 % minimum. */
interface TaxBase {
  rateHundredths: number;
  of: (lines: ProfitLines, vatKopecks: number) => number;
}

const income = (lines: ProfitLines, vatKopecks: number) => lines.realizedKopecks - vatKopecks;
const incomeLessExpenses = (lines: ProfitLines, vatKopecks: number) =>
  income(lines, vatKopecks) - expensesOf(lines);

function taxBaseFor(lines: ProfitLines, vatKopecks: number, rule: TaxRule): TaxBase {
  if (rule.basis === 'INCOME') return { rateHundredths: rule.rateHundredths, of: income };
  const ordinary = { rateHundredths: rule.rateHundredths, of: incomeLessExpenses };
  const minimum = { rateHundredths: MINIMUM_RATE_HUNDREDTHS, of: income };
  return taxBy(ordinary, lines, vatKopecks) >= taxBy(minimum, lines, vatKopecks) ? ordinary : minimum;
}

function taxBy(base: TaxBase, lines: ProfitLines, vatKopecks: number): number {
  return mulDivRound(base.of(lines, vatKopecks), base.rateHundredths, WHOLE_HUNDREDTHS);
}

/** VAT and tax of a taxpayer's lines under one rule. The tax is never negative: a loss is not paid back. */
export function taxesOf(lines: ProfitLines, rule: TaxRule): Taxes {
  const vatKopecks = vatOf(lines, rule);
  const base = taxBaseFor(lines, vatKopecks, rule);
  return { vatKopecks, taxKopecks: Math.max(taxBy(base, lines, vatKopecks), 0) };
}

/**
 * The whole's VAT and tax divided among its parts (days or cards) so that they add up to the kopeck. Each part answers
 * for its own income, or profit, whichever the whole is taxed by; returns and losses of a part lower the whole, so its
 * share is then negative.
 */
export function taxesOfParts(whole: ProfitLines, parts: readonly ProfitLines[], rule: TaxRule): Taxes[] {
  const total = taxesOf(whole, rule);
  if (parts.length === 0) return [];
  const vats = spreadBy(
    total.vatKopecks,
    parts.map((part) => part.realizedKopecks),
  );
  const base = taxBaseFor(whole, total.vatKopecks, rule);
  const taxes = spreadBy(
    total.taxKopecks,
    parts.map((part, index) => base.of(part, vats[index] ?? 0)),
  );
  return parts.map((_, index) => ({ vatKopecks: vats[index] ?? 0, taxKopecks: taxes[index] ?? 0 }));
}

function spreadBy(total: number, weights: readonly number[]): number[] {
  return total === 0 ? weights.map(() => 0) : spreadKopecks(total, weights);
}
