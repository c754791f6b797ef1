import { useId } from 'react';
import type { ReactNode } from 'react';

export interface RadioOption<Value extends string> {
  value: Value;
  label: ReactNode;
  hint?: ReactNode;
  isDisabled?: boolean;
}

interface RadioGroupProps<Value extends string> {
  label: ReactNode;
  isLabelHidden?: boolean;
  value: Value | null;
  onChange: (value: Value) => void;
  options: readonly RadioOption<Value>[];
  className?: string;
}

export function RadioGroup<Value extends string>({
  label,
  isLabelHidden = false,
  value,
  onChange,
  options,
  className,
}: RadioGroupProps<Value>) {
  const name = useId();
  return (
    <fieldset className={className}>
      <legend className={isLabelHidden ? 'sr-only' : 'mb-1.5 font-medium'}>{label}</legend>
      <div className="flex flex-col gap-1.5">
        {options.map((option) => (
          <label key={option.value} className="flex min-h-6 items-start gap-2">
            <input
              type="radio"
              name={name}
              checked={option.value === value}
              disabled={option.isDisabled}
              onChange={() => onChange(option.value)}
              className="mt-1 size-4 shrink-0 appearance-none rounded-full border border-line-strong bg-panel checked:border-5 checked:border-accent disabled:opacity-50"
            />
            <span className="min-w-0 pt-0.5">
              {option.label}
              {option.hint ? <span className="block text-sm text-muted">{option.hint}</span> : null}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
