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

type DayOfOrders = Pick<ProfitDay, 'day' | 'orders'>;

/** Null before a day; unless there are orders, as of a shop whose feed reaches back further. */
function ordersSince(begins: string | null): (day: DayOfOrders) => number | null {
  return ({ day, orders }) => (orders > 0 || (begins !== null && day >= begins) ? orders : null);
}

/** Orders of a day that is shown; null before the feed of orders begins, and where it was never read. */
export function knownOrders({ coverage }: Pick<Profit, 'coverage'>): (day: DayOfOrders) => number | null {
  // An older server does not say how far the feed reaches.
  return ordersSince(coverage ? (coverage.orders?.from ?? null) : '');
}

/** The same of one shop, by its own feed. */
export function knownOrdersOfShop(
  profit: Pick<Profit, 'coverage' | 'sources'>,
  shopId: number,
): (day: DayOfOrders) => number | null {
  const source = profit.sources?.find((shop) => shop.shopId === shopId)?.orders;
  if (!source) return knownOrders(profit);
  // Of a feed that was read and has nothing, nothing was ordered.
  return ordersSince(source.from ?? (source.readAt === null ? null : ''));
}

interface OrdersKnown {
  /** On any day of the period. */
  areAny: boolean;
  /** Null: since the first of these days, or nobody can say since when. */
  since: string | null;
}

/** Which orders of a period are known. */
export function ordersKnown(profit: Profit, side: PeriodChoice): OrdersKnown {
  const ordersOf = knownOrders(profit);
  const { from, days } = profit[side];
  const first = days.find((day) => ordersOf(day) !== null)?.day;
  const since = first ?? profit.coverage?.orders?.from ?? null;
  return { areAny: first !== undefined, since: since !== null && since > from ? since : null };
}
