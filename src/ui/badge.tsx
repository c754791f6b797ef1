import type { ReactNode } from 'react';
import { classNames } from '#lib/class-names.ts';

export type BadgeTone = 'neutral' | 'accent' | 'orange' | 'red' | 'green' | 'on-dark-red';

const TONES: Record<BadgeTone, string> = {
  neutral: 'bg-black-soft text-ink-2',
  accent: 'bg-accent-soft text-accent-ink',
  orange: 'bg-orange-soft text-orange',
  red: 'bg-red-soft text-red',
  green: 'bg-green-soft text-green',
  'on-dark-red': 'bg-[#4c1d1d] text-[#ffb4ab]',
};

/** A number or a word in a small pill. */
export function Badge({ tone = 'neutral', children }: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'inline-flex h-5 min-w-5 items-center justify-center rounded-full px-1.5 text-xs font-medium whitespace-nowrap tabular-nums',
        TONES[tone],
      )}
    >
      {children}
    </span>
  );
}
