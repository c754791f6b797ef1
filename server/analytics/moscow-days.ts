import { MOSCOW_OFFSET_MS } from '#contract/moscow-offset.ts';

/** Calendar days in Europe/Moscow as `2026-11-20`. */
export type Day = string;

const DAY_MS = 86_400_000;

export interface Period {
  from: Day;
  /** Inclusive. */
  to: Day;
}

/** The Moscow day of a moment. */
export function moscowDay(at: Date): Day {
  return new Date(at.getTime() + MOSCOW_OFFSET_MS).toISOString().slice(0, 10);
}

export function addDays(day: Day, days: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The Monday of a day's week: weekly reports go from Monday to Sunday. */
export function mondayOf(day: Day): Day {
  return addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
}

/** Days of the period, both ends counted. Not positive when it ends before it begins. */
export function dayCount({ from, to }: Period): number {
  return (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS + 1;
}

export function daysOf(period: Period): Day[] {
  return Array.from({ length: dayCount(period) }, (_, index) => addDays(period.from, index));
}

/** The same number of days directly before. */
export function previousPeriod(period: Period): Period {
  const to = addDays(period.from, -1);
  return { from: addDays(to, 1 - dayCount(period)), to };
}

/** As many days, from the same date of the year before; of 29 February, from the 28th. */
export function yearAgo(period: Period): Period {
  const [year = '', month, date] = period.from.split('-');
  const from = [Number(year) - 1, month, `${month}-${date}` === '02-29' ? '28' : date].join('-');
  return { from, to: addDays(from, dayCount(period) - 1) };
}

/**
 * A time as the marketplace's statistics write it: without a zone it is Moscow time, `2026-11-20T14:02:11`. Throws a
 * RangeError when it is no time.
 */
export function momentFromMoscow(text: string): Date {
  const hasZone = /(Z|[+-]\d\d:?\d\d)$/i.test(text);
  const hasTime = text.includes('T');
  const moment = new Date(hasZone ? text : `${text}${hasTime ? '' : 'T00:00:00'}+03:00`);
  if (Number.isNaN(moment.getTime())) throw new RangeError(`Not a time: ${text.slice(0, 40)}`);
  return moment;
}

/** The first day of the month after. */
export function nextMonth(day: Day): Day {
  return `${addDays(`${day.slice(0, 7)}-28`, 4).slice(0, 7)}-01`;
}
