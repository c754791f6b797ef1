import { useCallback, useSyncExternalStore } from 'react';

/** True while the media query matches, as `(min-width: 768px)`. */
export function useMediaQuery(query: string): boolean {
  // The same from one drawing to the next, or each would listen anew.
  const watch = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(watch, () => window.matchMedia(query).matches);
}
