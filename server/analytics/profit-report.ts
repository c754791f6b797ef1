import type { ProfitDay, ProfitShop, ProfitTotals } from '#contract/analytics.ts';
import { groupBy } from './group-by.ts';
import { daysOf, type Day, type Period } from './moscow-days.ts';
import { NO_TAXES, profitTotals, sumLines, type ProfitLines, type Taxes } from './profit-engine.ts';
import type { CountedTaxes, ShopDayLines } from './year-taxes.ts';

/**
 * Puts the engine's answers together: by day and by shop; by card see taxed-cards.ts. Taxes are counted by taxpayer and year (year-taxes.ts), and fall on
 * each day of each shop: days and cards are made of those, so both ways add up to the same total, to the kopeck.
 */

interface Taxed<T> {
  item: T;
  lines: ProfitLines;
  taxes: Taxes;
}

export interface PeriodProfit {
  totals: ProfitTotals;
  days: Omit<ProfitDay, 'isPreliminary'>[];
}

/** Totals of a period and its days; days without any rows are there with zeros. */
export function profitByDay(
  period: Period,
  rows: readonly ShopDayLines[],
  counted: CountedTaxes,
): PeriodProfit {
  const taxed = taxedShopDays(period, rows, counted);
  const byDay = groupBy(taxed, ({ item }) => item.day);
  return {
    totals: totalsOf(taxed),
    days: daysOf(period).map((day) => ({ day, ...figuresOf(byDay.get(day) ?? []) })),
  };
}

/** Which days are preliminary is not for the engine to say. */
type ShopProfit = Omit<ProfitShop, 'days'> & { days: PeriodProfit['days'] };

/** Each shop that has any rows in the period, and the days on which it has some. */
export function profitByShop(
  period: Period,
  rows: readonly ShopDayLines[],
  counted: CountedTaxes,
): ShopProfit[] {
  const byShop = groupBy(taxedShopDays(period, rows, counted), ({ item }) => item.shopId);
  return [...byShop].map(([shopId, taxed]) => ({
    shopId,
    ...figuresOf(taxed),
    days: taxed
      .map((one) => ({ day: one.item.day, ...figuresOf([one]) }))
      .toSorted((one, other) => (one.day < other.day ? -1 : 1)),
  }));
}

/** All lines of each shop that anything is known of: added up, those of the period. */
export function totalsByShop(
  period: Period,
  rows: readonly ShopDayLines[],
  counted: CountedTaxes,
): { shopId: number; totals: ProfitTotals }[] {
  const byShop = groupBy(taxedShopDays(period, rows, counted), ({ item }) => item.shopId);
  return [...byShop].map(([shopId, taxed]) => ({ shopId, totals: totalsOf(taxed) }));
}

/** What days and shops are made of: each day of each shop, with what of the taxes falls on it. */
function taxedShopDays(
  { from, to }: Period,
  rows: readonly ShopDayLines[],
  counted: CountedTaxes,
): Taxed<{ shopId: number; day: Day }>[] {
  const inPeriod = rows.filter((row) => row.day >= from && row.day <= to);
  // Several sources tell of one day of a shop.
  return [...groupBy(inPeriod, ({ shopId, day }) => `${shopId}:${day}`).values()].flatMap((same) => {
    const [first] = same;
    if (!first) return [];
    const { shopId, day } = first;
    return {
      item: { shopId, day },
      lines: sumLines(same.map((row) => row.lines)),
      taxes: counted.ofShop(shopId, { from: day, to: day }),
    };
  });
}

function figuresOf(taxed: readonly Omit<Taxed<unknown>, 'item'>[]) {
  const { orders, buyouts, profitKopecks } = totalsOf(taxed);
  return { orders, buyouts, profitKopecks };
}

function totalsOf(taxed: readonly { lines: ProfitLines; taxes: Taxes }[]): ProfitTotals {
  return profitTotals(linesOf(taxed), taxesOf(taxed));
}

function linesOf(some: readonly { lines: ProfitLines }[]): ProfitLines {
  return sumLines(some.map((one) => one.lines));
}

function taxesOf(some: readonly { taxes: Taxes }[]): Taxes {
  const taxes = { ...NO_TAXES };
  for (const one of some) {
    taxes.vatKopecks += one.taxes.vatKopecks;
    taxes.taxKopecks += one.taxes.taxKopecks;
  }
  return taxes;
}
