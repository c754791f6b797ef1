import type { PeriodChoice, Profit, ProfitDay } from '#contract/analytics.ts';
import type { ComparisonSource } from './comparison-note.ts';

/** A figure of a day to compare with; null before the data of its source begin: that nothing is known is no zero. */
export function knownBefore(
  { coverage }: Profit,
  source: ComparisonSource,
  valueOf: (day: ProfitDay) => number,
): (day: ProfitDay | null) => number | null {
  const begins = coverage?.[source]?.from ?? '';
  return (day) => (day && day.day >= begins ? valueOf(day) : null);
}

/** Orders of a day that is shown; null before the feed of orders begins, unless that of some shop reaches back further. */
export function knownOrders({ coverage }: Profit): (day: ProfitDay) => number | null {
  const begins = coverage?.orders?.from ?? '';
  return ({ day, orders }) => (orders > 0 || day >= begins ? orders : null);
}

/** Since when the orders of a period are known; null: since its first day. */
export function ordersKnownSince(profit: Profit, side: PeriodChoice): string | null {
  const ordersOf = knownOrders(profit);
  const { from, days } = profit[side];
  const since = days.find((day) => ordersOf(day) !== null)?.day ?? profit.coverage?.orders?.from ?? from;
  return since > from ? since : null;
}
