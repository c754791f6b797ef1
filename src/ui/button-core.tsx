import { useRef } from 'react';
import type { ComponentProps, MouseEvent } from 'react';
import { TooltipBubble } from './tooltip.tsx';
import { useMergedRef } from './use-merged-ref.ts';

export interface ButtonCoreProps extends Omit<ComponentProps<'button'>, 'disabled'> {
  /** Shows a spinner, keeping the width, and takes no further presses. */
  loading?: boolean | undefined;
  /** Why the button does nothing now. It stays focusable, so that everybody can learn the reason. */
  disabledReason?: string | null | undefined;
}

/** What every button has in common, whatever it shows: presses, or why they do nothing, and a tooltip. */
export function ButtonCore({
  loading = false,
  disabledReason,
  tooltip,
  type = 'button',
  onClick,
  ref,
  ...rest
}: ButtonCoreProps & { tooltip: string | null | undefined }) {
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
        {...(isInert ? { 'aria-disabled': true } : {})}
        {...(loading ? { 'aria-busy': true } : {})}
      />
      {tooltip ? <TooltipBubble anchor={ownRef} text={tooltip} /> : null}
    </>
  );
}
