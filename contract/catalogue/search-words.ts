import { searchVariants } from './search-variants.ts';
import { wordStems } from './word-forms.ts';

/** Shorter words are found at the beginning of a word only: the trigram index of the database knows nothing inside. */
const TRIGRAM_LENGTH = 3;

const LONE_SURROGATES = /\p{Surrogate}/gu;
const CONTROLS_BUT_BLANKS = /(?!\s)\p{Control}/gu;

/** What search compares: lower case, «ё» as «е», single blanks. */
export function foldForSearch(text: string): string {
  return text.toLowerCase().replaceAll('ё', 'е').replace(/\s+/g, ' ').trim();
}

/** Between the parts of an article: «MUG-350» is typed «mug350» as often. */
const SEPARATORS = /[-_./\\–—]/g;
const HAS_DIGIT = /\d/;
const SHORTEST_CODE = 4;

/** An article without its separators; undefined of a word that is none, or has none. */
function joinedCode(word: string): string | undefined {
  if (!HAS_DIGIT.test(word)) return undefined;
  const joined = word.replace(SEPARATORS, '');
  return joined !== word && joined.length >= SHORTEST_CODE ? joined : undefined;
}

/** A folded text with its articles once more, without separators. What has them already stays as it is. */
export function withJoinedCodes(text: string): string {
  const words = text.split(' ');
  const known = new Set(words);
  const missing = new Set(words.flatMap((word) => joinedCode(word) ?? []).filter((code) => !known.has(code)));
  return [...words, ...missing].join(' ');
}

const AMOUNT = /^(\d+(?:[.,]\d+)?)([a-zа-я]+)$/;
const NUMBER = /^\d+(?:[.,]\d+)?$/;
/** A longer one is found inside of a word as well. */
const SHORT_UNIT = /^[a-zа-я]{1,2}$/;

const MARKS = '[.,;:!?…"\'«»„“”()\\[\\]{}]+';
const PUNCTUATION_AROUND = new RegExp(`^${MARKS}|${MARKS}$`, 'g');

/**
 * What a search looks for in the folded texts of cards (each with a space in front): every word has to be there, as any of its
 * alternatives, each taken literally: as it was typed, meant or bent, at the beginning of a word where it is not what was typed. The
 * one definition of the database and of the device.
 */
export function searchWords(search: string): string[][] {
  // Half a character is none: the database would be sent this in its place. Controls are in no text that is stored.
  return foldForSearch(search.replace(LONE_SURROGATES, '\uFFFD').replace(CONTROLS_BUT_BLANKS, ''))
    .split(' ')
    .filter((word) => word !== '')
    .map((word, at, words) => [
      ...(word.length < TRIGRAM_LENGTH ? [` ${word}`] : alternativesOf(word)),
      ...amountsOf(word, words[at - 1]),
    ]);
}

/** «500мл» is «500 мл», and the other way round. */
function amountsOf(word: string, wordBefore = ''): string[] {
  const [, number, unit] = AMOUNT.exec(word) ?? [];
  if (number !== undefined && unit !== undefined) return [` ${number} ${unit}`];
  return NUMBER.test(wordBefore) && SHORT_UNIT.test(word) ? [` ${wordBefore}${word}`] : [];
}

function alternativesOf(word: string): string[] {
  // Commas and brackets are letters of the other layout: «,jnbyrb» is tried as it stands, too.
  const bare = word.replace(PUNCTUATION_AROUND, '');
  const typed = bare === word || bare.length < TRIGRAM_LENGTH ? [word] : [word, bare];
  const meant = typed.flatMap((one) => searchVariants(one));
  const bent = meant.flatMap((one) => wordStems(one).map((stem) => ` ${stem}`));
  return [...new Set([...meant, ...bent, ...meant.flatMap((one) => joinedCode(one) ?? [])])];
}
