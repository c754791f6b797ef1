import type { ReactNode } from 'react';
import { classNames } from '#lib/class-names.ts';
import { formatChange } from '#lib/numbers.ts';

interface StatTileProps {
  label: ReactNode;
  value: ReactNode;
  /** A line of explanation below the value. */
  note?: ReactNode;
  /** The change against the other period as a share (0.124 is +12,4 %); null when there is nothing to compare with. */
  change?: number | null | undefined;
  /** True for costs and returns, where more is worse. */
  isGrowthBad?: boolean;
  /** The value is a button of this name, which has the label and the value in it. */
  opens?: { name: string; onOpen: () => void };
}

export function StatTile({ label, value, note, change, isGrowthBad = false, opens }: StatTileProps) {
  return (
    <div className="min-w-0 rounded-panel border border-line bg-panel px-4 py-3.5">
      <div className="truncate text-muted">{label}</div>
      <div className="mt-0.5 text-xl font-heading break-words tabular-nums">
        {opens ? (
          <button
            type="button"
            aria-label={opens.name}
            onClick={opens.onOpen}
            className="rounded-md text-left hover:text-accent-ink"
          >
            {value}
          </button>
        ) : (
          value
        )}
      </div>
      <div className="mt-0.5 flex items-baseline justify-between gap-2 text-sm text-muted">
        <span className="min-w-0 truncate">{note}</span>
        {change !== undefined ? <Change share={change} isGrowthBad={isGrowthBad} /> : null}
      </div>
    </div>
  );
}

interface ChangeProps {
  share: number | null;
  isGrowthBad?: boolean;
  /** Of a share that changed, points say more than per cents of it. */
  format?: (share: number) => string;
}

/** A signed per cent in the colour of good or bad; the sign says it without the colour. */
export function Change({ share, isGrowthBad = false, format = formatChange }: ChangeProps) {
  if (share === null) {
    return (
      <span className="text-muted">
        <span aria-hidden>—</span>
        <span className="sr-only">не с чем сравнить</span>
      </span>
    );
  }
  const text = format(share);
  const isZero = !/[1-9]/.test(text);
  const goodness = share > 0 !== isGrowthBad ? 'text-green' : 'text-red';
  return (
    <span
      className={classNames(
        'text-sm font-medium whitespace-nowrap tabular-nums',
        isZero ? 'text-muted' : goodness,
      )}
    >
      {text}
    </span>
  );
}
