import type { ProfitDay, ProfitTotals } from '#contract/analytics.ts';
import type { ProfitBasis, TaxPeriod } from '#contract/users.ts';
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
import { taxesOfParts, taxRuleOn, type TaxRule } from './taxes.ts';

/**
 * Puts the engine's answers together: by day and by card. A shop is a taxpayer of its own, so VAT and tax are counted
 * per shop and per tax rule, then divided among days or cards: both ways add up to the same total, to the kopeck.
 */

export interface ShopDayLines {
  shopId: number;
  day: Day;
  lines: ProfitLines;
}

export interface ShopCardLines {
  shopId: number;
  /** 0 for rows that belong to no card. */
  nmId: number;
  vendorCode: string;
  /** A day of the tax period that the lines fall into. */
  taxDay: Day;
  lines: ProfitLines;
}

export interface TaxSettings {
  taxPeriods: readonly TaxPeriod[];
  basis: ProfitBasis;
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
  settings: TaxSettings,
): PeriodProfit {
  const inPeriod = rows.filter((row) => row.day >= period.from && row.day <= period.to);
  const taxed = byTaxpayer(inPeriod, (row) => row.day, settings).flatMap(({ rule, items }) =>
    withTaxes(
      items.map((item) => ({ item, lines: item.lines })),
      rule,
    ),
  );
  const byDay = groupBy(taxed, ({ item }) => item.day);
  return {
    totals: totalsOf(taxed),
    days: daysOf(period).map((day) => {
      const totals = totalsOf(byDay.get(day) ?? []);
      return { day, orders: totals.orders, buyouts: totals.buyouts, profitKopecks: totals.profitKopecks };
    }),
  };
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
  settings: TaxSettings,
  spareCards: ReadonlyMap<number, readonly { nmId: number; vendorCode: string }[]> = new Map(),
): CardProfit[] {
  const cardsOfShop = groupBy(
    rows.filter((row) => row.nmId !== 0),
    (row) => row.shopId,
  );
  const taxed = byTaxpayer(rows, (row) => row.taxDay, settings).flatMap(({ shopId, rule, items }) => {
    const shared = sumLines(items.filter((item) => item.nmId === 0).map((item) => item.lines));
    const own: CardLines[] = items.filter((item) => item.nmId !== 0);
    const others = cardsOfShop.get(shopId) ?? spareCards.get(shopId) ?? [];
    const takers = others.length > 0 ? others : [NO_CARD];
    const cards = own.length > 0 ? own : takers.map((card) => ({ ...card, lines: NO_LINES }));
    const spread = spreadLines(
      shared,
      cards.map((card) => card.lines),
    );
    return withTaxes(
      cards.map(({ nmId, vendorCode }, index) => ({
        item: { shopId, nmId, vendorCode },
        lines: spread[index] ?? NO_LINES,
      })),
      rule,
    );
  });
  return [...groupBy(taxed, ({ item }) => `${item.shopId}:${item.nmId}`).values()].flatMap((group) => {
    const [first] = group;
    return first ? [{ ...first.item, totals: totalsOf(group) }] : [];
  });
}

/** Shops whose rows name no card at all: see `spareCards` of {@link profitByCard}. */
export function shopsWithoutCards(rows: readonly ShopCardLines[]): number[] {
  const withCards = new Set(rows.filter((row) => row.nmId !== 0).map((row) => row.shopId));
  return [...new Set(rows.map((row) => row.shopId))].filter((shopId) => !withCards.has(shopId));
}

function byTaxpayer<T extends { shopId: number }>(
  rows: readonly T[],
  dayOf: (row: T) => Day,
  { taxPeriods, basis }: TaxSettings,
): { shopId: number; rule: TaxRule; items: T[] }[] {
  const ruleOf = new Map<Day, TaxRule>();
  const groups = new Map<string, { shopId: number; rule: TaxRule; items: T[] }>();
  for (const row of rows) {
    const day = dayOf(row);
    const rule = ruleOf.get(day) ?? taxRuleOn(taxPeriods, day, basis);
    ruleOf.set(day, rule);
    const key = `${row.shopId}:${rule.rateHundredths}:${rule.vatPercent}`;
    const group = groups.get(key) ?? { shopId: row.shopId, rule, items: [] };
    group.items.push(row);
    groups.set(key, group);
  }
  return [...groups.values()];
}

function withTaxes<T>(parts: readonly { item: T; lines: ProfitLines }[], rule: TaxRule): Taxed<T>[] {
  const lines = parts.map((part) => part.lines);
  const taxes = taxesOfParts(sumLines(lines), lines, rule);
  return parts.map((part, index) => ({ ...part, taxes: taxes[index] ?? NO_TAXES }));
}

function totalsOf(taxed: readonly { lines: ProfitLines; taxes: Taxes }[]): ProfitTotals {
  const taxes = { ...NO_TAXES };
  for (const one of taxed) {
    taxes.vatKopecks += one.taxes.vatKopecks;
    taxes.taxKopecks += one.taxes.taxKopecks;
  }
  return profitTotals(sumLines(taxed.map((one) => one.lines)), taxes);
}
