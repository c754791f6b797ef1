import { TITLE_MAX_LENGTH } from '#contract/card-rules.ts';
import { factPhrases } from './fact-phrases.ts';
import { foldForSearch, forbiddenCharacters, normaliseLine } from '#server/text/text-rules.ts';
import type { TextFacts } from './text-facts.ts';
import { readTitle, type Phrase } from './title-phrases.ts';

/** The marketplace's moderation and the advertising law do not take praise and bargains in titles. */
const BANNED =
  /(^|[^\p{L}])(лучш\p{L}*|топ|хит|скидк\p{L}*|акци\p{L}*|распродаж\p{L}*|дешев\p{L}*|гарантия|оригинал)(?=$|[^\p{L}])/giu;
const DEFAULT_COUNT = 5;

/**
 * Up to `count` different titles from the card's own facts: the thing's name and one to three of its properties in changing
 * order. None is longer than 60 characters, names the brand, holds banned words or equals the present title; words are
 * joined only as the title has them or as phrases that need no agreement, and what fits neither way is left out.
 */
export function titlesByRules(facts: TextFacts, count = DEFAULT_COUNT): string[] {
  const { name, phrases } = readTitle(usableTitle(facts.title, facts.brand), facts.subjectName);
  if (name === '') return [];
  const properties = unique([...factPhrases(facts.characteristics), ...phrases]);
  const titles = new Map<string, string>();
  const present = foldForSearch(facts.title);
  for (const chosen of combinations(properties)) {
    if (titles.size >= count) break;
    const title = joinPhrases(name, chosen, TITLE_MAX_LENGTH);
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

function unique(phrases: readonly Phrase[]): Phrase[] {
  const seen = new Set<string>();
  return phrases.filter(({ text }) => {
    const folded = foldForSearch(text);
    if (folded === '' || seen.has(folded)) return false;
    seen.add(folded);
    return true;
  });
}

/** Threes, twos and ones of the properties, in an order that changes the beginning first. */
function* combinations(properties: readonly Phrase[]): Generator<Phrase[]> {
  for (let size = Math.min(3, properties.length); size >= 1; size -= 1) {
    for (let start = 0; start < properties.length; start += 1) {
      const chosen = Array.from(
        { length: size },
        (_, index) => properties[(start + index * (1 + (start % 2))) % properties.length],
      ).filter((phrase) => phrase !== undefined);
      yield [...new Set(chosen)];
      yield [...new Set(chosen)].reverse();
    }
  }
}

/** What belongs to the name follows it in the title's own order, the rest after commas; as many as fit. */
function joinPhrases(name: string, chosen: readonly Phrase[], maxLength: number): string {
  const attached = chosen
    .filter(({ place }) => place !== null)
    .sort((one, other) => (one.place ?? 0) - (other.place ?? 0))
    .map(({ text }) => ` ${text}`);
  const listed = chosen.filter(({ place }) => place === null).map(({ text }) => `, ${text}`);
  let title = name.slice(0, maxLength).trim();
  for (const part of [...attached, ...listed]) {
    if (title.length + part.length <= maxLength) title += part;
  }
  return title;
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
