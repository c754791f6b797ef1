import { badRequest } from '#server/errors/http-error.ts';
import { dayCount, type Period } from './moscow-days.ts';

/** A leap year. */
export const MAX_PERIOD_DAYS = 366;

/** The period of a request, or a 400 that says which end is wrong. */
export function requestedPeriod(query: { from: string; to: string }): Period {
  if (query.from > query.to) throw refusal('from', 'Начало периода позже конца');
  if (dayCount(query) > MAX_PERIOD_DAYS) throw refusal('to', `Период — не больше ${MAX_PERIOD_DAYS} дней`);
  return { from: query.from, to: query.to };
}

/** The same where a request may leave both ends to us. */
export async function requestedPeriodOr(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  ours: () => Promise<Period>,
): Promise<Period> {
  if (from === undefined && to === undefined) return ours();
  if (from === undefined) throw refusal('from', 'Укажите начало периода');
  if (to === undefined) throw refusal('to', 'Укажите конец периода');
  return requestedPeriod({ from, to });
}

function refusal(field: 'from' | 'to', detail: string) {
  return badRequest(detail, [{ field, detail }]);
}
