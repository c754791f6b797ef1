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

/** A card of a shop with all that is counted of it; {@link profitTotals} makes its totals of that. */
export interface TaxedCard {
  shopId: number;
  nmId: number;
  vendorCode: string;
  lines: ProfitLines;
  taxes: Taxes;
}

/**
 * Lines and taxes of each card of each shop. Rows without a card are spread over the shop's cards by revenue. `spareCards` names
 * cards of shops where nothing at all was sold, so that their storage is still somebody's; what a shop without any card
 * was charged has a row of its own, with nmId 0.
 */
export function taxedByCard(
  rows: readonly ShopCardLines[],
  counted: CountedTaxes,
  spareCards: ReadonlyMap<number, readonly { nmId: number; vendorCode: string }[]> = new Map(),
): TaxedCard[] {
  return [...groupBy(rows, (row) => row.shopId)].flatMap(([shopId, ofShop]) => {
    const withCards = ofShop.filter((row) => row.nmId !== 0);
    const others = withCards.length > 0 ? withCards : (spareCards.get(shopId) ?? []);
    const takers = others.length > 0 ? others : [NO_CARD];
    const parts = [...groupBy(ofShop, ({ days }) => days.from).values()];
    return sumPartsOfCards(parts.flatMap((part) => taxedPart(shopId, part, { takers, counted })));
  });
}

/** The cards of a shop in one part of the period. */
function taxedPart(
  shopId: number,
  items: readonly ShopCardLines[],
  { takers, counted }: { takers: readonly Omit<CardLines, 'lines'>[]; counted: CountedTaxes },
): TaxedCard[] {
  const [first] = items;
  if (!first) return [];
  const shared = sumLines(items.filter((item) => item.nmId === 0).map((item) => item.lines));
  const own = oncePerCard(items.filter((item) => item.nmId !== 0));
  const cards = own.length > 0 ? own : oncePerCard(takers.map((card) => ({ ...card, lines: NO_LINES })));
  const spread = spreadLines(
    shared,
    cards.map((card) => card.lines),
  );
  const taxes = counted.ofParts(shopId, first.days, spread);
  return cards.map(({ nmId, vendorCode }, index) => ({
    shopId,
    nmId,
    vendorCode,
    lines: spread[index] ?? NO_LINES,
    taxes: taxes[index] ?? NO_TAXES,
  }));
}

function sumPartsOfCards(parts: readonly TaxedCard[]): TaxedCard[] {
  return [...groupBy(parts, ({ nmId }) => nmId).values()].flatMap((same) => {
    const [first] = same;
    if (!first) return [];
    return same.length === 1 ? [first] : [{ ...first, lines: linesOf(same), taxes: taxesOf(same) }];
  });
}

/** Several sources tell of one card. */
function oncePerCard(all: readonly CardLines[]): CardLines[] {
  return [...groupBy(all, (card) => card.nmId).values()].flatMap((same) => {
    const [first] = same;
    if (!first) return [];
    return same.length === 1 ? [first] : [{ ...first, lines: linesOf(same) }];
  });
}

/** Shops whose rows name no card at all: see `spareCards` of {@link taxedByCard}. */
export function shopsWithoutCards(rows: readonly ShopCardLines[]): number[] {
  const withCards = new Set(rows.filter((row) => row.nmId !== 0).map((row) => row.shopId));
  return [...new Set(rows.map((row) => row.shopId))].filter((shopId) => !withCards.has(shopId));
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
