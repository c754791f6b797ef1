import { formatInteger } from './numbers.ts';

/** What a press shows of what is left: «Показать ещё 50 из 115», and «Показать ещё 7» of seven. */
export function showMoreText(nextCount: number, restCount: number): string {
  const next = `Показать ещё ${formatInteger(Math.min(nextCount, restCount))}`;
  return nextCount < restCount ? `${next} из ${formatInteger(restCount)}` : next;
}
