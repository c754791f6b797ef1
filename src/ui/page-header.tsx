import type { ReactNode } from 'react';

interface PageHeaderProps {
  title: ReactNode;
  /** Beside the title and quieter, as the number of cards. */
  note?: ReactNode;
  /** Below the title. */
  subtitle?: ReactNode;
  /** Before the title, as a photo. */
  before?: ReactNode;
  /** Buttons; the main one last. */
  actions?: ReactNode;
}

export function PageHeader({ title, note, subtitle, before, actions }: PageHeaderProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      {before}
      <div className="min-w-0 grow basis-56 md:basis-96">
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-3">
          <h1 className="min-w-0 text-2xl break-words">{title}</h1>
          {note ? <span className="text-muted tabular-nums">{note}</span> : null}
        </div>
        {subtitle ? (
          <div className="flex flex-wrap items-center gap-x-1.5 text-sm text-muted">{subtitle}</div>
        ) : null}
      </div>
      {actions ? (
        <div data-print="hide" className="flex flex-wrap items-center gap-2 md:gap-3">
          {actions}
        </div>
      ) : null}
    </div>
  );
}
