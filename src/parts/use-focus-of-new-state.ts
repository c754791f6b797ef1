import { useEffect, useRef } from 'react';

/**
 * For a page that becomes another under the same address. A focus that has gone with the button that was pressed begins at
 * the page again, as it does on a new one; what has the focus keeps it. Undefined: not known yet.
 */
export function useFocusOfNewState(state: string | undefined): void {
  const shown = useRef(state);
  useEffect(() => {
    const before = shown.current;
    shown.current = state;
    if (before === undefined || before === state || document.activeElement !== document.body) return;
    document.querySelector('main')?.focus({ preventScroll: true });
  }, [state]);
}
