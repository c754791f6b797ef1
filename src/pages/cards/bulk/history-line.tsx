import type { ReactNode } from 'react';
import { formatDateTime } from '#lib/dates.ts';

interface HistoryLineProps {
  /** What was done. */
  children: ReactNode;
  state: ReactNode;
  at: number;
  userName: string;
  action?: ReactNode;
}

/** One line of «История изменений»: what, what has become of it, when and by whom. */
export function HistoryLine({ children, state, at, userName, action }: HistoryLineProps) {
  return (
    <li className="flex items-center gap-4 px-4 py-3 not-last:border-b not-last:border-line-soft">
      <div className="flex min-w-0 grow flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <div className="min-w-0 grow basis-72">
          <div className="wrap-anywhere">{children}</div>
          <p className="text-sm text-muted">{state}</p>
        </div>
        <p className="text-sm text-muted tabular-nums">
          {formatDateTime(at)} · {userName}
        </p>
      </div>
      {/* Times stand below each other, whether their line has a way back or not. */}
      <div className={action ? 'flex w-28 shrink-0 justify-end' : 'w-28 shrink-0 max-md:hidden'}>
        {action}
      </div>
    </li>
  );
}
