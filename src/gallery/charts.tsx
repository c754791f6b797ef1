import { ChartLegend, HatchLegend } from '#ui/chart-legend.tsx';
import { ChartDot, Hatch, HatchPattern, LonePoints } from '#ui/chart-marks.tsx';
import type { ChartPoint } from '#ui/chart-paths.ts';
import { ChartTable } from '#ui/chart-table.tsx';
import { LineChart } from '#ui/line-chart.tsx';
import { formatInteger } from '#lib/numbers.ts';
import { State, type Specimen } from './specimen.tsx';

const rubles = (value: number) => `${formatInteger(value)} ₽`;

/** Days of a month: two series, the last ones not final. */
const MONTH: readonly ChartPoint[] = Array.from({ length: 30 }, (_, index) => ({
  label: `${index + 1}`,
  title: `${index + 1} ноября`,
  current: Math.round(40_000 + 25_000 * Math.sin(index / 3)),
  previous: Math.round(36_000 + 18_000 * Math.cos(index / 4)),
  isHatched: index > 25,
}));

/** A loss, days without data, a day alone between two of them. */
const GAPS: readonly ChartPoint[] = [1200, 800, null, -400, null, null, 950, 1100].map((current, index) => ({
  label: `${index + 1} ноя`,
  current,
}));

function LineCharts() {
  return (
    <>
      <State name="Два ряда, последние дни неполные" isWide>
        <LineChart
          label="Прибыль по дням"
          points={MONTH}
          currentName="Этот месяц"
          previousName="Прошлый месяц"
          hatchName="предварительно"
          formatValue={rubles}
        />
      </State>
      <State name="Пропуски и убыток" isWide>
        <LineChart label="Пропуски" points={GAPS} currentName="Прибыль" heightPx={180} />
      </State>
      <State name="Один день" isWide>
        <LineChart label="Один день" points={MONTH.slice(0, 1)} currentName="Прибыль" heightPx={180} />
      </State>
      <State name="Пусто" isWide>
        <LineChart label="Пусто" points={[]} currentName="Прибыль" heightPx={180} />
      </State>
      <State name="Большие числа" isWide>
        <LineChart
          label="Большие числа"
          points={MONTH.map((point) => ({ ...point, current: (point.current ?? 0) * 1_000_000 }))}
          currentName="Выручка"
          formatValue={rubles}
          heightPx={180}
        />
      </State>
    </>
  );
}

function ChartTables() {
  return (
    <State name="Числа графика" isWide>
      <ChartTable
        label="Прибыль по дням"
        pointName="День"
        points={GAPS}
        currentName="Прибыль"
        previousName="Прошлый месяц"
        formatValue={rubles}
      />
    </State>
  );
}

function Legends() {
  return (
    <>
      <State name="Ряд">
        <ChartLegend name="Этот месяц" value="48 200 ₽" lineClass="stroke-accent-mark" />
      </State>
      <State name="Пунктиром, без значения">
        <ChartLegend name="Прошлый месяц" value={null} lineClass="stroke-faint" isDashed />
      </State>
      <State name="Штриховка">
        <HatchLegend name="предварительно" />
      </State>
    </>
  );
}

const HEIGHT_PX = 80;
const STEP_PX = 30;
const x = (index: number) => STEP_PX / 2 + index * STEP_PX;
const y = (value: number) => HEIGHT_PX - 20 - value / 40;

function Marks() {
  const rightPx = GAPS.length * STEP_PX;
  const hatched = GAPS.map((point, index) => ({ ...point, isHatched: index > 5 }));
  return (
    <State name="Точка, одинокие точки, штриховка">
      <svg width={rightPx} height={HEIGHT_PX} aria-hidden>
        <Hatch points={hatched} x={x} left={0} right={rightPx} top={0} heightPx={HEIGHT_PX} />
        <LonePoints points={GAPS} series="current" x={x} y={y} className="fill-accent-mark" />
        <ChartDot cx={x(0)} value={1200} y={y} className="fill-faint" />
        <HatchPattern id="gallery-hatch" />
        <rect x={x(1)} width={STEP_PX} height={HEIGHT_PX} fill="url(#gallery-hatch)" />
      </svg>
    </State>
  );
}

export const charts: readonly Specimen[] = [
  { names: ['LineChart'], Show: LineCharts },
  { names: ['ChartTable'], Show: ChartTables },
  { names: ['ChartLegend', 'HatchLegend'], Show: Legends },
  { names: ['ChartDot', 'LonePoints', 'Hatch', 'HatchPattern'], Show: Marks },
];
