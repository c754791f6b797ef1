import { useEffect, useState } from 'react';

/** Whether a moment is past; turns true by itself on a screen that is left open. */
export function useHasCome(timeMs: number): boolean {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const timer = setTimeout(() => setNowMs(timeMs), Math.max(0, timeMs - Date.now()));
    return () => clearTimeout(timer);
  }, [timeMs]);
  return nowMs >= timeMs;
}
