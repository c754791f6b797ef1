import type { CSSProperties } from 'react';
import { classNames } from '#lib/class-names.ts';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger' | 'on-dark';
export type ButtonSize = 'sm' | 'md' | 'lg';

const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-white hover:bg-accent-hover forced-colors:border',
  secondary: 'border border-line bg-panel text-ink hover:bg-hover',
  ghost: 'text-ink-2 hover:bg-hover hover:text-ink',
  danger: 'bg-danger text-white hover:bg-danger-hover forced-colors:border',
  'on-dark': 'border border-menu-line text-white hover:bg-menu-current',
};

const SIZES: Record<ButtonSize, string> = {
  sm: 'h-control-sm px-2.5 text-sm',
  md: 'h-control px-3.5 text-base',
  lg: 'h-11 px-5 text-base',
};

const SQUARE: Record<ButtonSize, string> = {
  sm: 'size-control-sm',
  md: 'size-control',
  lg: 'size-11',
};

const HEIGHTS: Record<ButtonSize, string> = {
  sm: 'var(--control-sm)',
  md: 'var(--control)',
  lg: '2.75rem',
};

/** Of a button whose text takes more lines where there is no room for it in one. */
export function wrappingStyle(size: ButtonSize): CSSProperties {
  return {
    maxWidth: '100%',
    height: 'auto',
    minHeight: HEIGHTS[size],
    paddingBlock: '0.25rem',
    whiteSpace: 'normal',
  };
}

/** The look shared by buttons and by links that look like buttons. */
export function buttonStyles(variant: ButtonVariant, size: ButtonSize, isSquare = false): string {
  return classNames(
    'relative inline-flex shrink-0 items-center justify-center gap-1.5 rounded-control font-medium whitespace-nowrap select-none',
    'not-aria-busy:aria-disabled:opacity-55 disabled:opacity-55',
    VARIANTS[variant],
    isSquare ? SQUARE[size] : SIZES[size],
  );
}
