import { useCallback } from 'react';

/**
 * Keeps an element's height in a custom property of the page, for what has to stand clear of it. The second function must
 * be the same at each drawing; it is told of each height once the page has it.
 */
export function useToldHeight(property: `--${string}`, onTold?: (element: HTMLElement) => void) {
  return useCallback(
    (element: HTMLElement | null) => {
      if (!element || typeof ResizeObserver === 'undefined') return undefined;
      const { style } = document.documentElement;
      const observer = new ResizeObserver(() => {
        style.setProperty(property, `${element.offsetHeight}px`);
        onTold?.(element);
      });
      observer.observe(element);
      return () => {
        observer.disconnect();
        style.removeProperty(property);
      };
    },
    [property, onTold],
  );
}
