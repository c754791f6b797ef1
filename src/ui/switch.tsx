import type { ReactNode } from 'react';
import { classNames } from '#lib/class-names.ts';

interface SwitchProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  label: ReactNode;
  hint?: ReactNode;
  isDisabled?: boolean;
  className?: string;
}

/** Turns something on or off at once, without saving. */
export function Switch({ checked, onChange, label, hint, isDisabled = false, className }: SwitchProps) {
  return (
    <label className={classNames('flex min-h-6 items-start justify-between gap-4', className)}>
      <span className="min-w-0 pt-0.5">
        {label}
        {hint ? <span className="block text-sm text-muted">{hint}</span> : null}
      </span>
      <span className="relative mt-0.5 inline-flex shrink-0">
        <input
          type="checkbox"
          // A checkbox carries its own state; aria-checked beside it could only contradict it.
          // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props
          role="switch"
          checked={checked}
          disabled={isDisabled}
          onChange={(event) => onChange(event.target.checked)}
          className="peer h-5.5 w-9.5 appearance-none rounded-full bg-line-strong checked:bg-accent disabled:opacity-50 forced-colors:border forced-colors:border-[ButtonText] forced-colors:checked:bg-[Highlight] forced-colors:forced-color-adjust-none forced-colors:bg-[ButtonFace]"
        />
        <span
          aria-hidden
          className="pointer-events-none absolute top-0.75 left-0.75 size-4 rounded-full bg-white transition-transform duration-150 peer-checked:translate-x-4 forced-colors:bg-[ButtonText] forced-colors:forced-color-adjust-none forced-colors:peer-checked:bg-[HighlightText]"
        />
      </span>
    </label>
  );
}
