/** The three forms of a Russian noun: for 1, for 2–4, for 5 and more. */
export type PluralForms = readonly [one: string, few: string, many: string];

const rules = new Intl.PluralRules('ru');

/** The form that agrees with the count: `pluralForm(5, ['карточка', 'карточки', 'карточек'])` is «карточек». */
export function pluralForm(count: number, [one, few, many]: PluralForms): string {
  const category = rules.select(Math.abs(count));
  if (category === 'one') return one;
  return category === 'few' || category === 'other' ? few : many;
}
