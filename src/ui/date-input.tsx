import type { ComponentProps } from 'react';
import { classNames } from '#lib/class-names.ts';
import { useFieldControl } from './field-context.ts';
import { INPUT_STYLES } from './input-styles.ts';

interface DateInputProps extends Omit<
  ComponentProps<'input'>,
  'value' | 'onChange' | 'type' | 'min' | 'max'
> {
  /** A calendar day as «2026-11-20», or an empty text. */
  value: string;
  onChange: (day: string) => void;
  min?: string | undefined;
  max?: string | undefined;
  isInvalid?: boolean | undefined;
}

/**
 * The system's own date field: it speaks the reader's language and needs no library. Disabled and empty it shows a dash: the
 * browser's «дд.мм.гггг» would still ask for a day.
 */
export function DateInput({ value, onChange, isInvalid, id, className, ...rest }: DateInputProps) {
  const control = useFieldControl({ id, isInvalid });
  const isDash = rest.disabled === true && value === '';
  return (
    <input
      autoComplete="off"
      {...control}
      {...rest}
      type={isDash ? 'text' : 'date'}
      value={isDash ? '—' : value}
      onChange={(event) => onChange(event.target.value)}
      className={classNames(INPUT_STYLES, 'h-control tabular-nums', className)}
    />
  );
}
