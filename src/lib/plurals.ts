import { formatInteger } from './numbers.ts';

/** The three forms of a Russian noun: for 1, for 2–4, for 5 and more. */
export type PluralForms = readonly [one: string, few: string, many: string];

const rules = new Intl.PluralRules('ru');

/** The form that agrees with the count: `plural(5, ['карточка', 'карточки', 'карточек'])` is «карточек». */
export function plural(count: number, forms: PluralForms): string {
  const category = rules.select(Math.abs(count));
  if (category === 'one') return forms[0];
  return category === 'few' || category === 'other' ? forms[1] : forms[2];
}

/** The count with its noun, «10 248 карточек», joined by a non-breaking space. */
export function countOf(count: number, forms: PluralForms): string {
  return `${formatInteger(count)}\u00a0${plural(count, forms)}`;
}
