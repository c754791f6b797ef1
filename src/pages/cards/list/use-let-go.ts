import { useEffect, useEffectEvent } from 'react';

/** Where Escape means something of its own. */
const BUSY =
  'input:not([type="checkbox"]), textarea, select, [contenteditable], [role="menu"], [role="dialog"]';

/** Escape lets the choice go; in the bar it leads back to the row first. */
export function useLetGo(letGo: () => void): void {
  const onEscape = useEffectEvent(letGo);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      if (document.querySelector('dialog[open], :popover-open')) return;
      if (event.target instanceof Element && event.target.closest(BUSY)) return;
      onEscape();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
