import { classNames } from '#lib/class-names.ts';

export type StatusTone = 'black' | 'orange' | 'red' | 'green' | 'neutral';

const TONES: Record<StatusTone, string> = {
  black: 'bg-black-soft text-black before:bg-black-dot',
  orange: 'bg-orange-soft text-orange before:bg-orange-dot',
  red: 'bg-red-soft text-red before:bg-red-dot',
  green: 'bg-green-soft text-green before:bg-green-dot',
  neutral: 'bg-black-soft text-ink-2 before:bg-faint',
};

interface StatusProps {
  tone: StatusTone;
  /** Cuts what does not fit, where a row has no room for a second line. */
  isOneLine?: boolean;
  children: string;
}

/**
 * Always a dot and a word: colour alone says nothing to those who cannot see it. The dot is drawn by the style: a list has
 * hundreds of them.
 */
export function Status({ tone, isOneLine = false, children }: StatusProps) {
  return (
    <span
      className={classNames(
        'inline-flex min-h-6 max-w-full items-center gap-2 rounded-xl py-0.5 pr-2.5 pl-2 text-sm leading-4.5 font-medium forced-colors:border',
        'before:mt-[.4rem] before:size-[7px] before:shrink-0 before:self-start before:rounded-full forced-colors:before:forced-color-adjust-none',
        TONES[tone],
      )}
    >
      {isOneLine ? <span className="truncate">{children}</span> : children}
    </span>
  );
}
