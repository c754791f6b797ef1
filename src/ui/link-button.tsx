import { classNames } from '#lib/class-names.ts';
import { buttonStyles, wrappingStyle } from './button-styles.ts';
import type { ButtonSize, ButtonVariant } from './button-styles.ts';
import { Icon } from './icon.tsx';
import type { IconName } from './icon.tsx';
import { Link, type LinkProps } from './link.tsx';

interface LinkButtonProps extends LinkProps {
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: IconName;
  /** A long text takes more lines where there is no room for it in one. */
  isWrapping?: boolean;
}

/** A link that looks like a button: it leads somewhere, so it opens in a new tab as links do. */
export function LinkButton({
  variant = 'secondary',
  size = 'md',
  icon,
  isWrapping = false,
  className,
  children,
  ...rest
}: LinkButtonProps) {
  return (
    <Link
      {...rest}
      className={classNames(buttonStyles(variant, size), className)}
      {...(isWrapping && { style: wrappingStyle(size) })}
    >
      {icon ? <Icon name={icon} /> : null}
      {children}
    </Link>
  );
}
