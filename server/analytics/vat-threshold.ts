import type { Taxpayer, VatThreshold } from '#contract/taxpayers.ts';
import { addDays, type Day } from './moscow-days.ts';
import { NO_LINES } from './profit-engine.ts';
import { incomeOf, taxRuleOn, vatOf } from './taxes.ts';

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
  const own = new Set(taxpayer.shopIds);
  const ofYear = income
    .filter(({ shopId, day }) => own.has(shopId) && day.startsWith(`${year}-`))
    .sort((one, other) => (one.day < other.day ? -1 : 1));
  let incomeKopecks = 0;
  let crossedOn: Day | null = null;
  for (const [index, { day, realizedKopecks }] of ofYear.entries()) {
    const lines = { ...NO_LINES, realizedKopecks };
    incomeKopecks += incomeOf(lines, vatOf(lines, taxRuleOn(taxpayer.taxRates, day, 'OWN')));
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

function nextMonth(day: Day): Day {
  return `${addDays(`${day.slice(0, 7)}-28`, 4).slice(0, 7)}-01`;
}
