import { classNames } from '#lib/class-names.ts';

interface SpinnerProps {
  /** In pixels; 16 by default. */
  size?: number;
  /** Said by screen readers; without it the spinner is decoration beside a text that already says what goes on. */
  label?: string;
  className?: string;
}

export function Spinner({ size = 16, label, className }: SpinnerProps) {
  return (
    <span className={classNames('inline-flex shrink-0', className)} {...(label ? { role: 'status' } : {})}>
      <svg width={size} height={size} viewBox="0 0 16 16" fill="none" aria-hidden className="animate-spin">
        <circle cx="8" cy="8" r="6.25" stroke="currentColor" strokeOpacity="0.25" strokeWidth="1.75" />
        <path
          d="M14.25 8A6.25 6.25 0 0 0 8 1.75"
          stroke="currentColor"
          strokeWidth="1.75"
          strokeLinecap="round"
        />
      </svg>
      {label ? <span className="sr-only">{label}</span> : null}
    </span>
  );
}
