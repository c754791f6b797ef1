import type { ReactNode } from 'react';
import { Icon } from '#ui/icon.tsx';

interface ExpandableLineProps {
  /** At the right end; of one line, whatever the name takes. */
  amount: ReactNode;
  isOpen: boolean;
  onToggle: () => void;
  /** What the line is of, and facts about it. */
  children: ReactNode;
}

/** A line of what a figure adds up from, which opens to what it is made of itself. */
export function ExpandableLine({ amount, isOpen, onToggle, children }: ExpandableLineProps) {
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={onToggle}
      className="flex min-h-9 w-full items-start gap-1.5 rounded-md py-2 text-left hover:text-accent-ink"
    >
      <Icon
        name={isOpen ? 'chevron-down' : 'chevron-right'}
        size={14}
        // Beside the first line, where the name begins.
        className="mt-0.5 shrink-0"
      />
      <span className="min-w-0 grow break-words">{children}</span>
      <span className="shrink-0 pl-3 whitespace-nowrap tabular-nums">{amount}</span>
    </button>
  );
}
