import { useEffect, useRef } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '#lib/class-names.ts';

interface CheckboxProps extends Omit<
  ComponentProps<'input'>,
  'type' | 'checked' | 'onChange' | 'children' | 'ref'
> {
  checked: boolean;
  /** `isShift`: the press was made with Shift, as for a range. */
  onChange: (checked: boolean, isShift: boolean) => void;
  /** Some but not all of what it stands for is chosen. */
  isIndeterminate?: boolean;
  /** Visible text; without it give `aria-label`. */
  label?: ReactNode;
  hint?: ReactNode;
}

export function Checkbox({
  checked,
  onChange,
  isIndeterminate = false,
  label,
  hint,
  className,
  ...rest
}: CheckboxProps) {
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // There is no attribute for the third state.
    if (ref.current) ref.current.indeterminate = isIndeterminate;
  }, [isIndeterminate]);

  return (
    <label
      className={classNames(
        'inline-flex min-h-6 min-w-6 items-start gap-2',
        !label && 'justify-center',
        className,
      )}
    >
      <input
        {...rest}
        ref={ref}
        type="checkbox"
        checked={checked}
        onChange={({ target, nativeEvent }) =>
          // Browsers tell of a changed checkbox by a click.
          onChange(target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
        className="mt-1 size-4 shrink-0 appearance-none rounded-[5px] border border-line-strong bg-panel checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent disabled:opacity-50 forced-colors:forced-color-adjust-none forced-colors:border-[ButtonText] forced-colors:bg-[ButtonFace] forced-colors:checked:bg-[Highlight] forced-colors:indeterminate:bg-[Highlight]"
      />
      {checked || isIndeterminate ? (
        <svg
          viewBox="0 0 16 16"
          aria-hidden
          // Over the box, a dimmed one too, back across the gap between them: an empty box, of which a list is full, has no parts.
          className="pointer-events-none relative mt-1 -ml-6 size-4 shrink-0 text-white forced-colors:text-[HighlightText]"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          strokeLinecap="round"
          strokeLinejoin="round"
        >
          <path d={isIndeterminate ? 'M4.5 8h7' : 'm4 8.3 2.7 2.7L12 5.4'} />
        </svg>
      ) : null}
      {label ? (
        <span className="min-w-0 grow pt-0.5">
          {label}
          {hint ? <span className="block text-sm text-muted">{hint}</span> : null}
        </span>
      ) : null}
    </label>
  );
}
