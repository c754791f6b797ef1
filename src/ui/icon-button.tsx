import { useRef } from 'react';
import type { ComponentProps, MouseEvent } from 'react';
import { classNames } from '#lib/class-names.ts';
import { buttonStyles } from './button-styles.ts';
import type { ButtonSize, ButtonVariant } from './button-styles.ts';
import { Icon } from './icon.tsx';
import type { IconName } from './icon.tsx';
import { Spinner } from './spinner.tsx';
import { TooltipBubble } from './tooltip.tsx';
import { useMergedRef } from './use-merged-ref.ts';

export interface IconButtonProps extends Omit<
  ComponentProps<'button'>,
  'disabled' | 'children' | 'aria-label'
> {
  icon: IconName;
  /** The button's name: said by screen readers, shown as a tooltip. */
  label: string;
  variant?: ButtonVariant;
  size?: ButtonSize;
  loading?: boolean | undefined;
  /** Why the button does nothing now; shown in place of the name. */
  disabledReason?: string | null | undefined;
}

/** A square button with an icon alone. */
export function IconButton({
  icon,
  label,
  variant = 'ghost',
  size = 'md',
  loading = false,
  disabledReason,
  type = 'button',
  className,
  onClick,
  ref,
  ...rest
}: IconButtonProps) {
  const ownRef = useRef<HTMLButtonElement>(null);
  const mergedRef = useMergedRef(ownRef, ref);
  const isInert = loading || Boolean(disabledReason);

  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    if (isInert) event.preventDefault();
    else onClick?.(event);
  };

  return (
    <>
      <button
        {...rest}
        ref={mergedRef}
        type={type}
        onClick={handleClick}
        aria-label={disabledReason ? `${label}: ${disabledReason}` : label}
        className={classNames(buttonStyles(variant, size, true), className)}
        {...(isInert ? { 'aria-disabled': true } : {})}
        {...(loading ? { 'aria-busy': true } : {})}
      >
        {loading ? <Spinner /> : <Icon name={icon} />}
      </button>
      <TooltipBubble anchor={ownRef} text={disabledReason ? `${label}: ${disabledReason}` : label} />
    </>
  );
}
