import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';

/**
 * The first Escape in a field that stands in a popover: it lets go what was typed. It is heard before the popover, which would close.
 * Null: there is nothing to let go.
 */
export function useOwnEscape<Field extends HTMLElement>(letGo: (() => void) | null): RefObject<Field | null> {
  const fieldRef = useRef<Field>(null);
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.target !== fieldRef.current || letGo === null) return;
    event.preventDefault();
    event.stopPropagation();
    letGo();
  });
  useEffect(() => {
    window.addEventListener('keydown', onKeyDown, true);
    return () => window.removeEventListener('keydown', onKeyDown, true);
  }, []);
  return fieldRef;
}
