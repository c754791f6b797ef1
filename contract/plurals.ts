/** The three forms of a Russian noun: for 1, for 2–4, for 5 and more. */
export type PluralForms = readonly [one: string, few: string, many: string];

/** The form that agrees with the count: `pluralForm(5, ['карточка', 'карточки', 'карточек'])` is «карточек». */
export function pluralForm(count: number, [one, few, many]: PluralForms): string {
  const amount = Math.abs(count);
  // «2,5 карточки»
  if (!Number.isInteger(amount)) return few;
  const tens = amount % 100;
  const units = amount % 10;
  if (units === 1 && tens !== 11) return one;
  return units >= 2 && units <= 4 && (tens < 12 || tens > 14) ? few : many;
}
