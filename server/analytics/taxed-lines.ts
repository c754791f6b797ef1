import type { AskedBasis } from '#contract/analytics.ts';
import type { OwnCostRate } from '#contract/own-cost-rates.ts';
import type { OwnCost } from '#contract/own-costs.ts';
import type { TaxYear } from '#contract/profit-parts.ts';
import type { Db } from '#server/db/database.ts';
import { findTaxpayers } from '#server/taxpayers/taxpayer-rows.ts';
import { findOwnCostRates } from '#server/own-costs/own-cost-rate-rows.ts';
import { findOwnCosts } from '#server/own-costs/own-cost-rows.ts';
import { chargeOwnCostRates, type RateLines } from './charge-own-cost-rates.ts';
import { findDayLines, type SourceDayLines } from './day-lines.ts';
import { explainTaxes } from './explain-taxes.ts';
import type { Day, Period } from './moscow-days.ts';
import type { ShopCoverage } from './repository.ts';
import { spreadOwnCosts, type OwnCostLines } from './spread-own-costs.ts';
import { countTaxes, type CountedTaxes } from './year-taxes.ts';

export interface TaxedLines {
  /** Of the asked shops and days. */
  lines: SourceDayLines[];
  taxes: CountedTaxes;
  /** The same taxes as the sales reports alone have them, without days that are preliminary. */
  reportTaxes: () => CountedTaxes;
  /** What the taxes of the asked days are counted from, by taxpayer and year. */
  taxYears: () => TaxYear[];
  /** What the account has said of its own costs, of the asked shops and days. They are among the lines too. */
  ownCosts: OwnCostLines<OwnCost>[];
  /** The same of its costs that are a share of revenue. */
  costRates: RateLines<OwnCostRate>[];
  /** The days on which a rate of some taxpayer or a year begins, in order. */
  newDays: Day[];
}

/**
 * What was sold, with its taxes. Those are counted by the year and for all shops of a taxpayer together: so everything since the
 * 1 January before the period is read, of the asked shops' taxpayers.
 */
export async function readTaxedLines(
  db: Db,
  accountId: number,
  { shops, period, basis }: { shops: readonly ShopCoverage[]; period: Period; basis: AskedBasis },
): Promise<TaxedLines> {
  const asked = new Set(shops.map((shop) => shop.shopId));
  const allTaxpayers = await findTaxpayers(db, accountId);
  const taxpayers = allTaxpayers.filter(({ shopIds }) => shopIds.some((id) => asked.has(id)));
  const days = sinceNewYear(period);
  const costs = await findOwnCosts(db, accountId, days);
  // A cost of all shops is shared out by what each has sold.
  const isShared = costs.some(({ shopId }) => shopId === null);
  const shopIds = (isShared ? allTaxpayers : taxpayers)
    .flatMap((one) => one.shopIds)
    .sort((one, other) => one - other);
  const sold = await findDayLines(db, accountId, { shopIds, period: days });
  const ownCosts = spreadOwnCosts(costs, { shopIds, period: days, rows: sold });
  const costRates = chargeOwnCostRates(await findOwnCostRates(db, accountId, days), sold);
  const all: SourceDayLines[] = [
    ...sold,
    ...costRates,
    ...ownCosts.map(({ shopId, day, lines }) => ({ shopId, day, lines, source: 'own_costs' as const })),
  ];
  const settings = { taxpayers, basis };
  const isShown = ({ shopId, day }: { shopId: number; day: Day }) => asked.has(shopId) && day >= period.from;
  return {
    lines: all.filter(isShown),
    ownCosts: ownCosts.filter(isShown),
    costRates: costRates.filter(isShown),
    taxes: countTaxes(all, settings),
    reportTaxes: () =>
      countTaxes(
        all.filter(({ source }) => source !== 'sales'),
        settings,
      ),
    taxYears: () => explainTaxes(all, { ...settings, period }),
    newDays: newDaysOf(
      period,
      taxpayers.flatMap(({ taxRates }) => taxRates.map(({ from }) => from)),
    ),
  };
}

/** What the taxes of a period are counted from. */
export function sinceNewYear({ from, to }: Period): Period {
  return { from: `${from.slice(0, 4)}-01-01`, to };
}

function newDaysOf({ from, to }: Period, rateDays: readonly Day[]): Day[] {
  const newYears: Day[] = [];
  for (let year = Number(from.slice(0, 4)) + 1; year <= Number(to.slice(0, 4)); year += 1) {
    newYears.push(`${year}-01-01`);
  }
  return [...new Set([...rateDays, ...newYears])].sort();
}
