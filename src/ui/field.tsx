import { useId } from 'react';
import type { ReactNode } from 'react';
import { classNames } from '#lib/class-names.ts';
import { FieldContext } from './field-context.ts';
import { Icon } from './icon.tsx';

interface FieldProps {
  label: ReactNode;
  /** Keeps the label for screen readers only. */
  isLabelHidden?: boolean;
  hint?: ReactNode;
  error?: ReactNode;
  /** How much is written of how much fits, as «37 / 60»; red when over. */
  counter?: { length: number; limit: number } | undefined;
  /** Stands at the right end of the label's line, after the counter. */
  action?: ReactNode;
  isRequired?: boolean | undefined;
  className?: string;
  /** One control of the kit; it finds its label, hint and error by itself. */
  children: ReactNode;
}

export function Field({
  label,
  isLabelHidden = false,
  hint,
  error,
  counter,
  action,
  isRequired = false,
  className,
  children,
}: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = classNames(Boolean(error) && errorId, Boolean(hint) && hintId) || undefined;
  const hasTopLine = !isLabelHidden || counter !== undefined || action !== undefined;

  return (
    <div className={classNames('flex min-w-0 flex-col', className)}>
      <div
        className={
          hasTopLine
            ? classNames(
                'mb-1.5 flex flex-wrap justify-between gap-x-3',
                action ? 'items-center' : 'items-baseline',
              )
            : 'contents'
        }
      >
        <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'font-medium'}>
          {label}
          {isRequired ? (
            <span aria-hidden className="text-red">
              {' '}
              *
            </span>
          ) : null}
        </label>
        {counter || action ? (
          <span className="ml-auto flex min-w-0 flex-wrap items-center gap-x-2 text-xs text-muted wrapping-buttons-control-sm">
            {counter ? <Counter {...counter} /> : null}
            {action}
          </span>
        ) : null}
      </div>
      <FieldContext value={{ id, describedBy, isInvalid: Boolean(error), isRequired }}>
        {children}
      </FieldContext>
      {error ? (
        <p id={errorId} className="mt-1.5 flex gap-1.5 text-sm text-red">
          <Icon name="error" size={14} className="mt-0.5" />
          <span className="min-w-0">{error}</span>
        </p>
      ) : null}
      {hint ? (
        <p id={hintId} className="mt-1.5 text-sm text-muted">
          {hint}
        </p>
      ) : null}
    </div>
  );
}

function Counter({ length, limit }: { length: number; limit: number }) {
  return (
    <span className={classNames('tabular-nums', length > limit && 'font-medium text-red')}>
      {length}
      {' / '}
      {limit}
      {length > limit ? <span className="sr-only">, слишком длинно</span> : null}
    </span>
  );
}
