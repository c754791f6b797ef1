export const DAY_MS = 86_400_000;

/** When a day begins in Moscow. The zone is UTC+3 without summer time. */
export function moscowMidnightMs(day: string): number {
  return Date.parse(`${day}T00:00:00+03:00`);
}
