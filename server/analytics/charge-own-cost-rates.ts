import { MAX_RATE_HUNDREDTHS, type OwnCostRateContent } from '#contract/own-cost-rates.ts';
import type { SourceDayLines } from './day-lines.ts';
import { groupBy } from './group-by.ts';
import { mulDivRound } from './kopeck-math.ts';
import { NO_LINES, type ProfitLines } from './profit-engine.ts';

/** What a rate is on a day of a shop. */
export interface RateLines<Rate extends OwnCostRateContent = OwnCostRateContent> extends SourceDayLines {
  rate: Rate;
  /** Of all cards of the shop, by revenue. */
  nmId: 0;
}

/**
 * The account's rates on the days of shops. Pure. Of each day of each shop the rate of its revenue, rounded once: so it depends on no other
 * day and no other shop, and whatever is shown adds up. Where returns outweigh sales it is below zero, by the same rule as above it.
 *
 * What of it is of sales that no report has yet is a line of `sales`: the figures by report alone leave it out with them.
 */
export function chargeOwnCostRates<Rate extends OwnCostRateContent>(
  rates: readonly Rate[],
  rows: readonly SourceDayLines[],
): RateLines<Rate>[] {
  const days = [...groupBy(rows, ({ shopId, day }) => `${shopId}:${day}`).values()].flatMap((same) => {
    const [first] = same;
    return first ? [{ shopId: first.shopId, day: first.day, ...revenueOf(same) }] : [];
  });
  return rates.flatMap((rate) =>
    days
      .filter(({ shopId, day }) => isOf(rate, shopId, day))
      .flatMap(({ shopId, day, all, preliminary }) => {
        const kopecks = shareOf(all, rate);
        const ofReport = shareOf(all - preliminary, rate);
        const place = { rate, shopId, day, nmId: 0 as const };
        return [
          { ...place, source: 'own_costs' as const, lines: linesOfRate(rate, ofReport) },
          { ...place, source: 'sales' as const, lines: linesOfRate(rate, kopecks - ofReport) },
        ].filter(({ lines }) => lines.ownCostsKopecks !== 0);
      }),
  );
}

function revenueOf(rows: readonly SourceDayLines[]) {
  const sum = (some: readonly SourceDayLines[]) =>
    some.reduce((kopecks, { lines }) => kopecks + lines.revenueKopecks, 0);
  return { all: sum(rows), preliminary: sum(rows.filter(({ source }) => source === 'sales')) };
}

function isOf({ from, to, shopId }: OwnCostRateContent, shop: number, day: string): boolean {
  return (shopId === null || shopId === shop) && day >= from && (to === null || day <= to);
}

function shareOf(revenueKopecks: number, { rateHundredths }: OwnCostRateContent): number {
  return mulDivRound(revenueKopecks, rateHundredths, MAX_RATE_HUNDREDTHS);
}

function linesOfRate({ isTaxDeductible }: OwnCostRateContent, kopecks: number): ProfitLines {
  return { ...NO_LINES, ownCostsKopecks: kopecks, deductibleCostsKopecks: isTaxDeductible ? kopecks : 0 };
}
