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

interface BadgeProps {
  tone?: BadgeTone;
  /** A sentence, that takes a second line where the screen is narrow. */
  isWrapping?: boolean;
  children: ReactNode;
}

/** A number or a word in a small pill. */
export function Badge({ tone = 'neutral', isWrapping = false, children }: BadgeProps) {
  return (
    <span
      className={classNames(
        'inline-flex min-w-5 items-center justify-center px-1.5 text-xs font-medium tabular-nums forced-colors:border',
        isWrapping ? 'min-h-5 rounded-lg py-0.5' : 'h-5 rounded-full whitespace-nowrap',
        TONES[tone],
      )}
    >
      {children}
    </span>
  );
}
