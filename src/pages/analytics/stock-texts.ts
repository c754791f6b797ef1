import { formatInteger, NBSP } from '#lib/numbers.ts';
import { countOf } from '#lib/plurals.ts';

const DAYS = ['день', 'дня', 'дней'] as const;
const MANY_DAYS = 365;

export function piecesText(units: number): string {
  return `${formatInteger(units)}${NBSP}шт.`;
}

/** Whole days that it certainly lasts; of more than a year their number means nothing. */
export function daysText(days: number | null): string {
  if (days === null) return '—';
  if (days > MANY_DAYS) return 'больше чем на год';
  return days < 1 ? 'меньше чем на день' : `на ${countOf(Math.floor(days), DAYS)}`;
}
