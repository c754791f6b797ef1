import { classNames } from '#lib/class-names.ts';
import { formatInteger } from '#lib/numbers.ts';

type ProgressTone = 'accent' | 'green' | 'red' | 'orange';

const TONES: Record<ProgressTone, string> = {
  accent: 'bg-accent-mark',
  green: 'bg-green-dot',
  red: 'bg-red-dot',
  orange: 'bg-orange-dot',
};

interface ProgressBarProps {
  label: string;
  done: number;
  total: number;
  tone?: ProgressTone;
  /** Shows the label and «46 / 48» above the bar. */
  hasCaption?: boolean;
}

export function ProgressBar({ label, done, total, tone = 'accent', hasCaption = false }: ProgressBarProps) {
  const share = total > 0 ? Math.min(1, Math.max(0, done / total)) : 0;
  const counts = `${formatInteger(done)} / ${formatInteger(total)}`;
  return (
    <div className="min-w-0">
      {hasCaption ? (
        <div className="mb-1 flex justify-between gap-2 text-sm text-ink-2" aria-hidden>
          <span className="truncate">{label}</span>
          <span className="whitespace-nowrap tabular-nums">{counts}</span>
        </div>
      ) : null}
      <div
        // <progress> looks different in every browser and cannot be told otherwise.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={Math.min(done, total)}
        aria-valuetext={counts}
        className="h-1.5 overflow-hidden rounded-full bg-black-soft forced-colors:outline"
      >
        <div
          className={classNames(
            'size-full origin-left transition-transform duration-150 forced-colors:bg-[Highlight] forced-colors:forced-color-adjust-none',
            TONES[tone],
          )}
          style={{ transform: `scaleX(${share})` }}
        />
      </div>
    </div>
  );
}
