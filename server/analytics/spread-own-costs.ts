import type { OwnCostContent } from '#contract/own-costs.ts';
import { groupBy } from './group-by.ts';
import { spreadKopecks } from './kopeck-math.ts';
import { daysOf, type Day, type Period } from './moscow-days.ts';
import { NO_LINES, sumLines, type ProfitLines } from './profit-engine.ts';
import type { ShopDayLines } from './year-taxes.ts';

/** A cost's share of a day of a shop; of a card when it says one. */
export interface OwnCostLines<Cost extends OwnCostContent = OwnCostContent> extends ShopDayLines {
  cost: Cost;
  /** 0: of all cards of the shop, by revenue. */
  nmId: number;
}

/**
 * The account's own costs on days and shops. Pure. A cost is spread over all its days evenly, and one of all shops over those by what
 * each has sold on the day, evenly when none has: so its days, shops and cards add up to it to the kopeck, whatever
 * period is shown.
 */
export function spreadOwnCosts<Cost extends OwnCostContent>(
  costs: readonly Cost[],
  { shopIds, period, rows }: { shopIds: readonly number[]; period: Period; rows: readonly ShopDayLines[] },
): OwnCostLines<Cost>[] {
  const revenue = new Map<string, number>();
  for (const { shopId, day, lines } of rows) {
    const key = `${shopId}:${day}`;
    revenue.set(key, (revenue.get(key) ?? 0) + lines.revenueKopecks);
  }
  const all: OwnCostLines<Cost>[] = [];
  for (const cost of costs) {
    const days = daysOf(cost);
    const byDay = spreadKopecks(
      cost.amountKopecks,
      days.map(() => 1),
    );
    days.forEach((day, index) => {
      if (day < period.from || day > period.to) return;
      for (const [shopId, kopecks] of overShops(cost, day, byDay[index] ?? 0, shopIds, revenue)) {
        if (kopecks !== 0)
          all.push({ cost, shopId, day, nmId: cost.nmId ?? 0, lines: linesOfCost(cost, kopecks) });
      }
    });
  }
  return all;
}

function overShops(
  { shopId }: OwnCostContent,
  day: Day,
  kopecks: number,
  shopIds: readonly number[],
  revenue: ReadonlyMap<string, number>,
): [number, number][] {
  if (shopId !== null) return [[shopId, kopecks]];
  if (shopIds.length === 0) return [];
  const weights = shopIds.map((id) => Math.max(revenue.get(`${id}:${day}`) ?? 0, 0));
  const parts = spreadKopecks(kopecks, weights);
  return shopIds.map((id, index) => [id, parts[index] ?? 0]);
}

function linesOfCost({ isTaxDeductible }: OwnCostContent, kopecks: number): ProfitLines {
  return { ...NO_LINES, ownCostsKopecks: kopecks, deductibleCostsKopecks: isTaxDeductible ? kopecks : 0 };
}

/** What falls on a card on days on which no rate of any taxpayer changes. */
interface CardCosts {
  shopId: number;
  nmId: number;
  vendorCode: '';
  days: Period;
  lines: ProfitLines;
}

/** The same by card and part of a period; of rates too. */
export function ownCostsByCard(
  costs: readonly (ShopDayLines & { nmId: number })[],
  parts: readonly Period[],
): CardCosts[] {
  const placed = costs.flatMap((cost) => {
    const days = parts.find(({ from, to }) => cost.day >= from && cost.day <= to);
    return days ? [{ ...cost, days }] : [];
  });
  return [...groupBy(placed, ({ shopId, nmId, days }) => `${shopId}:${nmId}:${days.from}`).values()].flatMap(
    (same) => {
      const [first] = same;
      if (!first) return [];
      const { shopId, nmId, days } = first;
      return { shopId, nmId, vendorCode: '', days, lines: sumLines(same.map(({ lines }) => lines)) };
    },
  );
}
