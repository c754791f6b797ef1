import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '#lib/class-names.ts';
import { Icon } from './icon.tsx';

interface FilterChipProps extends Omit<ComponentProps<'button'>, 'value'> {
  label: ReactNode;
  /** What is chosen; absent while the filter is not used. */
  value?: ReactNode;
  /** Takes the filter away. */
  onRemove?: (() => void) | undefined;
}

/** A filter: dashed with a plus while unused, coloured with its value and a cross when used. Spread a Popover's trigger on it. */
export function FilterChip({ label, value, onRemove, className, ref, ...rest }: FilterChipProps) {
  const isUsed = value !== undefined && value !== null && value !== false && value !== '';
  return (
    <span
      className={classNames(
        'inline-flex h-control-sm max-w-full min-w-0 items-stretch rounded-control border text-sm font-medium',
        isUsed
          ? 'border-accent-line bg-accent-soft text-accent-ink'
          : 'border-dashed border-line-dash text-ink-2',
        className,
      )}
    >
      <button
        {...rest}
        ref={ref}
        type="button"
        className={classNames(
          'inline-flex min-w-0 items-center gap-1 rounded-[7px] pl-2.5',
          isUsed && onRemove ? 'pr-1' : 'pr-2.5 hover:bg-hover hover:text-ink',
        )}
      >
        {isUsed ? null : <Icon name="plus" size={12} />}
        <span className="truncate">
          {label}
          {isUsed ? <>: {value}</> : null}
        </span>
      </button>
      {isUsed && onRemove ? (
        <button
          type="button"
          onClick={onRemove}
          aria-label={typeof label === 'string' ? `Убрать фильтр «${label}»` : 'Убрать фильтр'}
          className="inline-flex w-6 pointer-coarse:w-9 shrink-0 items-center justify-center rounded-[7px] hover:bg-accent-line"
        >
          <Icon name="close" size={12} />
        </button>
      ) : null}
    </span>
  );
}
