import { useEffect, useEffectEvent } from 'react';
import { isSwitchedOff } from '#offline/device/single-keys.ts';

interface Shortcuts {
  onPalette: () => void;
  onHelp: () => void;
}

/**
 * The keys of every screen: Ctrl/Cmd+K the palette, `?` the list of keys, `/` the page's search field, F8 the
 * notices. By the place of the key, because a Russian layout gives other characters.
 */
export function useShortcuts({ onPalette, onHelp }: Shortcuts): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.altKey || event.repeat || event.defaultPrevented) return;
    if (event.ctrlKey || event.metaKey) {
      if (event.code !== 'KeyK' || event.shiftKey) return;
      event.preventDefault();
      onPalette();
      return;
    }
    if (event.key === 'F8') {
      if (goToNotices()) event.preventDefault();
      return;
    }
    if (isSwitchedOff(event)) return;
    if (isTyping(event.target) || document.querySelector('dialog[open]')) return;
    if (event.key === '?' || (event.code === 'Slash' && event.shiftKey)) {
      event.preventDefault();
      onHelp();
    } else if (event.key === '/' || event.code === 'Slash') {
      const search = document.querySelector<HTMLInputElement>('main [data-search]');
      if (!search) return;
      event.preventDefault();
      search.focus();
      search.select();
    }
  });

  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

/** To the newest notice, and from the notices back to where the focus was. False when there is nowhere to go. */
function goToNotices(): boolean {
  const notices = document.querySelector<HTMLElement>('[data-notices]');
  if (notices?.contains(document.activeElement)) {
    if (cameFrom?.isConnected) cameFrom.focus();
    return true;
  }
  const newest = [...(notices?.querySelectorAll<HTMLElement>('[data-notice]') ?? [])].at(-1);
  const button = newest?.querySelector('button');
  if (!button) return false;
  cameFrom = document.activeElement instanceof HTMLElement ? document.activeElement : null;
  button.focus();
  return true;
}

let cameFrom: HTMLElement | null = null;

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea, select'))
  );
}
