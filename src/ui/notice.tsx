import type { ReactNode } from 'react';
import { classNames } from '#lib/class-names.ts';
import { Icon } from './icon.tsx';
import type { IconName } from './icon.tsx';

type NoticeTone = 'info' | 'warning' | 'error' | 'success';

const TONES: Record<NoticeTone, { box: string; icon: IconName; color: string }> = {
  info: { box: 'bg-accent-soft', icon: 'info', color: 'text-accent-ink' },
  warning: { box: 'bg-orange-soft', icon: 'warning', color: 'text-orange' },
  error: { box: 'bg-red-soft', icon: 'error', color: 'text-red' },
  success: { box: 'bg-green-soft', icon: 'check', color: 'text-green' },
};

interface NoticeProps {
  tone: NoticeTone;
  title?: ReactNode;
  action?: ReactNode;
  className?: string;
  children?: ReactNode;
}

/** Something to know, standing in the page where it matters. */
export function Notice({ tone, title, action, className, children }: NoticeProps) {
  const { box, icon, color } = TONES[tone];
  return (
    <div
      className={classNames(
        'flex flex-wrap items-start gap-x-3 gap-y-2 rounded-panel px-4 py-3 forced-colors:border',
        box,
        className,
      )}
    >
      <div className="flex min-w-0 grow basis-64 gap-2.5">
        <Icon name={icon} className={classNames('mt-0.5', color)} />
        <div className="min-w-0">
          {title ? <p className={classNames('font-medium', color)}>{title}</p> : null}
          {children}
        </div>
      </div>
      {action}
    </div>
  );
}
