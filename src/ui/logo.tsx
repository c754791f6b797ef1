import { classNames } from '#lib/class-names.ts';

interface LogoProps {
  /** In pixels; 24 by default. */
  size?: number;
  className?: string;
}

/** The mark: a market stall from the front, an awning with three scallops over a counter. For dark ground. */
export function Logo({ size = 24, className }: LogoProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden
      className={classNames('shrink-0', className)}
    >
      <path fill="#fff" d="M5 3h14a1 1 0 0 1 1 .8L21 8H3l1-4.2A1 1 0 0 1 5 3" />
      <path fill="#3d5afe" d="M3 8h6v2.5a3 3 0 0 1-6 0z" />
      <path fill="#8c9eff" d="M9 8h6v2.5a3 3 0 0 1-6 0z" />
      <path fill="#3d5afe" d="M15 8h6v2.5a3 3 0 0 1-6 0z" />
      <path fill="#fff" d="M5 16h14v4a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1z" />
    </svg>
  );
}
