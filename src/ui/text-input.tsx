import type { ComponentProps } from 'react';
import { classNames } from '#lib/class-names.ts';
import { useFieldControl } from './field-context.ts';
import { INPUT_STYLES } from './input-styles.ts';

export interface TextInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  value: string;
  onChange: (value: string) => void;
  isInvalid?: boolean | undefined;
}

export function TextInput({
  value,
  onChange,
  isInvalid,
  id,
  type = 'text',
  // The browser would keep what one user typed and offer it to the next.
  autoComplete = 'off',
  className,
  ...rest
}: TextInputProps) {
  const control = useFieldControl({ id, isInvalid });
  return (
    <input
      {...control}
      {...rest}
      type={type}
      autoComplete={autoComplete}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className={classNames(INPUT_STYLES, 'h-control', className)}
    />
  );
}
