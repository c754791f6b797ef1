import { useEffect, useState } from 'react';

/** A timer counts no further than some twenty-four days, and rings at once for more. */
const LONGEST_TIMER_MS = 24 * 3600 * 1000;

/** Whether a moment is past; turns true by itself on a screen that is left open. */
export function useHasCome(timeMs: number): boolean {
  const [nowMs, setNowMs] = useState(Date.now);
  const hasCome = nowMs >= timeMs;
  useEffect(() => {
    if (hasCome) return undefined;
    const waitMs = Math.min(Math.max(1, timeMs - Date.now()), LONGEST_TIMER_MS);
    const timer = setTimeout(() => setNowMs(Date.now()), waitMs);
    return () => clearTimeout(timer);
  }, [timeMs, nowMs, hasCome]);
  return hasCome;
}
