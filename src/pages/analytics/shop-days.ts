import type { ProfitShop } from '#contract/analytics.ts';
import { addDays, daysBetween } from '#lib/dates.ts';
import type { ChartMetric } from './profit-address.ts';

/** A figure of some days of one shop, or of all; null: nothing is known of them. */
export interface ShopDaysCell {
  value: number | null;
  isPreliminary: boolean;
}

export interface ShopDaysRow {
  from: string;
  to: string;
  /** In the order of the shops. */
  cells: ShopDaysCell[];
  total: ShopDaysCell;
}

export interface ShopDaysTable {
  shopIds: number[];
  rows: ShopDaysRow[];
  /** Of the whole period. */
  sums: Omit<ShopDaysRow, 'from' | 'to'>;
  /** The largest size of a cell, which the others are coloured against. */
  largest: number;
}

/** Of one day of a shop; null: the feed of orders does not reach it. */
export type OrdersOfDay = (shopId: number, day: ProfitShop['days'][number]) => number | null;

/** More rows than that are read as weeks, and more weeks as months. */
const MOST_ROWS = 31;
const WEEK_DAYS = 7;

/** Days × shops; a long period by weeks (from Monday) or months. Every row and column adds up. */
export function shopDaysTable(
  shops: readonly ProfitShop[],
  period: { from: string; to: string },
  metric: ChartMetric,
  ordersOf: OrdersOfDay,
): ShopDaysTable {
  const shownShops = shops.map(({ shopId, days }) => ({
    shopId,
    days: days.map((day) => ({
      day: day.day,
      value: metric === 'orders' ? ordersOf(shopId, day) : valueOf(day, metric),
      isPreliminary: day.isPreliminary,
    })),
  }));
  const rowOf = (from: string, to: string) => {
    const cells = shownShops.map(({ days }) => sumOf(days.filter(({ day }) => day >= from && day <= to)));
    return { cells, total: sumOf(cells) };
  };
  const rows = spansOf(period).map((span) => ({ ...span, ...rowOf(span.from, span.to) }));
  return {
    shopIds: shownShops.map(({ shopId }) => shopId),
    rows,
    sums: rowOf(period.from, period.to),
    largest: Math.max(0, ...rows.flatMap(({ cells }) => cells.map(({ value }) => Math.abs(value ?? 0)))),
  };
}

function valueOf(day: ProfitShop['days'][number], metric: Exclude<ChartMetric, 'orders'>): number {
  return { profit: day.profitKopecks, buyouts: day.buyouts }[metric];
}

function sumOf(parts: readonly ShopDaysCell[]): ShopDaysCell {
  const known = parts.flatMap(({ value }) => value ?? []);
  return {
    value: known.length > 0 ? known.reduce((sum, value) => sum + value, 0) : null,
    isPreliminary: parts.some(({ isPreliminary }) => isPreliminary),
  };
}

function spansOf({ from, to }: { from: string; to: string }): { from: string; to: string }[] {
  const lastOf = lastDayRule(daysBetween(from, to) + 1);
  const spans: { from: string; to: string }[] = [];
  for (let start = from; start <= to;) {
    const last = lastOf(start);
    const end = last < to ? last : to;
    spans.push({ from: start, to: end });
    start = addDays(end, 1);
  }
  return spans;
}

/** Where a row that begins on a day ends. */
function lastDayRule(count: number): (day: string) => string {
  if (count <= MOST_ROWS) return (day) => day;
  return count <= MOST_ROWS * WEEK_DAYS ? sundayOf : lastOfMonth;
}

function sundayOf(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, (WEEK_DAYS - weekday) % WEEK_DAYS);
}

function lastOfMonth(day: string): string {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}
