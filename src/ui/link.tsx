import type { ComponentProps, MouseEvent } from 'react';
import { type To, useHref, useLinkClickHandler } from 'react-router-dom';

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** An address of ours; to another site leads a plain `<a>`. */
  to: To;
  replace?: boolean;
  /** Kept beside the address in the history. */
  state?: unknown;
  preventScrollReset?: boolean;
  /** Goes there in place of the router, when the link is followed in this window. */
  onFollow?: (() => void) | undefined;
}

/**
 * A link to a page of ours, made of the router's own parts as its `Link` is: without asking for pages ahead, masks and other
 * hosts, which nothing here uses and every row of a list would pay for.
 */
export function Link({
  to,
  replace,
  state,
  preventScrollReset,
  target,
  onClick,
  onFollow,
  children,
  ...rest
}: LinkProps) {
  const follow = useLinkClickHandler(to, {
    state,
    ...(replace !== undefined && { replace }),
    ...(preventScrollReset !== undefined && { preventScrollReset }),
    ...(target !== undefined && { target }),
  });
  const handleClick = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented) return;
    if (onFollow && isPlainPress(event)) {
      event.preventDefault();
      onFollow();
    } else follow(event);
  };
  const href = useHref(to);
  return (
    <a {...rest} href={href} target={target} onClick={handleClick}>
      {children}
    </a>
  );
}

/** Any other one opens a window or a tab, or saves. */
function isPlainPress({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !(metaKey || ctrlKey || shiftKey || altKey);
}
