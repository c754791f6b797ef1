import { useCallback, useState } from 'react';
import type { RefCallback } from 'react';

const STOPS = 'a[href], button, input, select, textarea, [tabindex="0"]';

/**
 * Makes what scrolls a stop of the Tab key while nothing inside it is one: else not every browser lets the keyboard see the
 * rest. The attributes belong to the element of the ref.
 */
export function useKeyboardScroll(): [RefCallback<HTMLElement>, { tabIndex?: 0 }] {
  const [isStop, setStop] = useState(false);
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const look = () =>
      setStop(element.scrollHeight > element.clientHeight && element.querySelector(STOPS) === null);
    // Its own size says nothing of what comes into it once it is as high as it may be, nor when the window becomes lower.
    const changes = new MutationObserver(look);
    changes.observe(element, { childList: true, subtree: true, characterData: true });
    const sizes = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(look);
    sizes?.observe(element);
    look();
    return () => {
      changes.disconnect();
      sizes?.disconnect();
    };
  }, []);
  return [ref, isStop ? { tabIndex: 0 } : {}];
}
