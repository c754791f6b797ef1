import { useEffectEvent, useLayoutEffect, useRef } from 'react';

/**
 * Keeps an element's height in a custom property of the page, for what has to stand clear of it. The place is what it is
 * drawn into: another one makes it another element.
 */
export function useToldHeight(
  property: `--${string}`,
  place: Element | null = null,
  onChange?: (element: HTMLElement) => void,
) {
  const ref = useRef<HTMLElement>(null);
  const changed = useEffectEvent((element: HTMLElement) => onChange?.(element));
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element || typeof ResizeObserver === 'undefined') return undefined;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => {
      style.setProperty(property, `${element.offsetHeight}px`);
      changed(element);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty(property);
    };
    // Another place draws another element, which is to be watched from then on.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [property, place]);
  return ref;
}
