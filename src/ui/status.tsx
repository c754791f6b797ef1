import type { ReactNode } from 'react';
import { classNames } from '#lib/class-names.ts';

export type StatusTone = 'black' | 'orange' | 'red' | 'green' | 'neutral';

const TONES: Record<StatusTone, { pill: string; dot: string }> = {
  black: { pill: 'bg-black-soft text-black', dot: 'bg-black-dot' },
  orange: { pill: 'bg-orange-soft text-orange', dot: 'bg-orange-dot' },
  red: { pill: 'bg-red-soft text-red', dot: 'bg-red-dot' },
  green: { pill: 'bg-green-soft text-green', dot: 'bg-green-dot' },
  neutral: { pill: 'bg-black-soft text-ink-2', dot: 'bg-faint' },
};

/** Always a dot and a word: colour alone says nothing to those who cannot see it. */
export function Status({ tone, children }: { tone: StatusTone; children: ReactNode }) {
  const { pill, dot } = TONES[tone];
  return (
    <span
      className={classNames(
        'inline-flex h-6 max-w-full items-center gap-2 rounded-full pr-2.5 pl-2 text-sm font-medium whitespace-nowrap',
        pill,
      )}
    >
      <span aria-hidden className={classNames('size-[7px] shrink-0 rounded-full', dot)} />
      <span className="truncate">{children}</span>
    </span>
  );
}
