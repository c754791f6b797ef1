import { useState } from 'react';
import type { CardStatistics } from '#contract/analytics.ts';
import { formatDay } from '#lib/dates.ts';
import { formatRoubles } from '#lib/money.ts';
import { formatInteger } from '#lib/numbers.ts';
import { countOf } from '#lib/plurals.ts';
import { ExportButton } from '#parts/exports/export-button.tsx';
import { useShopLabel } from '#parts/exports/use-shop-label.ts';
import { Cell, DataTable, HeadCell, Row } from '#ui/data-table.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { dayColumns, shopColumns } from './card-statistics-columns.ts';

const DAYS = ['день', 'дня', 'дней'] as const;

const MEASURES = {
  orders: { label: 'Заказы', none: 'без заказов', count: 'orders', money: 'ordersKopecks' },
  buyouts: { label: 'Выкупы', none: 'без выкупов', count: 'buyouts', money: 'revenueKopecks' },
} as const;
type Measure = keyof typeof MEASURES;

type ShopDay = NonNullable<CardStatistics['shopDays']>[number];

export interface FiguresTotals {
  orders: number;
  ordersKopecks: number;
  cancels: number;
  buyouts: number;
  revenueKopecks: number;
  returns: number;
}

interface CardStatisticsTablesProps {
  statistics: CardStatistics;
  totals: FiguresTotals;
}

/** Days × shops, with money; days on which nothing happened are only counted. */
export function CardStatisticsTables({ statistics, totals }: CardStatisticsTablesProps) {
  const [measure, setMeasure] = useState<Measure>('orders');
  const shopLabel = useShopLabel();
  const { days, shops } = statistics;
  const period = `${days[0]?.day} — ${days.at(-1)?.day}`;
  return (
    <>
      <ShopsTable shops={shops} totals={totals} />
      <div className="flex justify-end">
        <ExportButton
          size="sm"
          fileName={`Продажи карточки по магазинам ${period}`}
          sheet="По магазинам"
          columns={shopColumns(shopLabel)}
          readRows={() => shops}
        />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Segmented
          label="Что показывать по дням"
          value={measure}
          onChange={setMeasure}
          options={[
            { value: 'orders', label: MEASURES.orders.label },
            { value: 'buyouts', label: MEASURES.buyouts.label },
          ]}
        />
        <ExportButton
          size="sm"
          fileName={`Продажи карточки по дням ${period}`}
          sheet="По дням"
          columns={dayColumns(statistics, shopLabel)}
          readRows={() => days}
        />
      </div>
      <DaysTable statistics={statistics} measure={measure} />
    </>
  );
}

function ShopsTable({ shops, totals }: Pick<CardStatistics, 'shops'> & { totals: FiguresTotals }) {
  const lines = [
    ...shops.map((shop) => ({ ...shop, key: String(shop.shopId), name: shop.shopName })),
    { ...totals, key: 'all', name: 'Всего' },
  ];
  return (
    <DataTable label="По магазинам" scroll="inside">
      <thead>
        <tr>
          <HeadCell>Магазин</HeadCell>
          <HeadCell align="end">Заказы</HeadCell>
          <HeadCell align="end">Отмены</HeadCell>
          <HeadCell align="end">Выкупы</HeadCell>
          <HeadCell align="end">Возвраты</HeadCell>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <Row key={line.key} className={line.key === 'all' ? 'font-medium' : ''}>
            <Cell>{line.name}</Cell>
            <Cell align="end">
              <CountAndMoney count={line.orders} kopecks={line.ordersKopecks} />
            </Cell>
            <Cell align="end">{formatInteger(line.cancels)}</Cell>
            <Cell align="end">
              <CountAndMoney count={line.buyouts} kopecks={line.revenueKopecks} />
            </Cell>
            <Cell align="end">{formatInteger(line.returns)}</Cell>
          </Row>
        ))}
      </tbody>
    </DataTable>
  );
}

function DaysTable({ statistics, measure }: { statistics: CardStatistics; measure: Measure }) {
  const { days, shops, shopDays = [] } = statistics;
  const { label, none, count, money } = MEASURES[measure];
  const busy = days.filter((day) => day[count] !== 0 || (day[money] ?? 0) !== 0).toReversed();
  const quiet = days.length - busy.length;
  const byPlace = new Map<string, ShopDay>(shopDays.map((one) => [placeOf(one.day, one.shopId), one]));
  // One shop's column would say the total again.
  const columns = shops.length > 1 ? shops : [];
  if (busy.length === 0) return <p className="text-muted">{label}: за период не было.</p>;
  return (
    <div>
      <DataTable label={`${label} по дням`} scroll="inside">
        <thead>
          <tr>
            <HeadCell>День</HeadCell>
            {columns.map(({ shopId, shopName }) => (
              <HeadCell key={shopId} align="end">
                {shopName}
              </HeadCell>
            ))}
            <HeadCell align="end">Всего</HeadCell>
          </tr>
        </thead>
        <tbody>
          {busy.map((day) => (
            <Row key={day.day}>
              <Cell>{formatDay(day.day)}</Cell>
              {columns.map(({ shopId }) => {
                const one = byPlace.get(placeOf(day.day, shopId));
                return (
                  <Cell key={shopId} align="end">
                    {one ? <CountAndMoney count={one[count]} kopecks={one[money]} /> : '—'}
                  </Cell>
                );
              })}
              <Cell align="end" className="font-medium">
                <CountAndMoney count={day[count]} kopecks={day[money]} />
              </Cell>
            </Row>
          ))}
        </tbody>
      </DataTable>
      {quiet > 0 ? (
        <p className="mt-2 text-sm text-muted">
          Ещё {countOf(quiet, DAYS)} периода — {none}.
        </p>
      ) : null}
    </div>
  );
}

function CountAndMoney({ count, kopecks }: { count: number; kopecks: number | undefined }) {
  if (count === 0 && !kopecks) return '—';
  return (
    <>
      {formatInteger(count)}
      {kopecks === undefined ? null : (
        <span className="block text-sm font-normal text-muted">{formatRoubles(kopecks)}</span>
      )}
    </>
  );
}

const placeOf = (day: string, shopId: number) => `${day}/${shopId}`;
