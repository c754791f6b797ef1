import { addDays, dayCount, type Day, type Period } from './moscow-days.ts';

/** The days that a source tells of; null at an end: it tells of none. */
interface Coverage {
  from: Day | null;
  to: Day | null;
}

/** The days that every one of them has; null when there is no such day, or nobody to ask. */
export function commonDays(all: readonly Coverage[]): Period | null {
  const whole = all.flatMap(({ from, to }) => (from !== null && to !== null ? { from, to } : []));
  const [first] = whole;
  if (!first || whole.length < all.length) return null;
  const common = whole.reduce(
    (one, other) => ({
      from: one.from > other.from ? one.from : other.from,
      to: one.to < other.to ? one.to : other.to,
    }),
    first,
  );
  return common.from <= common.to ? common : null;
}

/**
 * Of two periods of one length, the first after the second, the days that may be compared: the first with the first, the
 * second with the second, as long as both are covered. Null when no pair is.
 */
export function comparableDays(
  selected: Period,
  previous: Period,
  covered: Period | null,
): { SELECTED: Period; PREVIOUS: Period } | null {
  if (covered === null) return null;
  const first = Math.max(0, daysFrom(previous.from, covered.from));
  const last = Math.min(dayCount(selected) - 1, daysFrom(selected.from, covered.to));
  if (first > last) return null;
  const part = ({ from }: Period) => ({ from: addDays(from, first), to: addDays(from, last) });
  return { SELECTED: part(selected), PREVIOUS: part(previous) };
}

function daysFrom(start: Day, day: Day): number {
  return dayCount({ from: start, to: day }) - 1;
}
