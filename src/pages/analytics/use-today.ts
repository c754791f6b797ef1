import { useEffect, useState } from 'react';
import { moscowDay } from '#lib/dates.ts';

const LOOK_INTERVAL_MS = 60_000;

/** The day in Moscow; changes at midnight on a screen that is left open. */
export function useToday(): string {
  const [today, setToday] = useState(() => moscowDay(Date.now()));
  useEffect(() => {
    const timer = setInterval(() => setToday(moscowDay(Date.now())), LOOK_INTERVAL_MS);
    return () => clearInterval(timer);
  }, []);
  return today;
}
