import { useId, useRef } from 'react';
import type { ComponentProps, MouseEvent } from 'react';
import { classNames } from '#lib/class-names.ts';
import { buttonStyles } from './button-styles.ts';
import type { ButtonSize, ButtonVariant } from './button-styles.ts';
import { Icon } from './icon.tsx';
import type { IconName } from './icon.tsx';
import { Spinner } from './spinner.tsx';
import { TooltipBubble } from './tooltip.tsx';
import { useMergedRef } from './use-merged-ref.ts';

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: IconName;
  /** Stands after the text, as the chevron of a menu does. */
  iconEnd?: IconName;
  /** Shows a spinner in place of the text, keeping the width, and takes no further presses. */
  loading?: boolean | undefined;
  /** Why the button does nothing now. It stays focusable, so that everybody can learn the reason. */
  disabledReason?: string | null | undefined;
}

export function Button({
  variant = 'secondary',
  size = 'md',
  icon,
  iconEnd,
  loading = false,
  disabledReason,
  type = 'button',
  className,
  onClick,
  ref,
  children,
  ...rest
}: ButtonProps) {
  const reasonId = useId();
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
        className={classNames(buttonStyles(variant, size), className)}
        {...(isInert ? { 'aria-disabled': true } : {})}
        {...(loading ? { 'aria-busy': true } : {})}
        {...(disabledReason ? { 'aria-describedby': reasonId } : {})}
      >
        <span className={classNames('inline-flex min-w-0 items-center gap-1.5', loading && 'opacity-0')}>
          {icon ? <Icon name={icon} /> : null}
          {children}
          {iconEnd ? <Icon name={iconEnd} size={14} className="-mr-0.5 opacity-70" /> : null}
        </span>
        {loading ? <Spinner className="absolute" /> : null}
      </button>
      {disabledReason ? (
        <>
          <span id={reasonId} hidden>
            {disabledReason}
          </span>
          <TooltipBubble anchor={ownRef} text={disabledReason} />
        </>
      ) : null}
    </>
  );
}
