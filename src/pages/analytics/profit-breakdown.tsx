import type { ReactNode } from 'react';
import type { Profit, ProfitTotals } from '#contract/analytics.ts';
import { classNames } from '#lib/class-names.ts';
import { formatRoubles } from '#lib/money.ts';
import { formatPercent } from '#lib/numbers.ts';
import { countOf } from '#lib/plurals.ts';
import { Badge } from '#ui/badge.tsx';
import { Panel } from '#ui/panel.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { figureLabel, unnamedDeduction, type FigureName } from './figure-names.ts';
import { preliminaryDays } from './preliminary-days.ts';

const DAYS = ['день', 'дня', 'дней'] as const;

interface Step {
  label: string;
  figure: FigureName;
  hint?: string;
  /** What it adds; a cost is negative. */
  kopecks: number;
  /** A sum on the way rather than a change. */
  isSum?: boolean;
  /** Left out when it is nothing. */
  isOptional?: boolean;
}

function stepsOf(totals: ProfitTotals): Step[] {
  return [
    {
      label: 'Выручка',
      figure: 'REVENUE',
      hint: 'в ваших ценах, без возвратов',
      kopecks: totals.revenueKopecks,
      isSum: true,
    },
    {
      label: 'Комиссия',
      figure: 'COMMISSION',
      hint: 'с эквайрингом и скидкой WB',
      kopecks: -totals.commissionKopecks,
    },
    { label: 'Логистика', figure: 'LOGISTICS', kopecks: -totals.logisticsKopecks },
    { label: 'Хранение', figure: 'STORAGE', kopecks: -totals.storageKopecks },
    { label: 'Приёмка', figure: 'ACCEPTANCE', kopecks: -totals.acceptanceKopecks, isOptional: true },
    { label: 'Штрафы', figure: 'PENALTY', kopecks: -totals.penaltyKopecks, isOptional: true },
    {
      label: 'Реклама',
      figure: 'ADVERTISING',
      hint: 'удержания за продвижение',
      kopecks: -(totals.advertisingKopecks ?? 0),
      isOptional: true,
    },
    {
      label: 'Прочие удержания',
      figure: 'OTHER_DEDUCTION',
      kopecks: -(totals.otherDeductionKopecks ?? 0),
      isOptional: true,
    },
    {
      label: 'Удержания без названия',
      figure: 'UNNAMED_DEDUCTION',
      hint: 'среди них может быть реклама',
      kopecks: -unnamedDeduction(totals),
      isOptional: true,
    },
    { label: 'Программа лояльности', figure: 'LOYALTY', kopecks: -totals.loyaltyKopecks, isOptional: true },
    {
      label: 'Прочее',
      figure: 'CORRECTION',
      hint: 'корректировки и компенсации',
      kopecks: -totals.correctionKopecks,
      isOptional: true,
    },
    { label: 'К перечислению', figure: 'PAYOUT', kopecks: totals.payoutKopecks, isSum: true },
    { label: 'Себестоимость', figure: 'COGS', kopecks: -totals.cogsKopecks },
    {
      label: 'Прочие расходы',
      figure: 'OWN_COSTS',
      hint: 'ваши, не через Wildberries',
      kopecks: -(totals.ownCostsKopecks ?? 0),
      isOptional: true,
    },
    { label: 'НДС', figure: 'VAT', kopecks: -totals.vatKopecks, isOptional: true },
    { label: 'Налог', figure: 'TAX', hint: 'с того, что заплатили покупатели', kopecks: -totals.taxKopecks },
    { label: 'Прибыль', figure: 'PROFIT', kopecks: totals.profitKopecks, isSum: true },
  ];
}

interface Bar extends Step {
  /** Ends of the bar, in kopecks. */
  low: number;
  high: number;
}

function barsOf(totals: ProfitTotals): Bar[] {
  let level = 0;
  return stepsOf(totals)
    .filter((step) => !step.isOptional || step.kopecks !== 0)
    .map((step) => {
      const start = step.isSum ? 0 : level;
      const end = start + step.kopecks;
      level = end;
      return { ...step, low: Math.min(start, end), high: Math.max(start, end) };
    });
}

interface ProfitBreakdownProps extends Pick<Profit['SELECTED'], 'totals' | 'days'> {
  actions?: ReactNode;
  onOpen: (figure: FigureName) => void;
}

/** From revenue down to profit, each step with its share of revenue. */
export function ProfitBreakdown({ totals, days, actions, onOpen }: ProfitBreakdownProps) {
  const preliminary = preliminaryDays(days).count;
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
                  {totals.revenueKopecks > 0 ? formatPercent(bar.kopecks / totals.revenueKopecks) : '—'}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
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
