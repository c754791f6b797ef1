import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { analyticsQueries } from '#api/analytics.ts';
import type { Profit } from '#contract/analytics.ts';
import type { ProfileShop } from '#contract/users.ts';
import { classNames } from '#lib/class-names.ts';
import { formatPeriod } from '#lib/dates.ts';
import { formatRoubles } from '#lib/money.ts';
import { about, formatInteger } from '#lib/numbers.ts';
import { ExportButton } from '#parts/exports/export-button.tsx';
import { useShopLabel } from '#parts/exports/use-shop-label.ts';
import { ProblemOrSkeleton } from '#parts/problem-or-skeleton.tsx';
import { Button } from '#ui/button.tsx';
import { Cell, DataTable, HeadCell, Row } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Panel } from '#ui/panel.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { knownOrdersOfShop } from './known-before.ts';
import type { ChartMetric } from './profit-address.ts';
import { shopDayColumns, shopDayRows } from './shop-day-columns.ts';
import { shopDaysTable, type OrdersOfDay, type ShopDaysCell, type ShopDaysTable } from './shop-days.ts';

const TITLES: Record<ChartMetric, string> = {
  profit: 'Прибыль по магазинам и дням',
  orders: 'Заказы по магазинам и дням',
  buyouts: 'Выкупы по магазинам и дням',
};
/** Text stays readable on the strongest of them in both themes. */
const STRONGEST_PERCENT = 32;

interface ProfitShopsPanelProps {
  /** Not known before the answer of the period: which days it is of. */
  query: Parameters<typeof analyticsQueries.profitShops>[0] | undefined;
  /** How far the feeds of orders reach. */
  profit: Pick<Profit, 'coverage' | 'sources'> | undefined;
  /** Of the chart above. */
  metric: ChartMetric;
  shops: ReadonlyMap<number, ProfileShop>;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onShop: (shopId: number) => void;
  onDays: (days: { from: string; to: string }) => void;
}

/** Days × shops as a table that is coloured by its figures; counted when it is opened. */
export function ProfitShopsPanel({
  query,
  profit,
  metric,
  shops,
  isOpen,
  onOpenChange,
  ...open
}: ProfitShopsPanelProps) {
  return (
    <Panel
      title={TITLES[metric]}
      actions={
        <Button size="sm" aria-expanded={isOpen} onClick={() => onOpenChange(!isOpen)}>
          {isOpen ? 'Свернуть' : 'Показать'}
        </Button>
      }
    >
      {isOpen && query && profit ? <ShopDays {...{ query, profit, metric, shops }} {...open} /> : null}
      {isOpen && !(query && profit) ? <LoadingDays /> : null}
    </Panel>
  );
}

function LoadingDays() {
  return <Skeleton className="h-80 w-full" />;
}

interface ShopDaysProps extends Omit<ProfitShopsPanelProps, 'query' | 'isOpen' | 'onOpenChange'> {
  query: NonNullable<ProfitShopsPanelProps['query']>;
  profit: NonNullable<ProfitShopsPanelProps['profit']>;
}

function ShopDays({ query, profit, metric, shops, onShop, onDays }: ShopDaysProps) {
  const shopLabel = useShopLabel();
  const list = useQuery({ ...analyticsQueries.profitShops(query), placeholderData: keepPreviousData });
  if (!list.data) {
    return (
      <ProblemOrSkeleton
        query={list}
        offlineText="Деньги не хранятся на устройстве. Цифры появятся, когда будет связь."
        skeleton={<LoadingDays />}
      />
    );
  }
  // Of the days that the answer is of: while the next is asked for, the last one stands.
  const { shops: found, from, to } = list.data;
  const ordersOf: OrdersOfDay = (shopId, day) => knownOrdersOfShop(profit, shopId)(day);
  const table = shopDaysTable(found, list.data, metric, ordersOf);
  if (table.shopIds.length === 0) {
    return <EmptyState icon="table" title="За этот период ничего нет" text="Выберите другой период." />;
  }
  return (
    <div
      aria-busy={list.isPlaceholderData}
      className={classNames(list.isPlaceholderData && 'opacity-60 transition-opacity')}
    >
      <Table {...{ table, metric, shops, onShop, onDays }} />
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <p className="min-w-0 flex-1 basis-48 text-sm text-muted">
          «—»: в этот день о магазине ничего не известно. «≈»: отчёта за эти дни ещё нет или он неполный.
        </p>
        <ExportButton
          size="sm"
          fileName={`Магазины по дням ${from} — ${to}`}
          sheet="Магазины по дням"
          columns={shopDayColumns(shopLabel, ordersOf)}
          readRows={() => shopDayRows(found)}
        />
      </div>
    </div>
  );
}

interface TableProps extends Pick<ShopDaysProps, 'metric' | 'shops' | 'onShop' | 'onDays'> {
  table: ShopDaysTable;
}

function Table({ table, metric, shops, onShop, onDays }: TableProps) {
  const { shopIds, rows, sums, largest } = table;
  const isOneRow = rows.length === 1;
  return (
    <DataTable label={TITLES[metric]} scroll="inside">
      <thead>
        <tr>
          <HeadCell className="left-0 z-2">Дни</HeadCell>
          {shopIds.map((shopId) => (
            <HeadCell key={shopId} align="end">
              {shopIds.length === 1 ? (
                nameOf(shops, shopId)
              ) : (
                // A long name takes lines, not the room of the figures below it.
                <div className="ml-auto max-w-28">
                  <Button
                    size="sm"
                    variant="ghost"
                    isWrapping
                    className="-mr-2 text-right"
                    title="Только этот магазин"
                    onClick={() => onShop(shopId)}
                  >
                    {nameOf(shops, shopId)}
                  </Button>
                </div>
              )}
            </HeadCell>
          ))}
          <HeadCell align="end">Все</HeadCell>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ from, to, cells, total }) => (
          <Row key={from}>
            <Cell className="sticky left-0 z-1 bg-panel whitespace-nowrap">
              {isOneRow ? (
                formatPeriod(from, to)
              ) : (
                <Button
                  size="sm"
                  variant="ghost"
                  className="-ml-2.5"
                  title="Только эти дни"
                  onClick={() => onDays({ from, to })}
                >
                  {formatPeriod(from, to)}
                </Button>
              )}
            </Cell>
            {cells.map((cell, index) => (
              <Cell key={shopIds[index]} align="end" style={{ backgroundColor: shade(cell.value, largest) }}>
                <Figure {...cell} metric={metric} />
              </Cell>
            ))}
            <Cell align="end" className="font-medium">
              <Figure {...total} metric={metric} />
            </Cell>
          </Row>
        ))}
        <Row className="font-medium">
          <Cell className="sticky left-0 z-1 bg-panel">Всего</Cell>
          {sums.cells.map((cell, index) => (
            <Cell key={shopIds[index]} align="end">
              <Figure {...cell} metric={metric} />
            </Cell>
          ))}
          <Cell align="end">
            <Figure {...sums.total} metric={metric} />
          </Cell>
        </Row>
      </tbody>
    </DataTable>
  );
}

function Figure({ value, isPreliminary, metric }: ShopDaysCell & { metric: ChartMetric }) {
  if (value === null) return '—';
  // Orders are known by their own feed, whatever the report says.
  const amount = metric === 'profit' ? formatRoubles(value) : formatInteger(value);
  return isPreliminary && metric !== 'orders' ? about(amount) : amount;
}

/** The colour says at a glance what the figure says; a loss has its minus, too. */
function shade(value: number | null, largest: number): string | undefined {
  if (value === null || value === 0 || largest === 0) return undefined;
  const percent = Math.round((Math.abs(value) / largest) * STRONGEST_PERCENT);
  return `color-mix(in srgb, var(--status-${value < 0 ? 'red' : 'green'}) ${percent}%, transparent)`;
}

function nameOf(shops: ReadonlyMap<number, ProfileShop>, shopId: number): string {
  return shops.get(shopId)?.name ?? String(shopId);
}
