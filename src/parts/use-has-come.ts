import { useEffect, useState } from 'react';

/** A timer counts no further than some twenty-four days, and rings at once for more. */
const LONGEST_TIMER_MS = 24 * 3600 * 1000;

/** Whether a moment is past; turns true by itself on a screen that is left open. */
export function useHasCome(timeMs: number): boolean {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const ask = () => {
      if (Date.now() >= timeMs) setNowMs(timeMs);
      else timer = waitFor(timeMs, ask);
    };
    let timer = waitFor(timeMs, ask);
    return () => clearTimeout(timer);
  }, [timeMs]);
  return nowMs >= timeMs;
}

function waitFor(timeMs: number, ask: () => void) {
  return setTimeout(ask, Math.min(Math.max(0, timeMs - Date.now()), LONGEST_TIMER_MS));
}
