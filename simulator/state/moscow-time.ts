/** Wildberries counts days in Moscow, which has had no summer time since 2014: a fixed +03:00. */
export const DAY_MS = 86_400_000;
const MOSCOW_OFFSET_MS = 3 * 3_600_000;

/** The number of the Moscow day that holds this instant (days since 1970-01-01). */
export function moscowDay(instantMs: number): number {
  return Math.floor((instantMs + MOSCOW_OFFSET_MS) / DAY_MS);
}

/** The instant at which a Moscow day starts. */
export function startOfMoscowDay(day: number): number {
  return day * DAY_MS - MOSCOW_OFFSET_MS;
}

/** 2026-11-21 */
export function dayText(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** 2026-11-21T14:05:09 — Moscow wall time without a zone, as the statistics host writes it. */
export function moscowWallTime(instantMs: number): string {
  return new Date(instantMs + MOSCOW_OFFSET_MS).toISOString().slice(0, 19);
}

/** 0 = Monday … 6 = Sunday; 1970-01-01 was a Thursday. */
export function weekdayOf(day: number): number {
  return (day + 3) % 7;
}

export function mondayOf(day: number): number {
  return day - weekdayOf(day);
}

/** 1 … 12 */
export function monthOf(day: number): number {
  return new Date(day * DAY_MS).getUTCMonth() + 1;
}

/** A date or a date with time, in Moscow when it names no zone; undefined when it is not a date. */
export function parseMoscowTime(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}/.test(text)) return undefined;
  const hasTime = text.length > 10;
  const hasZone = /(?:Z|[+-]\d{2}:\d{2})$/.test(text.slice(10));
  const instant = Date.parse(hasTime ? (hasZone ? text : `${text}+03:00`) : `${text}T00:00:00+03:00`);
  return Number.isNaN(instant) ? undefined : instant;
}
