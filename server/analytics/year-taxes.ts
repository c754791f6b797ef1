import type { AskedBasis } from '#contract/analytics.ts';
import type { TaxRate } from '#contract/taxpayers.ts';
import { groupBy } from './group-by.ts';
import { spreadKopecks } from './kopeck-math.ts';
import { daysOf, type Day, type Period } from './moscow-days.ts';
import { NO_LINES, NO_TAXES, sumLines, type ProfitLines, type Taxes } from './profit-engine.ts';
import {
  expensesOf,
  incomeOf,
  minimumTaxOn,
  ordinaryTaxOf,
  taxRuleOn,
  vatOf,
  type TaxRule,
} from './taxes.ts';

/**
 * Taxes by the year, as the law counts them, and what of them falls on each day of each shop (decision 040). Pure; kopecks.
 *
 * A taxpayer's tax of a day is what its tax since 1 January has grown by on that day: so the days of a year add up to the
 * tax of the year, to the kopeck, and the 1 % minimum is the year's, not the day's. Days before the answer's first have to be
 * told too: from the 1 January before it.
 */

export interface ShopDayLines {
  shopId: number;
  day: Day;
  lines: ProfitLines;
}

export interface TaxSettings {
  taxpayers: readonly { shopIds: readonly number[]; taxRates: readonly TaxRate[] }[];
  basis: AskedBasis;
}

/** By what a taxpayer is taxed since 1 January: by its rate, by the minimum, or by nothing. */
type Regime = 'ORDINARY' | 'MINIMUM' | 'NONE';

interface DayOfTaxpayer {
  rule: TaxRule;
  regime: Regime;
}

/** What {@link countTaxes} has counted. */
export interface CountedTaxes {
  /** Of a shop over days. */
  ofShop(shopId: number, period: Period): Taxes;
  /** The same over days on which no rate changes, to be divided among parts of its lines; null where nothing is known of any of the days. */
  dueOf(shopId: number, period: Period): DueTaxes | null;
}

/** Taxes with all that decides which part of the lines answers for how much of them ({@link shareTaxes}). Plain data. */
export interface DueTaxes extends DayOfTaxpayer {
  total: Taxes;
}

export function countTaxes(rows: readonly ShopDayLines[], settings: TaxSettings): CountedTaxes {
  const byShop = new Map<number, Map<Day, Taxes>>();
  const daysOfShop = new Map<number, Map<Day, DayOfTaxpayer>>();
  for (const { shopIds, taxRates } of settings.taxpayers) {
    const own = new Set(shopIds);
    const days = new Map<Day, DayOfTaxpayer>();
    for (const shopId of own) daysOfShop.set(shopId, days);
    const byYear = groupBy(
      rows.filter((row) => own.has(row.shopId)),
      (row) => row.day.slice(0, 4),
    );
    for (const ofYear of byYear.values()) {
      for (const day of growth(ofYear, (on) => taxRuleOn(taxRates, on, settings.basis))) {
        days.set(day.day, day);
        day.shops.forEach(({ shopId }, index) => {
          const ofShop = byShop.get(shopId) ?? new Map<Day, Taxes>();
          byShop.set(shopId, ofShop.set(day.day, day.taxes[index] ?? NO_TAXES));
        });
      }
    }
  }
  const ofShop = (shopId: number, period: Period) => {
    const sum = { ...NO_TAXES };
    for (const day of daysOf(period)) {
      const taxes = byShop.get(shopId)?.get(day) ?? NO_TAXES;
      sum.vatKopecks += taxes.vatKopecks;
      sum.taxKopecks += taxes.taxKopecks;
    }
    return sum;
  };
  return {
    ofShop,
    dueOf: (shopId, period) => {
      const last = lastWithin(daysOfShop.get(shopId) ?? new Map<Day, DayOfTaxpayer>(), period);
      return last ? { total: ofShop(shopId, period), rule: last.rule, regime: last.regime } : null;
    },
  };
}

function lastWithin(days: ReadonlyMap<Day, DayOfTaxpayer>, { from, to }: Period): DayOfTaxpayer | undefined {
  let last: { day: Day; of: DayOfTaxpayer } | undefined;
  for (const [day, of] of days) if (day >= from && day <= to && (!last || day > last.day)) last = { day, of };
  return last?.of;
}

/** Day after day of one taxpayer's year: what its taxes grow by, and what of that is each shop's. */
function* growth(rows: readonly ShopDayLines[], ruleOn: (day: Day) => TaxRule) {
  const year = createYear();
  const byDay = groupBy(rows, (row) => row.day);
  for (const day of [...byDay.keys()].sort()) {
    const shops = [...groupBy(byDay.get(day) ?? [], (row) => row.shopId)]
      .sort(([one], [other]) => one - other)
      .map(([shopId, ofShop]) => ({ shopId, lines: sumLines(ofShop.map((row) => row.lines)) }));
    const lines = shops.map((shop) => shop.lines);
    const rule = ruleOn(day);
    const before = year.taxes();
    year.add(sumLines(lines), rule);
    const after = year.taxes();
    const grown = {
      vatKopecks: after.vatKopecks - before.vatKopecks,
      taxKopecks: after.taxKopecks - before.taxKopecks,
    };
    const regime = year.regimeOf(rule);
    yield { day, rule, regime, shops, taxes: shareTaxes({ total: grown, rule, regime }, lines) };
  }
}

/**
 * Since 1 January: lines by rule, and the tax of them all. Where the basis changes within a year each basis is counted by
 * itself.
 */
export function createYear() {
  const byRule = new Map<string, { rule: TaxRule; lines: ProfitLines }>();
  const of = (basis: TaxRule['basis']) => {
    let [ordinary, income] = [0, 0];
    for (const { rule, lines } of byRule.values()) {
      if (rule.basis !== basis) continue;
      const vat = vatOf(lines, rule);
      ordinary += ordinaryTaxOf(lines, vat, rule);
      income += incomeOf(lines, vat);
    }
    const minimum = basis === 'INCOME' ? 0 : minimumTaxOn(income);
    return { ordinary, minimum, taxKopecks: Math.max(ordinary, minimum, 0) };
  };
  return {
    add(lines: ProfitLines, rule: TaxRule): void {
      const key = `${rule.basis}:${rule.rateHundredths}:${rule.vatPercent}`;
      byRule.set(key, { rule, lines: sumLines([byRule.get(key)?.lines ?? NO_LINES, lines]) });
    },
    taxes(): Taxes {
      let vatKopecks = 0;
      for (const { rule, lines } of byRule.values()) vatKopecks += vatOf(lines, rule);
      return { vatKopecks, taxKopecks: of('INCOME').taxKopecks + of('INCOME_MINUS_EXPENSES').taxKopecks };
    },
    /** What {@link taxes} is made of: by rule, in the order of the days. */
    rules: () =>
      [...byRule.values()].map(({ rule, lines }) => {
        const vatKopecks = vatOf(lines, rule);
        return {
          rule,
          incomeKopecks: incomeOf(lines, vatKopecks),
          expensesKopecks: rule.basis === 'INCOME' ? null : expensesOf(lines),
          vatKopecks,
          taxKopecks: ordinaryTaxOf(lines, vatKopecks, rule),
        };
      }),
    /** Null where the year is not taxed by it. */
    minimum(): number | null {
      const { ordinary, minimum } = of('INCOME_MINUS_EXPENSES');
      return minimum > ordinary ? minimum : null;
    },
    regimeOf({ basis }: TaxRule): Regime {
      const { ordinary, minimum, taxKopecks } = of(basis);
      if (taxKopecks === 0) return 'NONE';
      return ordinary >= minimum ? 'ORDINARY' : 'MINIMUM';
    },
  };
}

/**
 * Divides taxes among parts so that they add up to the kopeck. Each part answers for its own income, or profit, whichever the
 * year is taxed by: its returns and losses lower the whole, so its share may be negative. What the whole is beside that — a
 * kopeck of rounding, what an earlier loss spares — is borne by what buyers paid. No part is kept.
 */
export function shareTaxes({ total, rule, regime }: DueTaxes, parts: Iterable<ProfitLines>): Taxes[] {
  const weights: number[] = [];
  const ownVats: number[] = [];
  for (const part of parts) {
    weights.push(Math.max(part.realizedKopecks, 0));
    ownVats.push(vatOf(part, rule));
  }
  const vats = withRest(total.vatKopecks, ownVats, weights);
  const ownTaxes = Array.from(parts, (part, index) => {
    const vat = vats[index] ?? 0;
    if (regime === 'NONE') return 0;
    return regime === 'MINIMUM' ? minimumTaxOn(incomeOf(part, vat)) : ordinaryTaxOf(part, vat, rule);
  });
  const taxes = withRest(total.taxKopecks, ownTaxes, weights);
  return vats.map((vatKopecks, index) => ({ vatKopecks, taxKopecks: taxes[index] ?? 0 }));
}

function withRest(total: number, own: readonly number[], weights: ArrayLike<number>): readonly number[] {
  const rest = total - own.reduce((sum, one) => sum + one, 0);
  if (rest === 0 || own.length === 0) return own;
  const spread = spreadKopecks(rest, weights);
  return own.map((one, index) => one + (spread[index] ?? 0));
}
