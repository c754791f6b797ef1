import { parseNumber } from '#lib/typed-numbers.ts';
import { countOf } from '#lib/plurals.ts';

interface Limits {
  maxDigits: number;
  canBeNegative: boolean;
}

/** Why a text cannot be taken; null while it may still become a number. */
export function numberProblem(text: string, { maxDigits, canBeNegative }: Limits): string | null {
  const compact = text.trim();
  if (!canBeNegative && /^[-−–]/.test(compact)) return 'Меньше нуля нельзя';
  if (compact === '' || isUnfinished(compact) || parseNumber(compact, { maxDigits }) !== null) return null;
  if (parseNumber(compact, { maxDigits: Infinity }) === null) return `«${compact}» — не число`;
  if (maxDigits === 0) return 'Нужно целое число';
  return `После запятой — не больше ${countOf(maxDigits, ['знака', 'знаков', 'знаков'])}`;
}

/** A sign or a comma alone: a number is on its way. */
export function isUnfinished(text: string): boolean {
  return /^[-−–]?[.,]?$/.test(text.trim());
}

/** A pasted «Цена: 1 234 ₽» is 1 234; letters between digits stay, and make it no number. */
export function withoutUnits(text: string): string {
  return text.replace(/^[^\d.,\-−–]+/, '').replace(/\s*[\p{L}₽$€%][\s\p{L}₽$€%²³.]*$/u, '');
}
