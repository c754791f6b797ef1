import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import type { IconName } from './icon.tsx';

interface ErrorStateProps {
  title: ReactNode;
  text?: ReactNode;
  icon?: IconName;
  onRetry?: () => void;
  isRetrying?: boolean;
}

/** Stands where something should be and could not be got; offers to try again. */
export function ErrorState({ title, text, icon = 'warning', onRetry, isRetrying = false }: ErrorStateProps) {
  return (
    <div role="alert" className="flex flex-col items-center px-4 py-14 text-center">
      <span className="flex size-11 items-center justify-center rounded-full bg-red-soft text-red">
        <Icon name={icon} size={20} />
      </span>
      <p className="mt-3 text-lg font-heading">{title}</p>
      {text ? <p className="mt-1 max-w-md text-ink-2">{text}</p> : null}
      {onRetry ? (
        <Button icon="refresh" loading={isRetrying} onClick={onRetry} className="mt-4">
          Повторить
        </Button>
      ) : null}
    </div>
  );
}
