import { useEffect, useEffectEvent } from 'react';

interface Shortcuts {
  onPalette: () => void;
  onHelp: () => void;
}

/**
 * The keys of every screen: Ctrl/Cmd+K the palette, `?` the list of keys, `/` the page's search field. By the place of
 * the key, because a Russian layout gives other characters.
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

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea, select'))
  );
}
