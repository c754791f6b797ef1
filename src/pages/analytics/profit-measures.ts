import type { PeriodChoice, Profit, ProfitTotals } from '#contract/analytics.ts';
import { unnamedDeduction } from './figure-names.ts';

export const measureNames = [
  'AVERAGE_CHECK',
  'BUYOUT_SHARE',
  'RETURN_SHARE',
  'COMMISSION_SHARE',
  'LOGISTICS_SHARE',
  'STORAGE_SHARE',
  'DEDUCTION_SHARE',
  'ADVERTISING_SHARE',
  'LOGISTICS_PER_UNIT',
  'PROFIT_PER_UNIT',
  'MARGIN',
  'ROI',
] as const;
export type MeasureName = (typeof measureNames)[number];

/**
 * What a figure is made of. `CANCELS`: sales by the report and cancels by the feed of orders, which reaches back 90 days. `COSTS`: logistics, storage and the like are known by the report alone; of days that it does not
 * reach, the revenue stands without them.
 */
export type MeasureSource = 'ORDERS' | 'CANCELS' | 'SALES' | 'COSTS';

export interface Measure {
  /** Kopecks, or a share of one. */
  kind: 'MONEY' | 'SHARE';
  source: MeasureSource;
  isGrowthBad?: boolean;
  /** Null where there is nothing to divide by. */
  valueOf: (totals: ProfitTotals) => number | null;
}

/** The formulas of docs/profit.md, each of the sums that the same screen shows. */
export const measures: Record<MeasureName, Measure> = {
  AVERAGE_CHECK: { kind: 'MONEY', source: 'ORDERS', valueOf: (of) => ratio(of.ordersKopecks, of.orders) },
  BUYOUT_SHARE: { kind: 'SHARE', source: 'CANCELS', valueOf: (of) => of.buyoutShare },
  RETURN_SHARE: {
    kind: 'SHARE',
    source: 'SALES',
    isGrowthBad: true,
    valueOf: (of) => ratio(of.returns, of.buyouts),
  },
  COMMISSION_SHARE: cost('SALES', (of) => of.commissionKopecks),
  LOGISTICS_SHARE: cost('COSTS', (of) => of.logisticsKopecks),
  STORAGE_SHARE: cost('COSTS', (of) => of.storageKopecks),
  DEDUCTION_SHARE: cost('COSTS', (of) => of.deductionKopecks),
  ADVERTISING_SHARE: {
    kind: 'SHARE',
    source: 'COSTS',
    isGrowthBad: true,
    // Of withholdings that do not say what they are for, any part may be advertising.
    valueOf: (of) =>
      unnamedDeduction(of) === 0 ? ratio(of.advertisingKopecks ?? 0, of.revenueKopecks) : null,
  },
  LOGISTICS_PER_UNIT: {
    kind: 'MONEY',
    source: 'COSTS',
    isGrowthBad: true,
    valueOf: (of) => ratio(of.logisticsKopecks, unitsOf(of)),
  },
  PROFIT_PER_UNIT: {
    kind: 'MONEY',
    source: 'COSTS',
    valueOf: (of) => ratio(of.profitKopecks, unitsOf(of)),
  },
  MARGIN: { kind: 'SHARE', source: 'COSTS', valueOf: (of) => of.marginShare },
  ROI: { kind: 'SHARE', source: 'COSTS', valueOf: (of) => of.roiShare },
};

/** A part of the revenue. */
function cost(source: MeasureSource, kopecksOf: (totals: ProfitTotals) => number): Measure {
  return {
    kind: 'SHARE',
    source,
    isGrowthBad: true,
    valueOf: (totals) => ratio(kopecksOf(totals), totals.revenueKopecks),
  };
}

const unitsOf = ({ buyouts, returns }: ProfitTotals) => buyouts - returns;

/** Of less than nothing no share means anything: more was returned than sold. */
function ratio(part: number, whole: number): number | null {
  return whole > 0 ? part / whole : null;
}

type Compared = Pick<Profit, 'comparison' | 'coverage'>;

/** True when the orders, and so the cancels, of all these days are known of every shop. */
export function hasOrdersOf(
  { coverage }: Pick<Profit, 'coverage'>,
  days: { from: string; to: string },
): boolean {
  const orders = coverage?.orders;
  return orders ? orders.from <= days.from && days.to <= orders.to : false;
}

/**
 * How a measure changed, over the days alone that may be compared: money as a share of what it was, a share as the difference
 * of both. Null when there is nothing to compare with.
 */
export function changeOfMeasure(name: MeasureName, profit: Compared): number | null {
  const before = comparedValue(name, profit, 'PREVIOUS');
  const now = comparedValue(name, profit, 'SELECTED');
  if (before === null || now === null) return null;
  if (measures[name].kind === 'SHARE') return now - before;
  return before === 0 ? null : (now - before) / Math.abs(before);
}

function comparedValue(name: MeasureName, profit: Compared, side: PeriodChoice): number | null {
  const { source, valueOf } = measures[name];
  const { comparison } = profit;
  if (source === 'ORDERS') {
    // The orders that may be compared are of other days, and come without anything else.
    const orders = comparison?.orders?.[side].totals;
    return orders ? ratio(orders.ordersKopecks, orders.orders) : null;
  }
  const compared = comparison?.report?.[side];
  if (!compared || (source === 'CANCELS' && !hasOrdersOf(profit, compared))) return null;
  return valueOf(compared.totals);
}
