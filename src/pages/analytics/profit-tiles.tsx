import type { PeriodChoice, Profit, ProfitTotals } from '#contract/analytics.ts';
import { formatDay } from '#lib/dates.ts';
import { formatKopecksShort, formatRoubles } from '#lib/money.ts';
import { about, formatInteger, formatPercent } from '#lib/numbers.ts';
import { countOf } from '#lib/plurals.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { StatTile } from '#ui/stat-tile.tsx';
import { figureLabel, type FigureName } from './figure-names.ts';
import { ordersKnown } from './known-before.ts';
import { preliminaryDays, type PreliminaryDays } from './preliminary-days.ts';
import { hasOrdersOf } from './profit-measures.ts';

/** Five tiles: all in a row, three and two, or one below the other; what is left of a row they share. */
const GRID = 'flex flex-wrap gap-3 *:grow *:basis-60';

interface ShownDays extends PreliminaryDays {
  total: number;
  /** The cancels of all of them are known. */
  hasOrders: boolean;
  /** Null: orders are known since the first of them, or nobody can say since when. */
  ordersSince: string | null;
  /** The orders of none of them are known. */
  isWithoutOrders: boolean;
}

interface Tile {
  label: string;
  figure: FigureName;
  value: (totals: ProfitTotals) => number;
  format: (value: number) => string;
  note: (totals: ProfitTotals, days: ShownDays) => string;
  /** Nothing is known of it: no zero. */
  isUnknown?: (days: ShownDays) => boolean;
  /** Of preliminary days it is not whole: they are not in the report yet. */
  isByReport?: boolean;
  isGrowthBad?: boolean;
}

const TILES: Tile[] = [
  {
    label: 'Заказы',
    figure: 'ORDERS',
    value: (totals) => totals.orders,
    format: formatInteger,
    isUnknown: ({ isWithoutOrders }) => isWithoutOrders,
    note: ({ ordersKopecks }, { ordersSince, isWithoutOrders }) => {
      if (isWithoutOrders)
        return ordersSince === null ? 'ещё не прочитаны' : `известны с ${formatDay(ordersSince)}`;
      const worth = `на ${formatKopecksShort(ordersKopecks)}`;
      return ordersSince === null ? worth : `${worth} с ${formatDay(ordersSince)}`;
    },
  },
  {
    label: 'Выкупы',
    figure: 'BUYOUTS',
    value: (totals) => totals.buyouts,
    format: formatInteger,
    note: ({ buyoutShare }, { hasOrders }) =>
      buyoutShare === null || !hasOrders ? '—' : `${formatPercent(buyoutShare)} выкупа`,
    isByReport: true,
  },
  {
    label: 'К перечислению',
    figure: 'PAYOUT',
    value: (totals) => totals.payoutKopecks,
    format: formatRoubles,
    note: (_, { count }) => (count > 0 ? 'предварительно' : 'после всех удержаний'),
    isByReport: true,
  },
  {
    label: 'Логистика и хранение',
    figure: 'DELIVERY_AND_STORAGE',
    value: (totals) => totals.logisticsKopecks + totals.storageKopecks,
    format: formatRoubles,
    note: (totals, { unreported, total }) => {
      if (unreported === 0) return shareOfRevenue(totals.logisticsKopecks + totals.storageKopecks, totals);
      // The revenue is of more days than the costs; of some shops those of the last days may be known.
      if (unreported === total) return 'предварительно';
      return `за ${total - unreported} из ${countOf(total, ['дня', 'дней', 'дней'])}`;
    },
    isByReport: true,
    isGrowthBad: true,
  },
  {
    label: 'Прибыль',
    figure: 'PROFIT',
    value: (totals) => totals.profitKopecks,
    format: formatRoubles,
    note: (totals, { count }) => (count > 0 ? 'предварительно' : marginNote(totals)),
    isByReport: true,
  },
];

interface ProfitTilesProps {
  profit: Profit;
  side: PeriodChoice;
  onOpen: (figure: FigureName) => void;
}

/** The figures of a period; of the chosen one, how they changed over the days that may be compared. */
export function ProfitTiles({ profit, side, onOpen }: ProfitTilesProps) {
  const { totals, days } = profit[side];
  const known = ordersKnown(profit, side);
  const preliminary = {
    ...preliminaryDays(days),
    ordersSince: known.since,
    isWithoutOrders: !known.areAny,
    total: days.length,
    hasOrders: hasOrdersOf(profit, profit[side]),
  };
  return (
    <section aria-label="Итоги периода" className={GRID}>
      {TILES.map((tile) => {
        const isPreliminary = tile.isByReport === true && preliminary.count > 0;
        const amount = tile.format(tile.value(totals));
        const value = isPreliminary ? about(amount) : amount;
        const isUnknown = tile.isUnknown?.(preliminary) ?? false;
        return (
          <StatTile
            key={tile.label}
            label={tile.label}
            value={isUnknown ? '—' : value}
            {...(isUnknown
              ? {}
              : { opens: { name: figureLabel(tile.label, value), onOpen: () => onOpen(tile.figure) } })}
            note={tile.note(totals, preliminary)}
            change={side === 'SELECTED' ? changeOf(profit, tile) : undefined}
            isGrowthBad={tile.isGrowthBad ?? false}
          />
        );
      })}
    </section>
  );
}

export function LoadingTiles() {
  return (
    <div className={GRID} aria-hidden>
      {TILES.map((tile) => (
        <div key={tile.label} className="rounded-panel border border-line bg-panel px-4 py-3.5">
          <Skeleton className="h-5 w-1/2" />
          <Skeleton className="mt-1 h-6.5 w-3/4" />
          <Skeleton className="mt-1 h-4 w-2/3" />
        </div>
      ))}
    </div>
  );
}

function changeOf({ comparison }: Profit, tile: Tile): number | null {
  return tile.isByReport
    ? changeBetween(comparison?.report, tile.value)
    : changeBetween(comparison?.orders, (totals) => totals.orders);
}

/** The change as a share of what was; null when nothing was, or there are no days to compare. */
function changeBetween<Totals>(
  compared: Record<PeriodChoice, { totals: Totals }> | null | undefined,
  valueOf: (totals: Totals) => number,
): number | null {
  if (!compared) return null;
  const before = valueOf(compared.PREVIOUS.totals);
  return before === 0 ? null : (valueOf(compared.SELECTED.totals) - before) / Math.abs(before);
}

function shareOfRevenue(kopecks: number, totals: ProfitTotals): string {
  return totals.revenueKopecks > 0 ? `${formatPercent(kopecks / totals.revenueKopecks)} выручки` : '—';
}

function marginNote({ marginShare }: ProfitTotals): string {
  return marginShare === null ? '—' : `маржа ${formatPercent(marginShare)}`;
}

/** Nothing happened in either period. */
export function isNothingSold(profit: Profit): boolean {
  return [profit.SELECTED, profit.PREVIOUS].every(
    ({ totals }) =>
      totals.orders === 0 &&
      totals.buyouts === 0 &&
      totals.returns === 0 &&
      totals.payoutKopecks === 0 &&
      (totals.ownCostsKopecks ?? 0) === 0,
  );
}
