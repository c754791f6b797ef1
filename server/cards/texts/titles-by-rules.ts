import { foldForSearch } from '#contract/catalogue/search-words.ts';
import { TITLE_MAX_LENGTH } from '#contract/card-rules.ts';
import { forbiddenCharacters, normaliseLine } from '#server/text/text-rules.ts';
import { genderOf } from './agreement.ts';
import { factPhrases, isMaterial } from './fact-phrases.ts';
import type { TextFacts } from './text-facts.ts';
import { readTitle, type Phrase, type Slot } from './title-phrases.ts';

/** The marketplace's moderation and the advertising law do not take praise and bargains in titles. */
const BANNED =
  /(^|[^\p{L}])(лучш\p{L}*|топ|хит|скидк\p{L}*|акци\p{L}*|распродаж\p{L}*|дешев\p{L}*|гарантия|оригинал|новинк\p{L}*|эксклюзив\p{L}*)(?=$|[^\p{L}])/giu;
/** «КРУЖКА» shouts; «ПВХ» and «USB» do not. */
const SHOUTED = /(?<!\p{L})[А-ЯЁ]{4,}(?!\p{L})/gu;
const DEFAULT_COUNT = 5;
/** Properties that choices are made of; more would not fit into one title anyway. */
const MAX_PROPERTIES = 10;
const STEM_LENGTH = 5;

/** In which order a title says what it says: «Платье женское летнее миди белое с поясом из хлопка, 450 мл». */
const SLOTS: readonly Slot[] = ['adjective', 'own', 'color', 'ownTail', 'joined', 'listed'];

/**
 * Up to `count` different titles from the card's own facts: the thing, then what tells it from others, the fullest first. None
 * is longer than 60 characters, names the brand, holds banned words, says a word twice or equals the present title. Adjectives
 * agree with the thing; where its gender is not known they are said with the name of what they tell («цвет белый»).
 */
export function titlesByRules(facts: TextFacts, count = DEFAULT_COUNT): string[] {
  const { name, phrases } = readTitle(usableTitle(facts.title, facts.brand), facts.subjectName);
  if (name === '') return [];
  const properties = unique([...phrases, ...factPhrases(facts.characteristics, genderOf(name))]);
  const titles = new Map<string, string>();
  const present = foldForSearch(facts.title);
  for (const chosen of choices(properties.slice(0, MAX_PROPERTIES))) {
    if (titles.size >= count) break;
    const title = joinPhrases(name, chosen);
    const folded = foldForSearch(title);
    if (title !== name && folded !== present && isAllowed(title, facts.brand)) titles.set(folded, title);
  }
  return [...titles.values()];
}

/** Cleans what anyone proposes as a title; empty when nothing usable is left. */
export function usableTitle(text: string, brand: string): string {
  let title = normaliseLine(text)
    .replace(BANNED, ' ')
    .replace(SHOUTED, (word) => word.toLowerCase());
  for (const character of forbiddenCharacters(title)) title = title.replaceAll(character, ' ');
  title = withoutBrand(title, brand)
    .replace(/["«»„“]/g, '')
    .replace(/,(?:\s*,)+/g, ',');
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

function unique(phrases: readonly Phrase[]): Phrase[] {
  const seen = new Set<string>();
  return phrases.filter(({ text }) => {
    const folded = foldForSearch(text);
    if (folded === '' || seen.has(folded)) return false;
    seen.add(folded);
    return true;
  });
}

/** All of the properties, then without one, without two and so on: the fullest first. The last have one property. */
function* choices(properties: readonly Phrase[]): Generator<Phrase[]> {
  for (let left = 0; left < properties.length; left += 1) {
    for (const out of subsets(properties.length, left)) {
      yield properties.filter((_, index) => !out.has(index));
    }
  }
}

/** Sets of `size` places of `count`, in one order for ever; the most telling properties are left out last. */
function* subsets(count: number, size: number, last = count - 1): Generator<Set<number>> {
  if (size === 0) {
    yield new Set();
    return;
  }
  for (let place = last; place >= size - 1; place -= 1) {
    for (const rest of subsets(count, size - 1, place - 1)) yield rest.add(place);
  }
}

/** The most telling first as long as they fit and say nothing twice, then each in its place. */
function joinPhrases(name: string, chosen: readonly Phrase[]): string {
  const start = joinWithin(name.split(' '), TITLE_MAX_LENGTH);
  const said = new Set(stemsOf(start));
  const taken = new Set<Phrase>();
  let length = start.length;
  for (const phrase of chosen) {
    const cost = phrase.text.length + (phrase.slot === 'listed' ? 2 : 1);
    const stems = stemsOf(phrase.text);
    if (length + cost > TITLE_MAX_LENGTH || stems.some((stem) => said.has(stem))) continue;
    length += cost;
    taken.add(phrase);
    for (const stem of stems) said.add(stem);
  }
  const inOrder = SLOTS.flatMap((slot) => [...taken].filter((phrase) => phrase.slot === slot));
  return inOrder.reduce((title, { text, slot }) => `${title}${slot === 'listed' ? ',' : ''} ${text}`, start);
}

/** Told once: «летнее, демисезонное» and «из сатина из бязи» would contradict themselves. */
const TOPICS: readonly RegExp[] = [
  /^(лет[он]|зим|демисез|весн|осен|всесез)/,
  /^из$/,
  /^(молни|пуговиц|кнопк|липучк|шнурк)/,
  /^(рисун|цветами|полоск|клетк|горош|надпис|однотон|принт)/,
  /^(женск|мужск|детск|девоч|мальчик|ребен|детей|унисекс)/,
];

/** What a reader takes for the same word («летнее» and «летний») or for the same thing told. Small words may be said again. */
function stemsOf(text: string): string[] {
  const words = foldForSearch(text).split(/[^\p{L}\p{N}]+/u);
  return words.flatMap((word) => {
    const topic = TOPICS.findIndex(
      (pattern) => pattern.test(word) || (pattern.test('из') && isMaterial(word)),
    );
    const stem = word.length > 3 ? [word.slice(0, STEM_LENGTH)] : [];
    return topic < 0 ? stem : [...stem, `topic ${topic}`];
  });
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
