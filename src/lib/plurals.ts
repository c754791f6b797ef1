import { pluralForm, type PluralForms } from '#contract/plurals.ts';
import { formatInteger } from './numbers.ts';

/** The count with its noun, «10 248 карточек», joined by a non-breaking space. */
export function countOf(count: number, forms: PluralForms): string {
  return `${formatInteger(count)}\u00a0${pluralForm(count, forms)}`;
}
