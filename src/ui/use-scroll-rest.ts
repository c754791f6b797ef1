import { useEffect, useState } from 'react';

/** Faster than anybody reads: a wheel that is spun, a thumb that flings. A jump to another place is one event, not speed. */
const FAST_PX_PER_MS = 2;
/** Scrolling that has not gone on for so long is over. */
const REST_MS = 120;

let lastTopPx = 0;
let lastAtMs = Number.NEGATIVE_INFINITY;
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

window.addEventListener(
  'scroll',
  ({ timeStamp }) => {
    const top = window.scrollY;
    const tookMs = timeStamp - lastAtMs;
    const isFast = tookMs < REST_MS && Math.abs(top - lastTopPx) > FAST_PX_PER_MS * tookMs;
    lastTopPx = top;
    lastAtMs = timeStamp;
    if (!isFast) return rest();
    clearTimeout(restTimer);
    restTimer = setTimeout(rest, REST_MS);
  },
  { passive: true },
);
