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

interface StatusProps {
  tone: StatusTone;
  /** Cuts what does not fit, where a row has no room for a second line. */
  isOneLine?: boolean;
  children: ReactNode;
}

/** Always a dot and a word: colour alone says nothing to those who cannot see it. */
export function Status({ tone, isOneLine = false, children }: StatusProps) {
  const { pill, dot } = TONES[tone];
  return (
    <span
      className={classNames(
        'inline-flex min-h-6 max-w-full items-center gap-2 rounded-xl py-0.5 pr-2.5 pl-2 text-sm leading-4.5 font-medium forced-colors:border',
        pill,
      )}
    >
      <span
        aria-hidden
        className={classNames(
          'mt-[6.5px] size-[7px] shrink-0 self-start rounded-full forced-colors:forced-color-adjust-none',
          dot,
        )}
      />
      <span className={isOneLine ? 'truncate' : 'min-w-0'}>{children}</span>
    </span>
  );
}
