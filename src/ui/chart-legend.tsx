import { useId, type ReactNode } from 'react';
import { HatchPattern } from './chart-marks.tsx';

interface ChartLegendProps {
  name: string;
  value: ReactNode;
  lineClass: string;
  isDashed?: boolean;
}

/** A series of a chart with its line, and the value that is being read. */
export function ChartLegend({ name, value, lineClass, isDashed = false }: ChartLegendProps) {
  return (
    <span className="inline-flex items-center gap-2">
      <svg width="20" height="4" aria-hidden className={lineClass}>
        <line
          x1="1"
          x2="19"
          y1="2"
          y2="2"
          strokeWidth="2.5"
          strokeLinecap="round"
          strokeDasharray={isDashed ? '4 4' : undefined}
        />
      </svg>
      {name}
      {value !== null ? <span className="font-medium text-ink tabular-nums">{value}</span> : null}
    </span>
  );
}

/** What hatched ground means. */
export function HatchLegend({ name }: { name: string }) {
  const id = useId();
  return (
    <span className="inline-flex items-center gap-2">
      <svg width="20" height="12" aria-hidden>
        <HatchPattern id={id} />
        <rect width="20" height="12" rx="2" fill={`url(#${id})`} />
      </svg>
      {name}
    </span>
  );
}
