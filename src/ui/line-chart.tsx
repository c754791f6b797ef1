import { useState } from 'react';
import type { PointerEvent } from 'react';
import { classNames } from '#lib/class-names.ts';
import { formatNumber } from '#lib/numbers.ts';
import { ChartLegend, HatchLegend } from './chart-legend.tsx';
import { ChartDot, Hatch, LonePoints } from './chart-marks.tsx';
import { areaPath, linePath } from './chart-paths.ts';
import type { ChartPoint } from './chart-paths.ts';
import { axisTicks, labelStride } from './chart-scale.ts';
import { ChartTable } from './chart-table.tsx';
import { useElementWidth } from './use-element-width.ts';

interface LineChartProps {
  /** What is drawn, as «Прибыль по дням». */
  label: string;
  points: readonly ChartPoint[];
  currentName: string;
  previousName?: string | undefined;
  /** What hatched points are, for the legend. */
  hatchName?: string;
  /** How a value is read out; a plain number by default. */
  formatValue?: (value: number) => string;
  /** How a value stands on the axis. */
  formatTick?: (value: number) => string;
  /** What the points are, for the head of the table. */
  pointName?: string;
  heightPx?: number;
  className?: string;
}

const PAD = { top: 12, right: 16, bottom: 28, left: 56 };
const LABEL_WIDTH_PX = 52;
const TICK_GAP_PX = 10;
/** Of the text beside the axis. */
const DIGIT_WIDTH_PX = 7.5;

const plain = (value: number) => formatNumber(value);

/** Two series against each other: a solid line for now, a dashed one for before. Arrows read it point by point. */
export function LineChart({
  label,
  points,
  currentName,
  previousName,
  hatchName,
  formatValue = plain,
  formatTick = plain,
  pointName = 'День',
  heightPx = 280,
  className,
}: LineChartProps) {
  const [frameRef, widthPx] = useElementWidth(720);
  const [active, setActive] = useState<number | null>(null);
  const [isTable, setTable] = useState(false);

  const values = points
    .flatMap(({ current, previous }) => [current, previous ?? null])
    .filter((v) => v !== null);
  const ticks = axisTicks(Math.min(...values, 0), Math.max(...values, 0), values.every(Number.isInteger));
  const low = ticks[0] ?? 0;
  const high = ticks.at(-1) ?? 1;
  const tickTexts = ticks.map(formatTick);
  const longest = Math.max(...tickTexts.map(({ length }) => length));
  const leftPx = Math.max(PAD.left, Math.ceil(longest * DIGIT_WIDTH_PX) + TICK_GAP_PX);
  const innerWidth = Math.max(1, widthPx - leftPx - PAD.right);
  const innerHeight = heightPx - PAD.top - PAD.bottom;
  const x = (index: number) =>
    leftPx + (points.length < 2 ? innerWidth / 2 : (index / (points.length - 1)) * innerWidth);
  const y = (value: number) => PAD.top + innerHeight - ((value - low) / (high - low)) * innerHeight;
  const stride = labelStride(points.length, innerWidth, LABEL_WIDTH_PX);
  // The only point needs no pointing at.
  const pointedAt = active === null ? undefined : points[active];
  const activePoint = points.length === 1 ? points[0] : pointedAt;

  const onPointerMove = (event: PointerEvent<SVGSVGElement>) => {
    const left = event.currentTarget.getBoundingClientRect().left;
    const share = (event.clientX - left - leftPx) / innerWidth;
    setActive(clamp(Math.round(share * (points.length - 1)), points.length));
  };
  return (
    <figure className={classNames('min-w-0', className)}>
      <figcaption className="mb-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-ink-2">
        <ChartLegend
          name={currentName}
          value={shown(activePoint?.current, formatValue)}
          lineClass="stroke-accent-mark"
        />
        {previousName ? (
          <ChartLegend
            name={previousName}
            value={shown(activePoint?.previous, formatValue)}
            lineClass="stroke-faint"
            isDashed
          />
        ) : null}
        {hatchName && points.some((point) => point.isHatched) ? <HatchLegend name={hatchName} /> : null}
        <span className="text-muted">{activePoint ? (activePoint.title ?? activePoint.label) : null}</span>
        <button
          type="button"
          data-print="hide"
          aria-pressed={isTable}
          onClick={() => setTable(!isTable)}
          className="ml-auto min-h-6 rounded-md text-accent-ink hover:underline"
        >
          Показать таблицей
        </button>
      </figcaption>
      {isTable ? (
        <ChartTable
          label={label}
          pointName={pointName}
          points={points}
          currentName={currentName}
          previousName={previousName}
          formatValue={formatValue}
        />
      ) : (
        <div
          ref={frameRef}
          className="relative min-w-0 rounded-md has-focus-visible:outline-2 has-focus-visible:outline-focus"
          style={{ height: heightPx }}
        >
          {/* What keyboards and screen readers walk along, point by point. */}
          <input
            type="range"
            className="sr-only"
            min={0}
            max={Math.max(0, points.length - 1)}
            value={active ?? points.length - 1}
            aria-label={label}
            aria-valuetext={readout(
              points[active ?? points.length - 1],
              currentName,
              previousName,
              formatValue,
            )}
            onChange={(event) => setActive(event.target.valueAsNumber)}
            onFocus={() => setActive(active ?? points.length - 1)}
            onBlur={() => setActive(null)}
          />
          <svg
            width={widthPx}
            height={heightPx}
            aria-hidden
            className="block touch-pan-y overflow-visible"
            onPointerMove={onPointerMove}
            onPointerDown={onPointerMove}
            onPointerLeave={() => setActive(null)}
          >
            {ticks.map((tick, index) => (
              <g key={tick}>
                <line
                  x1={leftPx}
                  x2={widthPx - PAD.right}
                  y1={y(tick)}
                  y2={y(tick)}
                  className={tick === 0 ? 'stroke-line-strong' : 'stroke-line'}
                />
                <text
                  x={leftPx - TICK_GAP_PX}
                  y={y(tick) + 4}
                  textAnchor="end"
                  className="fill-muted text-xs tabular-nums"
                >
                  {tickTexts[index]}
                </text>
              </g>
            ))}
            {points.map((point, index) =>
              index % stride === 0 ? (
                <text
                  // Days of different months may share a label.
                  // oxlint-disable-next-line react/no-array-index-key
                  key={index}
                  x={x(index)}
                  y={heightPx - 8}
                  textAnchor="middle"
                  className="fill-muted text-xs tabular-nums"
                >
                  {point.label}
                </text>
              ) : null,
            )}
            <Hatch
              points={points}
              x={x}
              left={leftPx}
              right={widthPx - PAD.right}
              top={PAD.top}
              heightPx={innerHeight}
            />
            <path d={areaPath(points, x, y)} className="fill-accent-mark opacity-8" />
            {previousName ? (
              <path
                d={linePath(points, 'previous', x, y)}
                fill="none"
                strokeWidth={2}
                strokeDasharray="5 5"
                className="stroke-faint"
              />
            ) : null}
            <path
              d={linePath(points, 'current', x, y)}
              fill="none"
              strokeWidth={2.5}
              strokeLinejoin="round"
              strokeLinecap="round"
              className="stroke-accent-mark"
            />
            {previousName ? (
              <LonePoints points={points} series="previous" x={x} y={y} className="fill-faint" />
            ) : null}
            <LonePoints points={points} series="current" x={x} y={y} className="fill-accent-mark" />
            {active !== null && activePoint ? (
              <g>
                <line
                  x1={x(active)}
                  x2={x(active)}
                  y1={PAD.top}
                  y2={heightPx - PAD.bottom}
                  className="stroke-line-strong"
                />
                <ChartDot cx={x(active)} value={activePoint.previous} y={y} className="fill-faint" />
                <ChartDot cx={x(active)} value={activePoint.current} y={y} className="fill-accent-mark" />
              </g>
            ) : null}
          </svg>
        </div>
      )}
    </figure>
  );
}

function shown(value: number | null | undefined, formatValue: (value: number) => string): string | null {
  return value === null || value === undefined ? null : formatValue(value);
}

function readout(
  point: ChartPoint | undefined,
  currentName: string,
  previousName: string | undefined,
  formatValue: (value: number) => string,
): string {
  if (!point) return 'нет данных';
  const parts = [`${currentName} ${shown(point.current, formatValue) ?? 'нет данных'}`];
  if (previousName) parts.push(`${previousName} ${shown(point.previous, formatValue) ?? 'нет данных'}`);
  return `${point.title ?? point.label}: ${parts.join(', ')}`;
}

function clamp(index: number, count: number): number {
  return Math.max(0, Math.min(count - 1, index));
}
