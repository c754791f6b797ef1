import type { PeriodChoice, Profit, ProfitTotals } from '#contract/analytics.ts';
import { figures, minus, plus, unnamedDeduction, type Term } from './figure-names.ts';

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
  title: string;
  /** As in docs/profit.md. */
  formula: string;
  /** Kopecks, or a share of one. */
  kind: 'MONEY' | 'SHARE';
  source: MeasureSource;
  isGrowthBad?: boolean;
  /** What is divided, and by what: figures that the same screen shows, each of which opens. */
  of: readonly Term[];
  by: readonly Term[];
  /** False where any part of a sum may be what is measured. */
  isTold?: (totals: ProfitTotals) => boolean;
}

const SHARE_OF_REVENUE = { kind: 'SHARE', isGrowthBad: true, by: [plus('REVENUE')] } as const;
const UNITS = [plus('BUYOUTS'), minus('RETURNS')];

export const measures: Record<MeasureName, Measure> = {
  AVERAGE_CHECK: {
    title: 'Средний чек',
    formula: 'сумма заказов ÷ заказы',
    kind: 'MONEY',
    source: 'ORDERS',
    of: [plus('ORDERED')],
    by: [plus('ORDERS')],
  },
  BUYOUT_SHARE: {
    title: 'Процент выкупа',
    formula: 'выкупы ÷ (выкупы + отмены + возвраты)',
    kind: 'SHARE',
    source: 'CANCELS',
    of: [plus('BUYOUTS')],
    by: [plus('BUYOUTS'), plus('CANCELS'), plus('RETURNS')],
  },
  RETURN_SHARE: {
    title: 'Возвраты',
    formula: 'возвраты ÷ выкупы',
    kind: 'SHARE',
    source: 'SALES',
    isGrowthBad: true,
    of: [plus('RETURNS')],
    by: [plus('BUYOUTS')],
  },
  COMMISSION_SHARE: {
    ...SHARE_OF_REVENUE,
    title: 'Комиссия',
    formula: 'комиссия ÷ выручка',
    source: 'SALES',
    of: [plus('COMMISSION')],
  },
  LOGISTICS_SHARE: {
    ...SHARE_OF_REVENUE,
    title: 'Логистика',
    formula: 'логистика ÷ выручка',
    source: 'COSTS',
    of: [plus('LOGISTICS')],
  },
  STORAGE_SHARE: {
    ...SHARE_OF_REVENUE,
    title: 'Хранение',
    formula: 'хранение ÷ выручка',
    source: 'COSTS',
    of: [plus('STORAGE')],
  },
  DEDUCTION_SHARE: {
    ...SHARE_OF_REVENUE,
    title: 'Удержания',
    formula: 'удержания вместе с рекламой ÷ выручка',
    source: 'COSTS',
    of: [plus('DEDUCTION')],
  },
  ADVERTISING_SHARE: {
    ...SHARE_OF_REVENUE,
    title: 'Реклама (ДРР)',
    formula: 'реклама в удержаниях ÷ выручка',
    source: 'COSTS',
    of: [plus('ADVERTISING')],
    // Of withholdings that do not say what they are for, any part may be advertising.
    isTold: (totals) => unnamedDeduction(totals) === 0,
  },
  LOGISTICS_PER_UNIT: {
    title: 'Логистика на единицу',
    formula: 'логистика ÷ (выкупы − возвраты)',
    kind: 'MONEY',
    source: 'COSTS',
    isGrowthBad: true,
    of: [plus('LOGISTICS')],
    by: UNITS,
  },
  PROFIT_PER_UNIT: {
    title: 'Прибыль с единицы',
    formula: 'прибыль ÷ (выкупы − возвраты)',
    kind: 'MONEY',
    source: 'COSTS',
    of: [plus('PROFIT')],
    by: UNITS,
  },
  MARGIN: {
    title: 'Маржа',
    formula: 'прибыль ÷ выручка',
    kind: 'SHARE',
    source: 'COSTS',
    of: [plus('PROFIT')],
    by: [plus('REVENUE')],
  },
  ROI: {
    title: 'Рентабельность (ROI)',
    formula: 'прибыль ÷ себестоимость',
    kind: 'SHARE',
    source: 'COSTS',
    of: [plus('PROFIT')],
    by: [plus('COGS')],
  },
};

export function isMeasure(name: string): name is MeasureName {
  return name in measures;
}

/** Null where there is nothing to divide by: of less than nothing no share means anything, more was returned than sold. */
export function measureOf(name: MeasureName, totals: ProfitTotals): number | null {
  const { of, by, isTold } = measures[name];
  const whole = sumOfTerms(by, totals);
  return whole > 0 && isTold?.(totals) !== false ? sumOfTerms(of, totals) / whole : null;
}

/** Kopecks, or pieces. */
export function sumOfTerms(terms: readonly Term[], totals: ProfitTotals): number {
  return terms.reduce((sum, { name, sign }) => sum + sign * figures[name].valueOf(totals), 0);
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
  const { source } = measures[name];
  const { comparison } = profit;
  if (source === 'ORDERS') {
    // The orders that may be compared are of other days, and come without anything else.
    const orders = comparison?.orders?.[side].totals;
    return orders && orders.orders > 0 ? orders.ordersKopecks / orders.orders : null;
  }
  const compared = comparison?.report?.[side];
  if (!compared || (source === 'CANCELS' && !hasOrdersOf(profit, compared))) return null;
  return measureOf(name, compared.totals);
}
