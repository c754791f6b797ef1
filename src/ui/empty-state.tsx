import type { ReactNode } from 'react';
import { classNames } from '#lib/class-names.ts';
import { Icon } from './icon.tsx';
import type { IconName } from './icon.tsx';

interface EmptyStateProps {
  icon?: IconName;
  title: ReactNode;
  /** What to do first. */
  text?: ReactNode;
  /** One button or link, seldom two. */
  action?: ReactNode;
  className?: string;
}

/** Stands where a list has nothing: nothing yet, nothing found, nothing without a connection. */
export function EmptyState({ icon = 'info', title, text, action, className }: EmptyStateProps) {
  return (
    <div className={classNames('flex flex-col items-center px-4 py-14 text-center', className)}>
      <span className="flex size-11 items-center justify-center rounded-full bg-black-soft text-ink-2">
        <Icon name={icon} size={20} />
      </span>
      <p className="mt-3 text-lg font-heading">{title}</p>
      {text ? <p className="mt-1 max-w-md text-ink-2">{text}</p> : null}
      {action ? <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div> : null}
    </div>
  );
}
