import type { ProfitDay, ProfitShop, ProfitTotals } from '#contract/analytics.ts';
import { groupBy } from './group-by.ts';
import { daysOf, type Day, type Period } from './moscow-days.ts';
import {
  NO_LINES,
  NO_TAXES,
  profitTotals,
  spreadLines,
  sumLines,
  type ProfitLines,
  type Taxes,
} from './profit-engine.ts';
import type { CountedTaxes, ShopDayLines } from './year-taxes.ts';

/**
 * Puts the engine's answers together: by day and by card. Taxes are counted by taxpayer and year (year-taxes.ts), and fall on
 * each day of each shop: days and cards are made of those, so both ways add up to the same total, to the kopeck.
 */

export interface ShopCardLines {
  shopId: number;
  /** 0 for rows that belong to no card. */
  nmId: number;
  vendorCode: string;
  /** The days that the lines are of, on which no rate of any taxpayer changes. */
  days: Period;
  lines: ProfitLines;
}

/** Whom a shop's costs belong to when it has no card. */
const NO_CARD = { nmId: 0, vendorCode: '' };

type CardLines = Pick<ShopCardLines, 'nmId' | 'vendorCode' | 'lines'>;

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

export interface CardProfit {
  shopId: number;
  nmId: number;
  vendorCode: string;
  totals: ProfitTotals;
}

/**
 * Profit of each card of each shop. Rows without a card are spread over the shop's cards by revenue. `spareCards` names
 * cards of shops where nothing at all was sold, so that their storage is still somebody's; what a shop without any card
 * was charged has a row of its own, with nmId 0.
 */
export function profitByCard(
  rows: readonly ShopCardLines[],
  counted: CountedTaxes,
  spareCards: ReadonlyMap<number, readonly { nmId: number; vendorCode: string }[]> = new Map(),
): CardProfit[] {
  const cardsOfShop = groupBy(
    rows.filter((row) => row.nmId !== 0),
    (row) => row.shopId,
  );
  const groups = groupBy(rows, ({ shopId, days }) => `${shopId}:${days.from}`);
  const taxed = [...groups.values()].flatMap((items): Taxed<Omit<CardProfit, 'totals'>>[] => {
    const [first] = items;
    if (!first) return [];
    const { shopId, days } = first;
    const shared = sumLines(items.filter((item) => item.nmId === 0).map((item) => item.lines));
    const own = oncePerCard(items.filter((item) => item.nmId !== 0));
    const others = cardsOfShop.get(shopId) ?? spareCards.get(shopId) ?? [];
    const takers = others.length > 0 ? others : [NO_CARD];
    const cards = own.length > 0 ? own : oncePerCard(takers.map((card) => ({ ...card, lines: NO_LINES })));
    const spread = spreadLines(
      shared,
      cards.map((card) => card.lines),
    );
    const taxes = counted.ofParts(shopId, days, spread);
    return cards.map(({ nmId, vendorCode }, index) => ({
      item: { shopId, nmId, vendorCode },
      lines: spread[index] ?? NO_LINES,
      taxes: taxes[index] ?? NO_TAXES,
    }));
  });
  return [...groupBy(taxed, ({ item }) => `${item.shopId}:${item.nmId}`).values()].flatMap((group) => {
    const [first] = group;
    return first ? [{ ...first.item, totals: totalsOf(group) }] : [];
  });
}

/** Several sources tell of one card. */
function oncePerCard(all: readonly CardLines[]): CardLines[] {
  return [...groupBy(all, (card) => card.nmId).values()].flatMap((same) => {
    const [first] = same;
    return first ? [{ ...first, lines: sumLines(same.map((card) => card.lines)) }] : [];
  });
}

/** Shops whose rows name no card at all: see `spareCards` of {@link profitByCard}. */
export function shopsWithoutCards(rows: readonly ShopCardLines[]): number[] {
  const withCards = new Set(rows.filter((row) => row.nmId !== 0).map((row) => row.shopId));
  return [...new Set(rows.map((row) => row.shopId))].filter((shopId) => !withCards.has(shopId));
}

function totalsOf(taxed: readonly { lines: ProfitLines; taxes: Taxes }[]): ProfitTotals {
  const taxes = { ...NO_TAXES };
  for (const one of taxed) {
    taxes.vatKopecks += one.taxes.vatKopecks;
    taxes.taxKopecks += one.taxes.taxKopecks;
  }
  return profitTotals(sumLines(taxed.map((one) => one.lines)), taxes);
}
