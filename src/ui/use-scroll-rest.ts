import { useEffect, useState } from 'react';

/** Faster than anybody reads: a wheel that is spun, a thumb that flings. A jump to another place is one event, not speed. */
const FAST_PX_PER_MS = 2;
/** Scrolling that has not gone on for so long is over: longer than from one notch of a turning wheel to the next. */
const REST_MS = 150;
/** A wheel slows down between two of its notches: slow is what has been slow for longer. */
const SLOW_MS = 40;

let lastTopPx = 0;
let lastAtMs = Number.NEGATIVE_INFINITY;
let slowMs = 0;
let restTimer: ReturnType<typeof setTimeout> | undefined;
const waiting = new Set<() => void>();

/**
 * False while the page flies by: what is costly to draw and gone in a moment is not drawn. True for good from the first
 * moment at which the page can be read.
 */
export function useScrollRest(): boolean {
  const [isAtRest, setAtRest] = useState(isResting);
  useEffect(() => {
    if (isAtRest) return undefined;
    const rest = () => setAtRest(true);
    if (isResting()) rest();
    else waiting.add(rest);
    return () => void waiting.delete(rest);
  }, [isAtRest]);
  return isAtRest;
}

function isResting(): boolean {
  return restTimer === undefined;
}

function rest(): void {
  clearTimeout(restTimer);
  restTimer = undefined;
  for (const tell of waiting) tell();
  waiting.clear();
}

function restSoon(): void {
  clearTimeout(restTimer);
  const timer = setTimeout(() => {
    // A busy page is late: it may have been scrolled further, which it hears before it draws.
    requestAnimationFrame(() => {
      if (restTimer === timer) rest();
    });
  }, REST_MS);
  restTimer = timer;
}

window.addEventListener(
  'scroll',
  ({ timeStamp }) => {
    const top = window.scrollY;
    const tookMs = timeStamp - lastAtMs;
    // While it flies, frames that come late are no jumps: a busy page must not be given more to draw.
    const isFast = (tookMs < REST_MS || !isResting()) && Math.abs(top - lastTopPx) > FAST_PX_PER_MS * tookMs;
    slowMs = isFast ? 0 : slowMs + tookMs;
    lastTopPx = top;
    lastAtMs = timeStamp;
    if (slowMs >= SLOW_MS) return rest();
    if (isFast || !isResting()) restSoon();
  },
  { passive: true },
);
