import {
  hasLatin,
  hasRussian,
  inOneAlphabet,
  isOfTwoAlphabets,
  letterMap,
  lookAlikes,
  replaceLetters,
} from './look-alike-letters.ts';

/** The keys of both layouts, key by key; «ё» is folded before. */
const LATIN_KEYS = "qwertyuiop[]asdfghjkl;'zxcvbnm,.";
const RUSSIAN_KEYS = 'йцукенгшщзхъфывапролджэячсмитьбю';

const toRussianKeys = letterMap(LATIN_KEYS, RUSSIAN_KEYS);
const toLatinKeys = letterMap(RUSSIAN_KEYS, LATIN_KEYS);

/**
 * What a folded word may have been meant to be: itself; typed in the other keyboard layout («gkfnmt» is «платье»); typed
 * with letters of the other alphabet that look the same. The word itself comes first, and none comes twice.
 */
export function searchVariants(word: string): string[] {
  const inOtherLayout = [
    ...(hasLatin(word) ? [replaceLetters(word, toRussianKeys)] : []),
    ...(hasRussian(word) ? [replaceLetters(word, toLatinKeys)] : []),
  ].filter((one) => !isOfTwoAlphabets(one));
  return [...new Set([word, ...inOtherLayout, ...lookAlikes(word), inOneAlphabet(word)])];
}
