import type { ComponentProps } from 'react';
import { classNames } from '#lib/class-names.ts';
import { useFieldControl } from './field-context.ts';
import { Icon } from './icon.tsx';
import { INPUT_STYLES } from './input-styles.ts';

export interface SelectOption<Value extends string> {
  value: Value;
  label: string;
  isDisabled?: boolean;
}

interface SelectProps<Value extends string> extends Omit<
  ComponentProps<'select'>,
  'value' | 'onChange' | 'children'
> {
  value: Value | '';
  onChange: (value: Value) => void;
  options: readonly SelectOption<Value>[];
  /** Shown while nothing is chosen. */
  placeholder?: string;
  isInvalid?: boolean | undefined;
}

/** The system's own select: it works with every keyboard, screen reader and phone. */
export function Select<Value extends string>({
  value,
  onChange,
  options,
  placeholder,
  isInvalid,
  id,
  className,
  ...rest
}: SelectProps<Value>) {
  const control = useFieldControl({ id, isInvalid });
  return (
    <span className={classNames('relative inline-flex min-w-0', className ?? 'w-full')}>
      <select
        {...control}
        {...rest}
        value={value}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value);
          if (chosen) onChange(chosen.value);
        }}
        className={classNames(
          INPUT_STYLES,
          'h-control appearance-none pr-8 text-ellipsis',
          value === '' && 'text-muted',
        )}
      >
        {placeholder !== undefined || value === '' ? (
          <option value="" disabled>
            {placeholder ?? ''}
          </option>
        ) : null}
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.isDisabled}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon
        name="chevron-down"
        size={14}
        className="pointer-events-none absolute top-1/2 right-2.5 -translate-y-1/2 text-faint"
      />
    </span>
  );
}
