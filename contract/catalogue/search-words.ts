import { searchVariants } from './search-variants.ts';

/** Shorter words are found at the beginning of a word only: the trigram index of the database knows nothing inside. */
const TRIGRAM_LENGTH = 3;

const LONE_SURROGATES = /\p{Surrogate}/gu;
const CONTROLS_BUT_BLANKS = /(?!\s)\p{Control}/gu;

/** What search compares: lower case, «ё» as «е», single blanks. */
export function foldForSearch(text: string): string {
  return text.toLowerCase().replaceAll('ё', 'е').replace(/\s+/g, ' ').trim();
}

/**
 * What a search looks for in the folded texts of cards (each with a space in front): every word has to be there, as any of its
 * alternatives, each taken literally. The one definition of the database and of the device.
 */
export function searchWords(search: string): string[][] {
  // Half a character is none: the database would be sent this in its place. Controls are in no text that is stored.
  return foldForSearch(search.replace(LONE_SURROGATES, '\uFFFD').replace(CONTROLS_BUT_BLANKS, ''))
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => (word.length < TRIGRAM_LENGTH ? [` ${word}`] : searchVariants(word)));
}
