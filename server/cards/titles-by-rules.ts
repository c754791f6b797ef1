import { TITLE_MAX_LENGTH } from '#contract/cards.ts';
import { foldForSearch, forbiddenCharacters, normaliseLine } from './text-rules.ts';
import type { TextFacts } from './text-facts.ts';

/** The marketplace's moderation and the advertising law do not take praise and bargains in titles. */
const BANNED =
  /(^|[^\p{L}])(лучш\p{L}*|топ|хит|скидк\p{L}*|акци\p{L}*|распродаж\p{L}*|дешев\p{L}*|гарантия|оригинал)(?=$|[^\p{L}])/giu;
const DEFAULT_COUNT = 5;

/**
 * Up to `count` different titles from the card's own facts: the thing's name and two to four of its properties in changing
 * order. None is longer than 60 characters, names the brand, holds banned words or equals the present title.
 */
export function titlesByRules(facts: TextFacts, count = DEFAULT_COUNT): string[] {
  const noun = nounOf(facts);
  if (noun === '') return [];
  const properties = propertiesOf(facts, noun);
  const titles = new Map<string, string>();
  const present = foldForSearch(facts.title);
  for (const chosen of combinations(properties)) {
    if (titles.size >= count) break;
    const title = joinWithin([noun, ...chosen], TITLE_MAX_LENGTH);
    const folded = foldForSearch(title);
    if (folded !== present && isAllowed(title, facts.brand)) titles.set(folded, title);
  }
  return [...titles.values()];
}

/** Cleans what anyone proposes as a title; empty when nothing usable is left. */
export function usableTitle(text: string, brand: string): string {
  let title = normaliseLine(text).replace(BANNED, ' ');
  for (const character of forbiddenCharacters(title)) title = title.replaceAll(character, ' ');
  title = withoutBrand(title, brand).replace(/["«»„“]/g, '');
  return joinWithin(normaliseLine(title).split(' '), TITLE_MAX_LENGTH);
}

function isAllowed(title: string, brand: string): boolean {
  return usableTitle(title, brand) === title;
}

function withoutBrand(title: string, brand: string): string {
  const name = brand.trim();
  if (name.length < 2) return title;
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return title.replace(new RegExp(`(^|[^\\p{L}\\p{N}])${escaped}(?=$|[^\\p{L}\\p{N}])`, 'giu'), ' ');
}

/** «Платье» of «Платья»: the present title's first word when it is a form of the subject's name. */
function nounOf(facts: TextFacts): string {
  const title = usableTitle(facts.title, facts.brand);
  const [first = ''] = title.split(' ');
  const subject = normaliseLine(facts.subjectName);
  const stem = foldForSearch(subject.split(' ')[0] ?? '').slice(0, 4);
  const fromTitle = title.split(' ').find((word) => stem.length >= 3 && foldForSearch(word).startsWith(stem));
  const noun = fromTitle ?? (subject === '' ? first : singularOf(subject));
  return noun.charAt(0).toUpperCase() + noun.slice(1);
}

/** Endings of plural names, longest first: «Косметички», «Ночники», «Футболки», «Платья». */
const PLURAL_ENDINGS: readonly [RegExp, string][] = [
  [/(ички|очки|олки|ужки|ашки|ушки)$/, ''],
  [/ники$/, 'ник'],
  [/оры$/, 'ор'],
  [/тья$/, 'тье'],
  [/ды$/, 'д'],
];

function singularOf(subject: string): string {
  const [word = '', ...rest] = subject.split(' ');
  for (const [ending, singular] of PLURAL_ENDINGS) {
    if (!ending.test(word)) continue;
    const changed = singular === '' ? word.replace(/и$/, 'а') : word.replace(ending, singular);
    return [changed, ...rest].join(' ');
  }
  return subject;
}

/** What a buyer searches by, most telling first. */
const TELLING = [
  /объем/,
  /количество деталей/,
  /размер постельного|размер коврика/,
  /покрой|форма/,
  /сезон/,
  /состав|материал|ткан/,
  /питание|интерфейс|совместимость/,
  /особенност|режим|датчик|виброотдача|застежк|декоратив|рисунок|тематика/,
  /назначение|пол$|возраст/,
  /цвет/,
];
const EMPTY_VALUES = /^(без |нет$|нет данных|да$|есть$|отсутств)/;

function propertiesOf(facts: TextFacts, noun: string): string[] {
  const ranked = facts.characteristics.flatMap((characteristic) => {
    const rank = TELLING.findIndex((pattern) => pattern.test(foldForSearch(characteristic.name)));
    const value = normaliseLine(characteristic.values[0] ?? '');
    if (rank < 0 || value === '' || value.length > 25 || EMPTY_VALUES.test(value.toLowerCase())) return [];
    return [{ rank, text: phraseOf(characteristic.name, value, characteristic.unit) }];
  });
  const fromTitle = usableTitle(facts.title, facts.brand)
    .split(' ')
    .filter((word) => word.length > 3 && !foldForSearch(noun).includes(foldForSearch(word)));
  const texts = [
    ...ranked.sort((one, other) => one.rank - other.rank).map(({ text }) => text),
    ...fromTitle.map((word) => word.toLowerCase()),
  ];
  const seen = new Set<string>();
  return texts.filter((text) => {
    const folded = foldForSearch(text);
    if (folded === '' || seen.has(folded)) return false;
    seen.add(folded);
    return true;
  });
}

function phraseOf(name: string, value: string, unit: string): string {
  const text = /^\d/.test(value) ? value : value.charAt(0).toLowerCase() + value.slice(1);
  if (/^\d+([.,]\d+)?$/.test(value)) {
    if (/детал/i.test(name)) return `${value} деталей`;
    return unit === '' ? value : `${value} ${unit}`;
  }
  return text.replace(/,? ?100 ?%/, '').replace(/^(\p{L}+) \d{1,2}%.*$/u, '$1');
}

/** Twos, threes and fours of the properties, in an order that changes the beginning first. */
function* combinations(properties: readonly string[]): Generator<string[]> {
  for (let size = Math.min(3, properties.length); size >= 1; size -= 1) {
    for (let start = 0; start < properties.length; start += 1) {
      const chosen = Array.from(
        { length: size },
        (_, index) => properties[(start + index * (1 + (start % 2))) % properties.length] ?? '',
      );
      yield [...new Set(chosen)];
      yield [...new Set(chosen)].reverse();
    }
  }
}

/** As many whole words as fit. */
function joinWithin(words: readonly string[], maxLength: number): string {
  let text = '';
  for (const word of words) {
    const longer = text === '' ? word : `${text} ${word}`;
    if (longer.length <= maxLength) text = longer;
  }
  return text;
}
