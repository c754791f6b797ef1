import type { AskedBasis, Profit, ProfitDay } from '#contract/analytics.ts';
import { formatDay, formatDayShort, formatPeriod } from '#lib/dates.ts';
import { formatRoubles } from '#lib/money.ts';
import { formatInteger, formatNumber } from '#lib/numbers.ts';
import { basisLabels } from '#parts/basis-labels.ts';
import { ExportButton } from '#parts/exports/export-button.tsx';
import { LineChart } from '#ui/line-chart.tsx';
import { Panel } from '#ui/panel.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import type { ComparisonSource } from './comparison-note.ts';
import { knownBefore, knownOrders } from './known-before.ts';
import { chartMetrics, type ChartMetric } from './profit-address.ts';
import { profitDayColumns, profitDayRows } from './profit-day-columns.ts';

interface Metric {
  label: string;
  title: string;
  valueOf: (day: ProfitDay) => number;
  source: ComparisonSource;
}

const METRICS: Record<ChartMetric, Metric> = {
  profit: {
    label: 'Прибыль',
    title: 'Прибыль по дням, тыс. ₽',
    valueOf: (day) => day.profitKopecks,
    source: 'report',
  },
  orders: { label: 'Заказы', title: 'Заказы по дням, шт.', valueOf: (day) => day.orders, source: 'orders' },
  buyouts: {
    label: 'Выкупы',
    title: 'Выкупы по дням, шт.',
    valueOf: (day) => day.buyouts,
    source: 'report',
  },
};
const BASIS_LABELS: Record<AskedBasis, string> = {
  OWN: 'По ставкам',
  ...basisLabels,
};
/** First the taxpayers' own rates, then «а если бы…». */
const BASES = ['OWN', 'INCOME', 'INCOME_MINUS_EXPENSES'] as const;
const HEIGHT_PX = 300;

interface ProfitChartProps {
  /** Undefined while it is loading. */
  profit: Profit | undefined;
  metric: ChartMetric;
  onMetricChange: (metric: ChartMetric) => void;
  basis: AskedBasis;
  onBasisChange: (basis: AskedBasis) => void;
}

/** The chosen period by day, and the one before it day beside day. */
export function ProfitChart({ profit, metric, onMetricChange, basis, onBasisChange }: ProfitChartProps) {
  const { title } = METRICS[metric];
  return (
    <Panel
      title={title}
      actions={
        <>
          <Segmented
            label="Что показать на графике"
            value={metric}
            onChange={onMetricChange}
            options={chartMetrics.map((value) => ({ value, label: METRICS[value].label }))}
          />
          <Segmented
            label="Налог:"
            isLabelShown
            value={basis}
            onChange={onBasisChange}
            options={BASES.map((value) => ({ value, label: BASIS_LABELS[value] }))}
          />
        </>
      }
    >
      {profit ? (
        <>
          <Chart profit={profit} metric={metric} />
          <div className="mt-3 flex justify-end">
            <ExportButton
              size="sm"
              fileName={`Прибыль по дням ${profit.SELECTED.from} — ${profit.SELECTED.to}`}
              sheet="По дням"
              columns={profitDayColumns(profit)}
              readRows={() => profitDayRows(profit)}
            />
          </div>
        </>
      ) : (
        <>
          <Skeleton className="mb-2 h-6 w-80 max-w-full" />
          <div style={{ height: HEIGHT_PX }}>
            <Skeleton className="size-full" />
          </div>
        </>
      )}
    </Panel>
  );
}

function Chart({ profit, metric }: { profit: Profit; metric: ChartMetric }) {
  const { title, valueOf, source } = METRICS[metric];
  const { SELECTED, PREVIOUS } = profit;
  const valueNow = source === 'orders' ? knownOrders(profit) : valueOf;
  const valueBefore = knownBefore(profit, source, valueOf);
  const isOneMonth = SELECTED.from.slice(0, 7) === SELECTED.to.slice(0, 7);
  return (
    <LineChart
      label={title}
      heightPx={HEIGHT_PX}
      currentName={formatPeriod(SELECTED.from, SELECTED.to)}
      previousName={formatPeriod(PREVIOUS.from, PREVIOUS.to)}
      hatchName="предварительно"
      points={SELECTED.days.map((day, index) => {
        const isPreliminary = source === 'report' && day.isPreliminary;
        return {
          label: isOneMonth ? String(Number(day.day.slice(8))) : formatDayShort(day.day),
          title: `${formatDay(day.day)}${isPreliminary ? ', предварительно' : ''}`,
          current: valueNow(day),
          previous: valueBefore(PREVIOUS.days[index] ?? null),
          isHatched: isPreliminary,
        };
      })}
      formatValue={metric === 'profit' ? formatRoubles : formatInteger}
      formatTick={metric === 'profit' ? inThousands : formatInteger}
    />
  );
}

/** The axis says «тыс. ₽» once, in the title. */
function inThousands(kopecks: number): string {
  return formatNumber(kopecks / 100_000, { maxDigits: 2 });
}
