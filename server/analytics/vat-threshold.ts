import type { Taxpayer, VatThreshold } from '#contract/taxpayers.ts';
import { nextMonth, type Day } from './moscow-days.ts';
import { NO_LINES } from './profit-engine.ts';
import { taxRuleOn, vatOf } from './taxes.ts';

/** The income of a year above which «упрощёнка» pays VAT (НК 145, as of the law 425-ФЗ); before 2025 it never did. */
const THRESHOLD_ROUBLES: Record<number, number> = {
  2025: 60_000_000,
  2026: 20_000_000,
  2027: 15_000_000,
};
const THRESHOLD_ROUBLES_LATER = 10_000_000;

/** What buyers paid on a day in a shop, less what came back. */
export interface DayIncome {
  shopId: number;
  day: Day;
  realizedKopecks: number;
}

/** The same with what of it is VAT. */
export interface TaxedIncome extends DayIncome {
  vatKopecks: number;
}

/** The taxpayer's own days of a year, in order, each with its VAT by the rate of the day. */
export function incomeOfYear(
  { shopIds, taxRates }: Pick<Taxpayer, 'shopIds' | 'taxRates'>,
  year: number,
  income: readonly DayIncome[],
): TaxedIncome[] {
  const own = new Set(shopIds);
  return income
    .filter(({ shopId, day }) => own.has(shopId) && day.startsWith(`${year}-`))
    .sort((one, other) => (one.day < other.day ? -1 : 1))
    .map((row) => ({
      ...row,
      vatKopecks: vatOf(
        { ...NO_LINES, realizedKopecks: row.realizedKopecks },
        taxRuleOn(taxRates, row.day, 'OWN'),
      ),
    }));
}

/**
 * How near the taxpayer's income of a year has come to the threshold. Whoever passes it pays VAT from the first of the next
 * month. null for a year without one. Pure.
 */
export function vatThresholdOf(
  taxpayer: Taxpayer,
  year: number,
  income: readonly DayIncome[],
  today: Day,
): Omit<VatThreshold, 'unreadShopIds'> | null {
  if (year < 2025) return null;
  const thresholdKopecks = (THRESHOLD_ROUBLES[year] ?? THRESHOLD_ROUBLES_LATER) * 100;
  const ofYear = incomeOfYear(taxpayer, year, income);
  let incomeKopecks = 0;
  let crossedOn: Day | null = null;
  for (const [index, { day, realizedKopecks, vatKopecks }] of ofYear.entries()) {
    incomeKopecks += realizedKopecks - vatKopecks;
    // Shops of one day are one day.
    const isDayOver = ofYear[index + 1]?.day !== day;
    if (isDayOver && incomeKopecks > thresholdKopecks) crossedOn ??= day;
  }
  const vatFrom = crossedOn === null ? null : nextMonth(crossedOn);
  const vatOn = (day: Day) => taxRuleOn(taxpayer.taxRates, day, 'OWN').vatPercent > 0;
  return {
    taxpayerId: taxpayer.id,
    name: taxpayer.name,
    shopIds: taxpayer.shopIds,
    year,
    thresholdKopecks,
    incomeKopecks,
    knownFrom: knownFrom(ofYear),
    crossedOn,
    vatFrom,
    isVatSet: vatOn(vatFrom ?? today),
  };
}

/** The latest of the shops' first days: from then on nothing is missing. */
function knownFrom(ofYear: readonly DayIncome[]): Day | null {
  const first = new Map<number, Day>();
  for (const { shopId, day } of ofYear) if (!first.has(shopId)) first.set(shopId, day);
  return [...first.values()].reduce<Day | null>(
    (latest, day) => (latest && latest > day ? latest : day),
    null,
  );
}
