import { act, fireEvent } from '@testing-library/react';

let clockMs = 0;

/** Keys that come so many milliseconds apart, a second after those before. */
export function typeKeys(target: Element, keys: readonly string[], gapMs: number, pauseMs = 1000): void {
  let atMs = clockMs + pauseMs;
  act(() => {
    for (const key of keys) {
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
      Object.defineProperty(event, 'timeStamp', { value: (atMs += gapMs) });
      const isUsed = !fireEvent(target, event);
      const isText = target instanceof HTMLInputElement && key.length === 1 && !isUsed;
      if (isText) fireEvent.change(target, { target: { value: target.value + key } });
    }
    clockMs = atMs;
  });
}
