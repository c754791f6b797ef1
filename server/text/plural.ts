import { pluralForm, type PluralForms } from '#contract/plurals.ts';

const format = new Intl.NumberFormat('ru');

/** «1 карточка», «2 карточки», «5 карточек». */
export function plural(count: number, forms: PluralForms): string {
  return `${format.format(count)} ${pluralForm(count, forms)}`;
}
