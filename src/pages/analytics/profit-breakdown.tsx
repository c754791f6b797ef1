import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { taxpayerQueries } from '#api/taxpayers.ts';
import type { AskedBasis, Profit, ProfitDay, ProfitTotals } from '#contract/analytics.ts';
import { classNames } from '#lib/class-names.ts';
import { formatRoubles } from '#lib/money.ts';
import { about, formatPercent } from '#lib/numbers.ts';
import { countOf } from '#lib/plurals.ts';
import { Badge } from '#ui/badge.tsx';
import { Panel } from '#ui/panel.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { figureLabel, figures, unnamedDeduction, type FigureName } from './figure-names.ts';
import { signOf } from './figure-signs.ts';
import { needsReport } from './figure-sources.ts';
import { preliminaryDays } from './preliminary-days.ts';
import type { ProfitMark } from './profit-marks.ts';
import { isTaxOfCosts } from './tax-of-costs.ts';

const DAYS = ['день', 'дня', 'дней'] as const;

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

interface Bar extends Step {
  label: string;
  /** What it adds; a cost is negative. */
  kopecks: number;
  /** Ends of the bar, in kopecks. */
  low: number;
  high: number;
}

function barsOf(totals: ProfitTotals): Bar[] {
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
function shareOfRevenue(
  { figure, kopecks }: Bar,
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

interface ProfitBreakdownProps extends Pick<Profit['SELECTED'], 'totals' | 'days'> {
  /** What is not whole of the totals. */
  mark: ProfitMark;
  basis: AskedBasis;
  /** None: all. */
  shopIds: readonly number[];
  actions?: ReactNode;
  onOpen: (figure: FigureName) => void;
}

/** From revenue down to profit, each step with its share of revenue. */
export function ProfitBreakdown({
  totals,
  days,
  mark,
  basis,
  shopIds,
  actions,
  onOpen,
}: ProfitBreakdownProps) {
  const { count: preliminary } = preliminaryDays(days);
  const isTaxUnreported = useIsTaxUnreported(days, basis, shopIds);
  const bars = barsOf(totals);
  const low = Math.min(0, ...bars.map((bar) => bar.low));
  const high = Math.max(1, ...bars.map((bar) => bar.high));
  const percent = (kopecks: number) => `${(kopecks / (high - low)) * 100}%`;
  return (
    <Panel
      title="Из чего сложилась прибыль"
      note={
        preliminary > 0 ? <Badge tone="orange">предварительно: {countOf(preliminary, DAYS)}</Badge> : null
      }
      actions={actions}
    >
      {/* Long names in a large font take more than a narrow window has. */}
      <div className="overflow-x-auto">
        <table className="w-full border-separate border-spacing-0 tabular-nums">
          <caption className="sr-only">От выручки до прибыли</caption>
          <thead className="sr-only">
            <tr>
              <th scope="col">Строка</th>
              <th scope="col">Доля</th>
              <th scope="col">Сумма</th>
              <th scope="col">От выручки</th>
            </tr>
          </thead>
          <tbody>
            {bars.map((bar) => (
              <tr key={bar.label} className="h-9">
                <th
                  scope="row"
                  className={classNames('pr-3 text-left', bar.isSum ? 'font-heading' : 'font-normal')}
                >
                  {bar.label}
                  {bar.hint ? (
                    <span className="hidden text-sm font-normal text-muted lg:inline"> {bar.hint}</span>
                  ) : null}
                </th>
                <td className="hidden w-2/5 sm:table-cell" aria-hidden>
                  <div className="relative h-4">
                    <div
                      className={classNames('absolute inset-y-0 min-w-px rounded-sm', barColor(bar))}
                      style={{ left: percent(bar.low - low), width: percent(bar.high - bar.low) }}
                    />
                  </div>
                </td>
                <td
                  className={classNames(
                    'pl-3 text-right whitespace-nowrap',
                    bar.isSum && 'font-heading',
                    bar.isSum && bar.kopecks < 0 && 'text-red',
                  )}
                >
                  <button
                    type="button"
                    aria-label={figureLabel(bar.label, formatRoubles(bar.kopecks))}
                    onClick={() => onOpen(bar.figure)}
                    className="rounded-md hover:text-accent-ink"
                  >
                    {formatRoubles(bar.kopecks)}
                  </button>
                </td>
                <td className="w-16 pl-3 text-right text-sm whitespace-nowrap text-muted">
                  {shareOfRevenue(bar, totals, { ...mark, isTaxUnreported })}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}

/** Of the days that the report does not reach, a tax of what costs leave is not known; one of income is, by the sales. */
function useIsTaxUnreported(
  days: readonly ProfitDay[],
  basis: AskedBasis,
  shopIds: readonly number[],
): boolean {
  const from = preliminaryDays(days).firstUnreported;
  const to = days.at(-1)?.day;
  const isAsked = basis === 'OWN' && from !== undefined;
  const { data: taxpayers } = useQuery({ ...taxpayerQueries.list(), enabled: isAsked });
  return (
    from !== undefined && to !== undefined && isTaxOfCosts({ basis, taxpayers, shopIds, days: { from, to } })
  );
}

function barColor(bar: Bar): string {
  if (bar.isSum)
    return classNames('forced-colors:bg-[Highlight]', bar.kopecks < 0 ? 'bg-red-dot' : 'bg-accent');
  return classNames('forced-colors:bg-[CanvasText]', bar.kopecks < 0 ? 'bg-orange-dot' : 'bg-green-dot');
}

const LOADING_ROWS = 9;

export function LoadingBreakdown() {
  return (
    <Panel title="Из чего сложилась прибыль">
      {Array.from({ length: LOADING_ROWS }, (_, index) => (
        <div key={index} className="flex h-9 items-center">
          <Skeleton className="h-4 w-full" />
        </div>
      ))}
    </Panel>
  );
}
