import { classNames } from '#lib/class-names.ts';
import { ButtonCore, type ButtonCoreProps } from './button-core.tsx';
import { buttonStyles } from './button-styles.ts';
import type { ButtonSize, ButtonVariant } from './button-styles.ts';
import { Icon } from './icon.tsx';
import type { IconName } from './icon.tsx';
import { Spinner } from './spinner.tsx';

export interface IconButtonProps extends Omit<ButtonCoreProps, 'children' | 'aria-label'> {
  icon: IconName;
  /** The button's name: said by screen readers, shown as a tooltip; the reason of doing nothing follows it. */
  label: string;
  variant?: ButtonVariant;
  size?: ButtonSize;
}

/** A square button with an icon alone. */
export function IconButton({
  icon,
  label,
  variant = 'ghost',
  size = 'md',
  loading = false,
  disabledReason,
  className,
  ...rest
}: IconButtonProps) {
  const name = disabledReason ? `${label}: ${disabledReason}` : label;
  return (
    <ButtonCore
      {...rest}
      loading={loading}
      disabledReason={disabledReason}
      nameAsTooltip={name}
      aria-label={name}
      className={classNames(buttonStyles(variant, size, true), className)}
    >
      {loading ? <Spinner /> : <Icon name={icon} />}
    </ButtonCore>
  );
}
