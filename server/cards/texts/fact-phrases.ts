import { plural } from '#server/text/plural.ts';
import { foldForSearch, normaliseLine } from '#server/text/text-rules.ts';
import type { TextFacts } from './text-facts.ts';
import type { Phrase } from './title-phrases.ts';

/** How a characteristic is said so that nothing in it has to agree with the thing; null when it cannot be. */
type Wording = (value: string, unit: string) => string | null;

const MAX_VALUE_LENGTH = 25;
const EMPTY_VALUES = /^(без |нет$|нет данных|да$|есть$|отсутств)/;
const NUMBER = /^\d+([.,]\d+)?$/;
const ADJECTIVE = /(ый|ий|ой|ая|яя|ое|ее|ые|ие)$/;
const MASCULINE = /(ый|ий|ой)$/;

const isAdjective = (value: string) => !value.includes(' ') && ADJECTIVE.test(value);
/** «хлопок», «натуральная кожа»: stands by itself; an adjective alone would have to agree. */
const asThing: Wording = (value) => (isAdjective(value) ? null : value);
/** «цвет черный», «сезон лето»: the name carries the agreement. */
const named =
  (name: string): Wording =>
  (value) =>
    isAdjective(value) && !MASCULINE.test(value) ? null : `${name} ${value}`;

/** What a buyer searches by, most telling first. */
const WORDINGS: readonly [RegExp, Wording][] = [
  [/^объем/, (value, unit) => (NUMBER.test(value) && unit !== '' ? `${value} ${unit}` : null)],
  [/^количество деталей/, (value) => (/^\d+$/.test(value) ? countedDetails(Number(value)) : null)],
  [/^размер коврика/, (value) => (/^\d/.test(value) ? value : null)],
  [/^покрой/, named('покрой')],
  [/^сезон/, named('сезон')],
  [/^(состав|материал (посуды|изделия|игрушки)|вид ткани)/, asThing],
  [/^питание/, (value) => (isAdjective(value) ? null : `питание ${value}`)],
  [/^интерфейс/, asThing],
  [/^режимы?$/, asThing],
  [/^датчик/, (value) => (isAdjective(value) ? null : `датчик ${value}`)],
  [/^вид застежки/, (value) => (isAdjective(value) ? null : `застежка ${value}`)],
  [/^рисунок/, named('рисунок')],
  [/^тематика/, (value) => (isAdjective(value) ? null : `тематика ${value}`)],
  [
    /^назначение подарка/,
    (value) => (isAdjective(value) || value.includes(' ') ? null : `в подарок ${value}`),
  ],
  [/^цвет$/, named('цвет')],
];

/** Without a blank between thousands, as titles have it. */
function countedDetails(count: number): string {
  const word = plural(count, ['деталь', 'детали', 'деталей']).split(' ').at(-1) ?? '';
  return `${count} ${word}`;
}

/** The card's characteristics as phrases of a title, most telling first. */
export function factPhrases(characteristics: TextFacts['characteristics']): Phrase[] {
  return characteristics
    .flatMap(({ name, unit, values }) => {
      const rank = WORDINGS.findIndex(([pattern]) => pattern.test(foldForSearch(name)));
      const value = withoutShares(normaliseLine(values[0] ?? ''));
      if (value === '' || value.length > MAX_VALUE_LENGTH || EMPTY_VALUES.test(value)) return [];
      const text = WORDINGS[rank]?.[1](value, unit) ?? null;
      return text === null ? [] : [{ rank, text }];
    })
    .sort((one, other) => one.rank - other.rank)
    .map(({ text }) => ({ text, place: null }));
}

/** «хлопок» of «Хлопок 95%, эластан 5%»; a word with a capital inside, as «USB», stays as it is. */
function withoutShares(value: string): string {
  const text = value.replace(/,? ?100 ?%/, '').replace(/^(\p{L}+) \d{1,2} ?%.*$/u, '$1');
  return /^\p{Lu}\p{Ll}/u.test(text) && /[а-яё]/i.test(text.charAt(0))
    ? text.charAt(0).toLowerCase() + text.slice(1)
    : text;
}
