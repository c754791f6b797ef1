import { useCallback, useState } from 'react';
import type { RefCallback } from 'react';

/** The width of an element in pixels, followed as it changes. The given one stands until it is measured. */
export function useElementWidth(initialPx: number): [RefCallback<HTMLElement>, number] {
  const [widthPx, setWidthPx] = useState(initialPx);
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element || typeof ResizeObserver === 'undefined') return undefined;
    const measure = () => {
      if (element.clientWidth > 0) setWidthPx(element.clientWidth);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, []);
  return [ref, widthPx];
}
