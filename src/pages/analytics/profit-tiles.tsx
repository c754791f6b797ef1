import type { Profit, ProfitTotals } from '#contract/analytics.ts';
import { formatKopecksShort, formatRoubles } from '#lib/money.ts';
import { formatInteger, formatPercent } from '#lib/numbers.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { StatTile } from '#ui/stat-tile.tsx';

/** Five tiles: in one column, two and the last across, three and two, or all in a row. */
const GRID =
  'grid gap-3 min-[480px]:max-md:grid-cols-2 min-[480px]:max-md:*:last:col-span-2 md:max-xl:grid-cols-6 md:max-xl:*:col-span-2 md:max-xl:*:nth-[n+4]:col-span-3 xl:grid-cols-5';

interface Tile {
  label: string;
  value: (totals: ProfitTotals) => number;
  format: (value: number) => string;
  note: (totals: ProfitTotals) => string;
  isGrowthBad?: boolean;
}

const TILES: Tile[] = [
  {
    label: 'Заказы',
    value: (totals) => totals.orders,
    format: formatInteger,
    note: (totals) => `на ${formatKopecksShort(totals.ordersKopecks)}`,
  },
  {
    label: 'Выкупы',
    value: (totals) => totals.buyouts,
    format: formatInteger,
    note: (totals) => (totals.buyoutShare === null ? '—' : `${formatPercent(totals.buyoutShare)} выкупа`),
  },
  {
    label: 'К перечислению',
    value: (totals) => totals.payoutKopecks,
    format: formatRoubles,
    note: () => 'после всех удержаний',
  },
  {
    label: 'Логистика и хранение',
    value: (totals) => totals.logisticsKopecks + totals.storageKopecks,
    format: formatRoubles,
    note: (totals) => shareOfRevenue(totals.logisticsKopecks + totals.storageKopecks, totals),
    isGrowthBad: true,
  },
  {
    label: 'Прибыль',
    value: (totals) => totals.profitKopecks,
    format: formatRoubles,
    note: (totals) => (totals.marginShare === null ? '—' : `маржа ${formatPercent(totals.marginShare)}`),
  },
];

/** The figures of a period; with `before`, how they changed against it. */
export function ProfitTiles({ totals, before }: { totals: ProfitTotals; before: ProfitTotals | null }) {
  return (
    <section aria-label="Итоги периода" className={GRID}>
      {TILES.map((tile) => (
        <StatTile
          key={tile.label}
          label={tile.label}
          value={tile.format(tile.value(totals))}
          note={tile.note(totals)}
          change={before ? changeOf(tile.value(totals), tile.value(before)) : undefined}
          isGrowthBad={tile.isGrowthBad ?? false}
        />
      ))}
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

/** The change as a share of what was; null when there was nothing. */
export function changeOf(now: number, before: number): number | null {
  return before === 0 ? null : (now - before) / Math.abs(before);
}

function shareOfRevenue(kopecks: number, totals: ProfitTotals): string {
  return totals.revenueKopecks > 0 ? `${formatPercent(kopecks / totals.revenueKopecks)} выручки` : '—';
}

/** Nothing happened in either period. */
export function isNothingSold(profit: Profit): boolean {
  return [profit.SELECTED, profit.PREVIOUS].every(
    ({ totals }) =>
      totals.orders === 0 && totals.buyouts === 0 && totals.returns === 0 && totals.payoutKopecks === 0,
  );
}
