import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { taxpayerQueries } from '#api/taxpayers.ts';
import type { AskedBasis, Profit, ProfitDay } from '#contract/analytics.ts';
import { classNames } from '#lib/class-names.ts';
import { formatRoubles } from '#lib/money.ts';
import { countOf } from '#lib/plurals.ts';
import { Badge } from '#ui/badge.tsx';
import { Panel } from '#ui/panel.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { figureLabel, type FigureName } from './figure-names.ts';
import { preliminaryDays } from './preliminary-days.ts';
import { barsOf, shareOfRevenue, type ProfitBar } from './profit-bars.ts';
import type { ProfitMark } from './profit-marks.ts';
import { isTaxOfCosts } from './tax-of-costs.ts';

const DAYS = ['день', 'дня', 'дней'] as const;

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

function barColor(bar: ProfitBar): string {
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
