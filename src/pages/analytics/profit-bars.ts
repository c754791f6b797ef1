import type { ProfitTotals } from '#contract/analytics.ts';
import { about, formatPercent } from '#lib/numbers.ts';
import { figures, unnamedDeduction, type FigureName } from './figure-names.ts';
import { signOf } from './figure-signs.ts';
import { needsReport } from './figure-sources.ts';
import type { ProfitMark } from './profit-marks.ts';

interface Step {
  figure: FigureName;
  hint?: string;
  /** A sum on the way rather than a change. */
  isSum?: boolean;
  /** Left out when it is nothing. */
  isOptional?: boolean;
}

const STEPS: Step[] = [
  { figure: 'REVENUE', hint: 'в ваших ценах, без возвратов', isSum: true },
  { figure: 'COMMISSION', hint: 'с эквайрингом и скидкой WB' },
  { figure: 'LOGISTICS' },
  { figure: 'STORAGE' },
  { figure: 'ACCEPTANCE', isOptional: true },
  { figure: 'PENALTY', isOptional: true },
  { figure: 'ADVERTISING', hint: 'удержания за продвижение', isOptional: true },
  { figure: 'OTHER_DEDUCTION', isOptional: true },
  { figure: 'UNNAMED_DEDUCTION', hint: 'среди них может быть реклама', isOptional: true },
  { figure: 'LOYALTY', isOptional: true },
  { figure: 'CORRECTION', hint: 'корректировки и компенсации', isOptional: true },
  { figure: 'PAYOUT', isSum: true },
  { figure: 'COGS' },
  { figure: 'OWN_COSTS', hint: 'ваши, не через Wildberries', isOptional: true },
  { figure: 'VAT', isOptional: true },
  { figure: 'TAX', hint: 'с того, что заплатили покупатели' },
  { figure: 'PROFIT', isSum: true },
];

export interface ProfitBar extends Step {
  label: string;
  /** What it adds; a cost is negative. */
  kopecks: number;
  /** Ends of the bar, in kopecks. */
  low: number;
  high: number;
}

/** From revenue down to profit, each with where its bar begins and ends. */
export function barsOf(totals: ProfitTotals): ProfitBar[] {
  let level = 0;
  return STEPS.map((step) => {
    const { title, valueOf } = figures[step.figure];
    return { ...step, label: title, kopecks: signOf(step.figure, true) * valueOf(totals) };
  })
    .filter((step) => !step.isOptional || step.kopecks !== 0)
    .map((step) => {
      const start = step.isSum ? 0 : level;
      const end = start + step.kopecks;
      level = end;
      return { ...step, low: Math.min(start, end), high: Math.max(start, end) };
    });
}

/**
 * «—» wherever «Показатели» have it: costs of days that the report does not reach, and a tax of what they leave; advertising among what
 * says nothing.
 */
export function shareOfRevenue(
  { figure, kopecks }: ProfitBar,
  totals: ProfitTotals,
  mark: ProfitMark & { isTaxUnreported: boolean },
): string {
  if (figure === 'REVENUE') return totals.revenueKopecks > 0 ? formatPercent(1) : '—';
  const isNotTold =
    (mark.isUnreported && needsReport(figure)) ||
    (figure === 'TAX' && mark.isTaxUnreported) ||
    (figure === 'ADVERTISING' && unnamedDeduction(totals) !== 0) ||
    totals.revenueKopecks <= 0;
  if (isNotTold) return '—';
  const share = formatPercent(kopecks / totals.revenueKopecks);
  return mark.isPreliminary ? about(share) : share;
}
