import { MOSCOW_OFFSET_MS } from '#contract/moscow-offset.ts';
import { NBSP } from './numbers.ts';

/** A moment as the wire carries it (ISO 8601), as milliseconds, or as a Date. */
export type Moment = string | number | Date;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const MONTHS = 'января февраля марта апреля мая июня июля августа сентября октября ноября декабря'.split(' ');

/**
 * «2026-11-20T14:02:11», by the clocks of Moscow: days and times are its own wherever the reader is, for the marketplace counts by them.
 * `Intl` knows that too, but its formatters, made at every start, were a twentieth of it.
 */
function moscowClock(moment: Moment): string {
  return new Date(new Date(moment).getTime() + MOSCOW_OFFSET_MS).toISOString().slice(0, 19);
}

/** The calendar day in Moscow as «2026-11-20». */
export function moscowDay(moment: Moment): string {
  return moscowClock(moment).slice(0, 10);
}

/** Adds days to a calendar day («2026-11-20», −1 → «2026-11-19»). */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Whole days from one calendar day to another; negative when the second is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);
}

function yearOf(day: string): string {
  return day.slice(0, 4);
}

function monthOf(day: string): string {
  return MONTHS[Number(day.slice(5, 7)) - 1] ?? '';
}

/** «20 ноября» */
function dayAndMonth(day: string): string {
  return `${Number(day.slice(8))}${NBSP}${monthOf(day)}`;
}

/** «14:02» */
export function formatTime(moment: Moment): string {
  return moscowClock(moment).slice(11, 16);
}

/** «14:02:11» */
export function formatTimeWithSeconds(moment: Moment): string {
  return moscowClock(moment).slice(11);
}

/** «20 ноября»; with the year when it is not this one: «20 ноября 2025». */
export function formatDay(day: string, now: Moment = Date.now()): string {
  const text = dayAndMonth(day);
  return yearOf(day) === yearOf(moscowDay(now)) ? text : `${text}${NBSP}${yearOf(day)}`;
}

/** «20 нояб.» without the dot: «20 ноя», for narrow columns and axes. */
export function formatDayShort(day: string): string {
  return `${Number(day.slice(8))}${NBSP}${monthOf(day).slice(0, 3)}`;
}

/** «20 ноября, 14:02»; with the year when it is not this one. */
export function formatDateTime(moment: Moment, now: Moment = Date.now()): string {
  return `${formatDay(moscowDay(moment), now)}, ${formatTime(moment)}`;
}

/** A period of calendar days: «6 – 19 ноября», «28 октября – 3 ноября», «20 декабря 2025 – 5 января 2026». */
export function formatPeriod(from: string, to: string, now: Moment = Date.now()): string {
  if (from === to) return formatDay(from, now);
  const isSameMonth = from.slice(0, 7) === to.slice(0, 7);
  if (isSameMonth) return `${Number(from.slice(8))}${NBSP}–${NBSP}${formatDay(to, now)}`;
  if (yearOf(from) === yearOf(to)) {
    return `${dayAndMonth(from)} – ${formatDay(to, now)}`;
  }
  const withYear = (day: string) => `${dayAndMonth(day)}${NBSP}${yearOf(day)}`;
  return `${withYear(from)} – ${withYear(to)}`;
}

/** How long ago, for columns: «только что», «2 мин», «3 ч», «вчера», «18 ноя», «18 ноя 2025». */
export function formatAgo(moment: Moment, now: Moment = Date.now()): string {
  const then = new Date(moment).getTime();
  const passed = new Date(now).getTime() - then;
  if (passed < MINUTE_MS && passed > -MINUTE_MS) return 'только что';
  const day = moscowDay(moment);
  const daysAgo = daysBetween(day, moscowDay(now));
  if (passed >= 0 && passed < HOUR_MS) return `${Math.floor(passed / MINUTE_MS)}${NBSP}мин`;
  if (passed >= 0 && daysAgo === 0) return `${Math.floor(passed / HOUR_MS)}${NBSP}ч`;
  if (daysAgo === 1) return 'вчера';
  const text = formatDayShort(day);
  return yearOf(day) === yearOf(moscowDay(now)) ? text : `${text}${NBSP}${yearOf(day)}`;
}

/** The time alone for today, the day with it otherwise: «14:05», «вчера, 14:05», «18 ноября, 14:05». */
export function formatAsOf(moment: Moment, now: Moment = Date.now()): string {
  const daysAgo = daysBetween(moscowDay(moment), moscowDay(now));
  if (daysAgo === 0) return formatTime(moment);
  return daysAgo === 1 ? `вчера, ${formatTime(moment)}` : formatDateTime(moment, now);
}

/** From when on something is of use: the end of the minute, at whose beginning it would be too early. */
export function formatNotBefore(moment: Moment): string {
  return formatAsOf(Math.ceil(new Date(moment).getTime() / MINUTE_MS) * MINUTE_MS);
}

/** A length of time still to wait or already passed: «42 с», «3 мин», «1 ч 20 мин». */
export function formatDuration(durationMs: number): string {
  const seconds = Math.max(0, Math.ceil(durationMs / 1000));
  if (seconds < 60) return `${seconds}${NBSP}с`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return `${minutes}${NBSP}мин`;
  const rest = minutes % 60;
  const hours = `${Math.floor(minutes / 60)}${NBSP}ч`;
  return rest === 0 ? hours : `${hours}${NBSP}${rest}${NBSP}мин`;
}
