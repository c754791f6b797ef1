import { useId } from 'react';
import { classNames } from '#lib/class-names.ts';
import { hatchedRuns, lonePoints, type ChartPoint } from './chart-paths.ts';

interface ChartDotProps {
  cx: number;
  value: number | null | undefined;
  y: (value: number) => number;
  className: string;
}

export function ChartDot({ cx, value, y, className }: ChartDotProps) {
  if (value === null || value === undefined) return null;
  return (
    <circle cx={cx} cy={y(value)} r={4.5} strokeWidth={2} className={classNames('stroke-panel', className)} />
  );
}

interface LonePointsProps {
  points: readonly ChartPoint[];
  series: 'current' | 'previous';
  x: (index: number) => number;
  y: (value: number) => number;
  className: string;
}

/** Points that no line leads to: a period of one day, a day between two gaps. */
export function LonePoints({ points, series, x, y, className }: LonePointsProps) {
  return lonePoints(points, series).map((index) => (
    <ChartDot key={index} cx={x(index)} value={points[index]?.[series]} y={y} className={className} />
  ));
}

/** Slanting lines, to be used as `fill="url(#id)"`. */
export function HatchPattern({ id }: { id: string }) {
  return (
    <defs>
      <pattern id={id} width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <line x1="1" x2="1" y1="0" y2="8" strokeWidth="1" className="stroke-line-strong" />
      </pattern>
    </defs>
  );
}

interface HatchProps {
  points: readonly ChartPoint[];
  x: (index: number) => number;
  left: number;
  right: number;
  top: number;
  heightPx: number;
}

/** Ground under the hatched points, half way to their neighbours. */
export function Hatch({ points, x, left, right, top, heightPx }: HatchProps) {
  const id = useId();
  const runs = hatchedRuns(points);
  if (runs.length === 0) return null;
  const start = (index: number) => (index === 0 ? left : (x(index - 1) + x(index)) / 2);
  const end = (index: number) => (index === points.length - 1 ? right : (x(index) + x(index + 1)) / 2);
  return (
    <>
      <HatchPattern id={id} />
      {runs.map(({ first, last }) => (
        <rect
          key={first}
          x={start(first)}
          y={top}
          width={end(last) - start(first)}
          height={heightPx}
          fill={`url(#${id})`}
        />
      ))}
    </>
  );
}
