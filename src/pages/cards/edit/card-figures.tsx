import { useQuery } from '@tanstack/react-query';
import { lazy, useState } from 'react';
import { analyticsQueries } from '#api/analytics.ts';
import type { CardStatistics } from '#contract/analytics.ts';
import { addDays, formatDay, formatDayShort, formatPeriod, moscowDay } from '#lib/dates.ts';
import { formatInteger, formatPercent } from '#lib/numbers.ts';
import { formatRoubles } from '#lib/money.ts';
import { isStuck } from '#parts/is-stuck.ts';
import { LoadProblem } from '#parts/load-problem.tsx';
import type { Days } from '#parts/period/period-problem.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LineChart } from '#ui/line-chart.tsx';
import { Panel } from '#ui/panel.tsx';
import { Popover } from '#ui/popover.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { StatTile } from '#ui/stat-tile.tsx';
import { countOf } from '#lib/plurals.ts';
import { CardFunnel } from './card-funnel.tsx';
import { CardStatisticsTables, type FiguresTotals } from './card-statistics-tables.tsx';

/** Of no use before one asks for other days than the last ones. */
const OwnDates = lazy(async () => ({
  default: (await import('#parts/period/own-dates.tsx')).OwnDates,
}));

const PERIODS_DAYS = [7, 30, 90] as const;
const DEFAULT_PERIOD_DAYS = 30;
const DAYS = ['день', 'дня', 'дней'] as const;

/** How a card sells: ANALYTICS is the way from a look at it to its buy-out, STATISTICS the days and the shops. */
export function CardFigures({ cardId, kind }: { cardId: number; kind: 'ANALYTICS' | 'STATISTICS' }) {
  const [today] = useState(() => moscowDay(Date.now()));
  /** How many of the last days, or days of one's own. */
  const [period, setPeriod] = useState<number | Days>(DEFAULT_PERIOD_DAYS);
  const isOwn = typeof period !== 'number';
  const { from, to } = isOwn ? period : { from: addDays(today, 1 - period), to: today };
  const periodText = isOwn ? formatPeriod(from, to) : `последние ${countOf(period, DAYS)}`;
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center gap-2">
        <Segmented
          label="Период"
          value={isOwn ? '' : String(period)}
          onChange={(value) => setPeriod(Number(value))}
          options={PERIODS_DAYS.map((days) => ({ value: String(days), label: countOf(days, DAYS) }))}
        />
        <Popover
          className="p-4"
          label="Свои даты"
          trigger={(props) => (
            <Button {...props} size="sm" icon="calendar" iconEnd="chevron-down" className="tabular-nums">
              {isOwn ? periodText : 'Свои даты'}
            </Button>
          )}
        >
          {(close) => (
            <div className="w-72">
              <OwnDates
                from={from}
                to={to}
                today={today}
                onChoose={(days) => {
                  setPeriod(days);
                  close();
                }}
              />
            </div>
          )}
        </Popover>
      </div>
      {kind === 'ANALYTICS' ? <CardFunnel cardId={cardId} from={from} to={to} /> : null}
      <Sales cardId={cardId} kind={kind} from={from} to={to} periodText={periodText} />
    </div>
  );
}

interface SalesProps {
  cardId: number;
  kind: 'ANALYTICS' | 'STATISTICS';
  from: string;
  to: string;
  periodText: string;
}

/** What is known here, by the marketplace's lists of orders and sales and its reports. */
function Sales({ cardId, kind, from, to, periodText }: SalesProps) {
  const query = useQuery(analyticsQueries.card(cardId, from, to));
  const statistics = query.data;
  if (!statistics) {
    return isStuck(query) ? (
      <LoadProblem
        error={query.error}
        onRetry={() => void query.refetch()}
        offlineText="Цифры продаж не хранятся на устройстве. Они появятся, когда будет связь."
      />
    ) : (
      <Skeleton className="h-80 w-full" />
    );
  }
  const totals = totalsOf(statistics);
  if (totals.orders + totals.buyouts + totals.returns === 0) {
    return (
      <Panel>
        <EmptyState
          icon="table"
          title="Заказов не было"
          text={`За ${periodText} по этой карточке нет ни заказов, ни продаж.`}
        />
      </Panel>
    );
  }
  return kind === 'ANALYTICS' ? (
    <SalesTiles statistics={statistics} totals={totals} />
  ) : (
    <CardStatisticsTables statistics={statistics} totals={totals} />
  );
}

function totalsOf({ days }: CardStatistics): FiguresTotals {
  const sum = (pick: (day: CardStatistics['days'][number]) => number) =>
    days.reduce((total, day) => total + pick(day), 0);
  return {
    orders: sum((day) => day.orders),
    ordersKopecks: sum((day) => day.ordersKopecks),
    cancels: sum((day) => day.cancels),
    buyouts: sum((day) => day.buyouts),
    revenueKopecks: sum((day) => day.revenueKopecks ?? 0),
    returns: sum((day) => day.returns),
  };
}

function SalesTiles({ statistics, totals }: { statistics: CardStatistics; totals: FiguresTotals }) {
  const ended = totals.buyouts + totals.cancels + totals.returns;
  return (
    <div className="flex flex-col gap-5">
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <StatTile
          label="Заказы"
          value={formatInteger(totals.orders)}
          note={`на ${formatRoubles(totals.ordersKopecks)}`}
        />
        <StatTile
          label="Отмены"
          value={formatInteger(totals.cancels)}
          note={shareOf(totals.cancels, totals.orders)}
        />
        <StatTile
          label="Выкупы"
          value={formatInteger(totals.buyouts)}
          note={ended === 0 ? '—' : `${formatPercent(totals.buyouts / ended)} выкупа`}
        />
        <StatTile
          label="Возвраты"
          value={formatInteger(totals.returns)}
          note={shareOf(totals.returns, totals.buyouts)}
        />
      </div>
      <Panel title="Заказы и выкупы по дням">
        <LineChart
          label="Заказы и выкупы по дням"
          currentName="Заказы"
          previousName="Выкупы"
          points={statistics.days.map((day) => ({
            label: formatDayShort(day.day),
            title: formatDay(day.day),
            current: day.orders,
            previous: day.buyouts,
          }))}
        />
      </Panel>
    </div>
  );
}

function shareOf(part: number, whole: number): string {
  return whole === 0 ? '—' : formatPercent(part / whole);
}
