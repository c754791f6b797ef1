import { isCalendarDay } from '#contract/fields.ts';
import { daysBetween } from '#lib/dates.ts';

export interface Days {
  from: string;
  to: string;
}

/** As many as the server counts at once: a leap year. */
const MAX_PERIOD_DAYS = 366;

/** Why the two days are no period that can be asked for; null: they are. */
export function periodProblem(from: string, to: string): string | null {
  if (!isCalendarDay(from) || !isCalendarDay(to)) return 'Укажите обе даты';
  if (from > to) return 'Начало периода позже конца';
  if (daysBetween(from, to) + 1 > MAX_PERIOD_DAYS) return `Период — не больше ${MAX_PERIOD_DAYS} дней`;
  return null;
}
