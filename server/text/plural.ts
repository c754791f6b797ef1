const rules = new Intl.PluralRules('ru');
const format = new Intl.NumberFormat('ru');

/** «1 карточка», «2 карточки», «5 карточек». */
export function plural(count: number, [one, few, many]: readonly [string, string, string]): string {
  const form = rules.select(count);
  return `${format.format(count)} ${form === 'one' ? one : form === 'few' ? few : many}`;
}
