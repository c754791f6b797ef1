import { formatKopecks } from '#lib/money.ts';

interface DifferenceProps {
  kopecks: number;
  /** False: nothing was read to compare with. */
  isKnown?: boolean;
}

/** What the marketplace pays more or less than its rows say. */
export function Difference({ kopecks, isKnown = true }: DifferenceProps) {
  if (!isKnown) return <span className="text-muted">—</span>;
  if (kopecks === 0) return <span className="text-muted">{formatKopecks(0)}</span>;
  return (
    <span className={`font-heading ${kopecks < 0 ? 'text-red' : 'text-orange'}`}>
      {kopecks > 0 ? '+' : ''}
      {formatKopecks(kopecks)}
    </span>
  );
}
