import { useEffect, useSyncExternalStore } from 'react';
import { createListeners } from '#lib/listeners.ts';

interface PageTitle {
  text: string;
  /** Stands below the route's own crumb; otherwise it takes that crumb's place. */
  isBelow: boolean;
}

let current: PageTitle | null = null;
const listeners = createListeners();

function change(next: PageTitle | null): void {
  current = next;
  listeners.tell();
}

/**
 * Names the page after what it shows: its last crumb and the window's title. `undefined` leaves the route's own name,
 * as while the card is being loaded. With `isBelow` the route's crumb stays and leads back to the page without it.
 */
export function usePageTitle(text: string | undefined, { isBelow = false } = {}): void {
  useEffect(() => {
    if (text === undefined) return undefined;
    const own: PageTitle = { text, isBelow };
    change(own);
    return () => {
      if (current === own) change(null);
    };
  }, [text, isBelow]);
}

export function useShownPageTitle(): PageTitle | null {
  return useSyncExternalStore(listeners.subscribe, () => current);
}
