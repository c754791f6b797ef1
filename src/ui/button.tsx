import { classNames } from '#lib/class-names.ts';
import { ButtonCore, type ButtonCoreProps } from './button-core.tsx';
import { buttonStyles, wrappingStyle } from './button-styles.ts';
import type { ButtonSize, ButtonVariant } from './button-styles.ts';
import { Icon } from './icon.tsx';
import type { IconName } from './icon.tsx';
import { Spinner } from './spinner.tsx';

export interface ButtonProps extends ButtonCoreProps {
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: IconName;
  /** Stands after the text, as the chevron of a menu does. */
  iconEnd?: IconName;
  /** A long text takes more lines where there is no room for it in one. */
  isWrapping?: boolean;
}

export function Button({
  variant = 'secondary',
  size = 'md',
  icon,
  iconEnd,
  isWrapping = false,
  loading = false,
  className,
  children,
  ...rest
}: ButtonProps) {
  return (
    <ButtonCore
      {...rest}
      loading={loading}
      className={classNames(buttonStyles(variant, size), className)}
      {...(isWrapping && { style: wrappingStyle(size) })}
    >
      <span className={classNames('inline-flex min-w-0 items-center gap-1.5', loading && 'opacity-0')}>
        {icon ? <Icon name={icon} /> : null}
        {children}
        {iconEnd ? <Icon name={iconEnd} size={14} className="-mr-0.5 opacity-70" /> : null}
      </span>
      {loading ? <Spinner className="absolute" /> : null}
    </ButtonCore>
  );
}
