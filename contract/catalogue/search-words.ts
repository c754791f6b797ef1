import { lookAlikes } from './look-alike-letters.ts';
import { isAmount, joinedWord } from './other-spellings.ts';
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

const NUMBER = /^\d+(?:[.,]\d+)?$/;
const LETTERS = /^[a-zа-я]+$/;

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
    .map((word, at, words) =>
      word.length < TRIGRAM_LENGTH ? shortAlternatives(word, words[at - 1]) : alternativesOf(word),
    );
}

/** A longer word is found inside of one as well: «500 мл» in «500мл», and «mb 77» in «mb77». */
function shortAlternatives(word: string, wordBefore = ''): string[] {
  const isTypedAsOne =
    (NUMBER.test(wordBefore) && LETTERS.test(word)) || (LETTERS.test(wordBefore) && NUMBER.test(word));
  const meant = [word, ...lookAlikes(word)];
  const asOne = isTypedAsOne ? [wordBefore + word, ...lookAlikes(wordBefore + word)] : [];
  return [...meant, ...asOne].map((one) => ` ${one}`);
}

function alternativesOf(word: string): string[] {
  // Commas and brackets are letters of the other layout: «,jnbyrb» is tried as it stands, too.
  const bare = word.replace(PUNCTUATION_AROUND, '');
  const typed = bare === word || bare.length < TRIGRAM_LENGTH ? [word] : [word, bare];
  const meant = isAmount(bare) ? [` ${bare}`] : typed.flatMap((one) => searchVariants(one));
  const bent = meant.flatMap((one) => wordStems(one).map((stem) => ` ${stem}`));
  return [...new Set([...meant, ...bent, ...meant.flatMap((one) => joinedWord(one) ?? [])])];
}
