import type { ReactNode } from 'react';

interface HistoryRowProps {
  label: string;
  /** What it was and what it became. */
  children: ReactNode;
  /** The way back; null: there is none. */
  action: ReactNode;
}

/** One thing that a change has changed. */
export function HistoryRow({ label, children, action }: HistoryRowProps) {
  return (
    <li className="flex items-start justify-between gap-4">
      <div className="min-w-0 grow">
        <div className="text-sm text-muted">{label}</div>
        {children}
      </div>
      {action}
    </li>
  );
}
