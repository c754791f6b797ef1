import type { PeriodChoice, Profit } from '#contract/analytics.ts';
import { knownOrdersOfShop, ordersKnown } from './known-before.ts';
import { preliminaryDays } from './preliminary-days.ts';
import { hasOrdersOf, type MeasureSource } from './profit-measures.ts';

/** What is not whole of figures, of all shops or of one. */
export interface ProfitMark {
  /** Part of the days is not in the report yet, or not all of it: «≈». */
  isPreliminary: boolean;
  /** The report does not reach the last days: nothing is taken off them yet. */
  isUnreported: boolean;
  /** The cancels of all the days are known. */
  hasOrders: boolean;
  /** The orders of none of the days are known. */
  isWithoutOrders: boolean;
}

export interface ProfitMarks {
  /** Since when orders are known; null: since the first of the days, or nobody can say. */
  ordersSince: string | null;
  ofAll: ProfitMark;
  ofShop: (shopId: number) => ProfitMark;
}

export function marksOf(profit: Profit, side: PeriodChoice): ProfitMarks {
  const { to, days, preliminaryShops } = profit[side];
  const { count, unreported } = preliminaryDays(days);
  const hasOrders = hasOrdersOf(profit, profit[side]);
  const known = ordersKnown(profit, side);
  const ofAll = {
    isPreliminary: count > 0,
    isUnreported: unreported > 0,
    hasOrders,
    isWithoutOrders: !known.areAny,
  };
  return {
    ordersSince: known.since,
    ofAll,
    ofShop: (shopId) => {
      const isWithoutOrders = knownOrdersOfShop(profit, shopId)({ day: to, orders: 0 }) === null;
      // An older server does not say whose days are preliminary: then all may be.
      if (!preliminaryShops) return { ...ofAll, isWithoutOrders };
      const found = preliminaryShops.find((shop) => shop.shopId === shopId);
      return {
        isPreliminary: found !== undefined,
        isUnreported: found?.isUnreported ?? false,
        hasOrders,
        isWithoutOrders,
      };
    },
  };
}

/** Whether a share cannot be told: what it is made of is not known of all the days. */
export function isUnknown(
  source: MeasureSource,
  { isUnreported, hasOrders }: Pick<ProfitMark, 'isUnreported' | 'hasOrders'>,
): boolean {
  return (source === 'COSTS' && isUnreported) || (source === 'CANCELS' && !hasOrders);
}
