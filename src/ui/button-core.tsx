import { useId, useRef } from 'react';
import type { ComponentProps, MouseEvent } from 'react';
import { TooltipBubble } from './tooltip.tsx';
import { useMergedRef } from './use-merged-ref.ts';

export interface ButtonCoreProps extends Omit<ComponentProps<'button'>, 'disabled'> {
  /** Shows a spinner, keeping the width, and takes no further presses. */
  loading?: boolean | undefined;
  /** Why the button does nothing now. It stays focusable, so that everybody can learn the reason. */
  disabledReason?: string | null | undefined;
}

interface ButtonCoreOwnProps extends ButtonCoreProps {
  /** Says what the button's name says, the reason included. Without it a reason is the tooltip, and the description. */
  nameAsTooltip?: string;
}

/** What every button has in common, whatever it shows: presses, or why they do nothing, and a tooltip. */
export function ButtonCore({
  loading = false,
  disabledReason,
  nameAsTooltip,
  type = 'button',
  onClick,
  ref,
  ...rest
}: ButtonCoreOwnProps) {
  const reasonId = useId();
  const ownRef = useRef<HTMLButtonElement>(null);
  const mergedRef = useMergedRef(ownRef, ref);
  const isInert = loading || Boolean(disabledReason);
  const tooltip = nameAsTooltip ?? disabledReason;
  const isDescribed = Boolean(disabledReason) && nameAsTooltip === undefined;

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
        {...(isInert ? { 'aria-disabled': true } : {})}
        {...(loading ? { 'aria-busy': true } : {})}
        {...(isDescribed ? { 'aria-describedby': reasonId } : {})}
      />
      {isDescribed ? (
        <span id={reasonId} hidden>
          {disabledReason}
        </span>
      ) : null}
      {tooltip ? <TooltipBubble anchor={ownRef} text={tooltip} /> : null}
    </>
  );
}
