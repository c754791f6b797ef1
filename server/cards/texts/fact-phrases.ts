import { foldForSearch } from '#contract/catalogue/search-words.ts';
import { plural } from '#server/text/plural.ts';
import { normaliseLine } from '#server/text/text-rules.ts';
import { agreed, genitive, isAdjective, type Gender } from './agreement.ts';
import type { TextFacts } from './text-facts.ts';
import type { Phrase, Slot } from './title-phrases.ts';

interface Said {
  text: string;
  slot: Slot;
}
/** How a characteristic is said of a thing; null when it cannot be without a guess. */
type Wording = (value: string, unit: string, gender: Gender | null) => Said | null;

const MAX_VALUE_LENGTH = 25;
const EMPTY_VALUES = /^(без |нет$|нет данных|да$|есть$|отсутств)/;
const NUMBER = /^\d+([.,]\d+)?$/;

const listed = (text: string): Said => ({ text, slot: 'listed' });
const joined = (text: string): Said => ({ text, slot: 'joined' });

/** «белая», where the thing's gender is known; «цвет белый» where it is not. */
const agreeing =
  (name: string, slot: Slot): Wording =>
  (value, _unit, gender) => {
    if (!isAdjective(value)) return /(ая|яя|ое|ее|ые|ие)$/.test(value) ? null : listed(`${name} ${value}`);
    return gender === null ? listed(`${name} ${value}`) : { text: agreed(value, gender), slot };
  };

const asThing: Wording = (value) => (isAdjective(value) ? null : listed(value));
const afterName =
  (name: string): Wording =>
  (value) =>
    isAdjective(value) ? null : listed(`${name} ${value}`);

/** «из хлопка»: of what things are made of, as it is said. */
const MATERIALS = new Map(
  (
    'хлопок:хлопка лен:льна шерсть:шерсти вискоза:вискозы полиэстер:полиэстера шелк:шелка кашемир:кашемира ' +
    'керамика:керамики фарфор:фарфора стекло:стекла дерево:дерева бамбук:бамбука кожа:кожи экокожа:экокожи ' +
    'замша:замши нейлон:нейлона пластик:пластика металл:металла сталь:стали силикон:силикона резина:резины ' +
    'поплин:поплина сатин:сатина перкаль:перкаля бязь:бязи трикотаж:трикотажа футер:футера муслин:муслина ' +
    'хрусталь:хрусталя гипс:гипса бумага:бумаги картон:картона алюминий:алюминия'
  )
    .split(' ')
    .map((pair): [string, string] => {
      const [name = '', of = ''] = pair.split(':');
      return [name, of];
    }),
);
/** «хлопок» and «хлопка» alike. */
export function isMaterial(word: string): boolean {
  return MATERIALS.has(word) || [...MATERIALS.values()].includes(word);
}

const madeOf: Wording = (value, unit, gender) => {
  const of = MATERIALS.get(foldForSearch(value));
  return of === undefined ? asThing(value, unit, gender) : joined(`из ${of}`);
};

const SEASONS = new Map([
  ['лето', 'летний'],
  ['зима', 'зимний'],
  ['демисезон', 'демисезонный'],
]);
const season: Wording = (value, _unit, gender) => {
  const adjective = SEASONS.get(foldForSearch(value));
  if (adjective === undefined) return isAdjective(value) ? null : listed(`сезон ${value}`);
  return gender === null ? listed(`сезон ${value}`) : { text: agreed(adjective, gender), slot: 'adjective' };
};

const PEOPLE = new Map([
  ['девочки', 'для девочек'],
  ['мальчики', 'для мальчиков'],
  ['дети', 'для детей'],
]);
const forWhom: Wording = (value, _unit, gender) => {
  const people = PEOPLE.get(foldForSearch(value));
  if (people !== undefined) return joined(people);
  return gender !== null && isAdjective(value) ? { text: agreed(value, gender), slot: 'adjective' } : null;
};

const PATTERNS = new Map([
  ['полоска', 'в полоску'],
  ['клетка', 'в клетку'],
  ['горох', 'в горошек'],
  ['цветы', 'с цветами'],
  ['надпись', 'с надписью'],
]);
const pattern: Wording = (value, unit, gender) => {
  const said = PATTERNS.get(foldForSearch(value));
  return said === undefined ? agreeing('рисунок', 'adjective')(value, unit, gender) : joined(said);
};

const FASTENERS = new Map([
  ['молния', 'на молнии'],
  ['пуговицы', 'на пуговицах'],
  ['кнопка', 'на кнопке'],
  ['кнопки', 'на кнопках'],
  ['липучка', 'на липучке'],
  ['шнурки', 'на шнурках'],
  ['замок', 'с замком'],
]);
const fastener: Wording = (value, unit, gender) => {
  const said = FASTENERS.get(foldForSearch(value));
  return said === undefined ? afterName('застежка')(value, unit, gender) : joined(said);
};

/** What a buyer searches by, most telling first. */
const WORDINGS: readonly [RegExp, Wording][] = [
  [/^пол$/, forWhom],
  [/^объем/, (value, unit) => (NUMBER.test(value) && unit !== '' ? listed(`${value} ${unit}`) : null)],
  [/^количество деталей/, (value) => (/^\d+$/.test(value) ? listed(countedDetails(Number(value))) : null)],
  [/^размер коврика/, (value) => (/^\d/.test(value) ? listed(value) : null)],
  [/^сезон/, season],
  [/^(состав|материал (посуды|изделия|игрушки)|вид ткани)/, madeOf],
  [/^цвет$/, agreeing('цвет', 'color')],
  [/^покрой/, (value) => (isAdjective(value) ? joined(`${genitive(value)} кроя`) : null)],
  [/^питание/, afterName('питание')],
  [/^интерфейс/, asThing],
  [/^режимы?$/, asThing],
  [/^датчик/, afterName('датчик')],
  [/^вид застежки/, fastener],
  [/^рисунок/, pattern],
  [/^тематика/, afterName('тематика')],
  [
    /^назначение подарка/,
    (value) => (isAdjective(value) || value.includes(' ') ? null : listed(`в подарок ${value}`)),
  ],
];

/** Without a blank between thousands, as titles have it. */
function countedDetails(count: number): string {
  const word = plural(count, ['деталь', 'детали', 'деталей']).split(' ').at(-1) ?? '';
  return `${count} ${word}`;
}

/** The card's characteristics as phrases of a title about a thing of that gender, most telling first. */
export function factPhrases(characteristics: TextFacts['characteristics'], gender: Gender | null): Phrase[] {
  return characteristics
    .flatMap(({ name, unit, values }) => {
      const rank = WORDINGS.findIndex(([named]) => named.test(foldForSearch(name)));
      const value = withoutShares(normaliseLine(values[0] ?? ''));
      if (value === '' || value.length > MAX_VALUE_LENGTH || EMPTY_VALUES.test(value)) return [];
      const said = WORDINGS[rank]?.[1](value, unit, gender) ?? null;
      return said === null ? [] : [{ rank, ...said }];
    })
    .sort((one, other) => one.rank - other.rank)
    .map(({ text, slot }) => ({ text, slot }));
}

/** «хлопок» of «Хлопок 95%, эластан 5%»; a word with a capital inside, as «USB», stays as it is. */
function withoutShares(value: string): string {
  const text = value.replace(/,? ?100 ?%/, '').replace(/^(\p{L}+) \d{1,2} ?%.*$/u, '$1');
  return /^\p{Lu}\p{Ll}/u.test(text) && /[а-яё]/i.test(text.charAt(0))
    ? text.charAt(0).toLowerCase() + text.slice(1)
    : text;
}
