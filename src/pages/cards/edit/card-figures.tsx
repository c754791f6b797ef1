import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { analyticsQueries } from '#api/analytics.ts';
import type { CardStatistics } from '#contract/analytics.ts';
import { addDays, formatDay, formatDayShort, moscowDay } from '#lib/dates.ts';
import { formatInteger, formatPercent } from '#lib/numbers.ts';
import { formatRoubles } from '#lib/money.ts';
import { LoadProblem } from '#parts/load-problem.tsx';
import { Cell, DataTable, HeadCell, Row } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LineChart } from '#ui/line-chart.tsx';
import { Panel } from '#ui/panel.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { StatTile } from '#ui/stat-tile.tsx';

const PERIOD_DAYS = 30;

/** How a card sells: ANALYTICS is the way from orders to buy-outs, STATISTICS the days and the shops. */
export function CardFigures({ cardId, kind }: { cardId: number; kind: 'ANALYTICS' | 'STATISTICS' }) {
  const [to] = useState(() => moscowDay(Date.now()));
  const from = addDays(to, 1 - PERIOD_DAYS);
  const query = useQuery(analyticsQueries.card(cardId, from, to));
  const statistics = query.data;
  if (!statistics) {
    return query.fetchStatus === 'paused' || (query.error && !query.isFetching) ? (
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
          title="Заказов ещё не было"
          text={`За последние ${PERIOD_DAYS} дней по этой карточке нет ни заказов, ни продаж.`}
        />
      </Panel>
    );
  }
  return kind === 'ANALYTICS' ? (
    <Funnel statistics={statistics} totals={totals} />
  ) : (
    <Tables statistics={statistics} totals={totals} />
  );
}

type Totals = ReturnType<typeof totalsOf>;

function totalsOf({ days }: CardStatistics) {
  const sum = (pick: (day: CardStatistics['days'][number]) => number) =>
    days.reduce((total, day) => total + pick(day), 0);
  return {
    orders: sum((day) => day.orders),
    ordersKopecks: sum((day) => day.ordersKopecks),
    cancels: sum((day) => day.cancels),
    buyouts: sum((day) => day.buyouts),
    returns: sum((day) => day.returns),
  };
}

function Funnel({ statistics, totals }: { statistics: CardStatistics; totals: Totals }) {
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
      <Panel title={`Заказы по дням за ${PERIOD_DAYS} дней`}>
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

function Tables({ statistics, totals }: { statistics: CardStatistics; totals: Totals }) {
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <FiguresTable
        label="По дням"
        rows={statistics.days.toReversed().map((day) => ({ name: formatDay(day.day), ...day }))}
        totals={totals}
      />
      <FiguresTable
        label="По магазинам"
        rows={statistics.shops.map((shop) => ({ name: shop.shopName, ...shop }))}
        totals={totals}
      />
    </div>
  );
}

interface FiguresRow {
  name: string;
  orders: number;
  cancels: number;
  buyouts: number;
  returns: number;
}

function FiguresTable({
  label,
  rows,
  totals,
}: {
  label: string;
  rows: readonly FiguresRow[];
  totals: Totals;
}) {
  const lines = [...rows, { ...totals, name: 'Всего' }];
  return (
    <DataTable label={label}>
      <thead>
        <tr>
          <HeadCell>{label}</HeadCell>
          <HeadCell align="end">Заказы</HeadCell>
          <HeadCell align="end">Отмены</HeadCell>
          <HeadCell align="end">Выкупы</HeadCell>
          <HeadCell align="end">Возвраты</HeadCell>
        </tr>
      </thead>
      <tbody>
        {lines.map((line, index) => (
          <Row key={line.name} className={index === rows.length ? 'font-medium' : ''}>
            <Cell>{line.name}</Cell>
            <Cell align="end">{formatInteger(line.orders)}</Cell>
            <Cell align="end">{formatInteger(line.cancels)}</Cell>
            <Cell align="end">{formatInteger(line.buyouts)}</Cell>
            <Cell align="end">{formatInteger(line.returns)}</Cell>
          </Row>
        ))}
      </tbody>
    </DataTable>
  );
}
