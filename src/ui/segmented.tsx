import { useId } from 'react';
import type { ReactNode } from 'react';
import { classNames } from '#lib/class-names.ts';

interface SegmentedProps<Value extends string> {
  /** Said by screen readers; shown before the segments with `isLabelShown`. */
  label: string;
  isLabelShown?: boolean;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly { value: Value; label: ReactNode }[];
  className?: string;
}

/** A choice of one among a few, all of them in sight. */
export function Segmented<Value extends string>({
  label,
  isLabelShown = false,
  value,
  onChange,
  options,
  className,
}: SegmentedProps<Value>) {
  const name = useId();
  return (
    <fieldset className={classNames('flex flex-wrap items-center gap-2', className)}>
      <legend className={isLabelShown ? 'float-left text-muted' : 'sr-only'}>{label}</legend>
      <div className="inline-flex min-w-0 flex-wrap rounded-control border border-line bg-sunken p-0.5">
        {options.map((option) => (
          <label
            key={option.value}
            // Paper says what is shown, not what might be.
            {...(option.value !== value && { 'data-print': 'hide' })}
            // With the frame around them as high as the fields and buttons beside it.
            style={{ minHeight: 'calc(var(--control) - 6px)' }}
            className="relative inline-flex items-center rounded-md px-2.5 text-sm font-medium text-ink-2 has-checked:bg-accent-soft has-checked:text-accent-ink has-focus-visible:outline-2 has-focus-visible:outline-focus forced-colors:has-checked:bg-[Highlight] forced-colors:has-checked:text-[HighlightText] forced-colors:has-checked:forced-color-adjust-none"
          >
            <input
              type="radio"
              name={name}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="absolute inset-0 appearance-none rounded-md outline-none"
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
