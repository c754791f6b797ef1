/** The keys of both layouts, key by key; «ё» is folded before. */
const LATIN_KEYS = "qwertyuiop[]asdfghjkl;'zxcvbnm,.";
const RUSSIAN_KEYS = 'йцукенгшщзхъфывапролджэячсмитьбю';

/** Letters that look alike, most of them as capitals: «МВ-1» is typed in either. */
const LATIN_LOOK = 'abcehkmoptxy';
const RUSSIAN_LOOK = 'авсенкмортху';

const LATIN = /[a-z]/;
const RUSSIAN = /[а-я]/;

const toRussianKeys = mapOf(LATIN_KEYS, RUSSIAN_KEYS);
const toLatinKeys = mapOf(RUSSIAN_KEYS, LATIN_KEYS);
const toRussianLook = mapOf(LATIN_LOOK, RUSSIAN_LOOK);
const toLatinLook = mapOf(RUSSIAN_LOOK, LATIN_LOOK);

/**
 * What a folded word may have been meant to be: itself; typed in the other keyboard layout («gkfnmt» is «платье»); typed
 * with letters of the other alphabet that look the same. The word itself comes first, and none comes twice.
 */
export function searchVariants(word: string): string[] {
  const replaced = [
    ...(LATIN.test(word) ? [replaceAll(word, toRussianKeys), replaceAll(word, toRussianLook)] : []),
    ...(RUSSIAN.test(word) ? [replaceAll(word, toLatinKeys), replaceAll(word, toLatinLook)] : []),
  ];
  // A word of two alphabets is nobody's: half of it was not meant to be replaced.
  const meant = replaced.filter((variant) => !(LATIN.test(variant) && RUSSIAN.test(variant)));
  return [...new Set([word, ...meant])];
}

function mapOf(from: string, to: string): ReadonlyMap<string, string> {
  return new Map(Array.from(from, (key, index) => [key, to[index] ?? key]));
}

function replaceAll(word: string, map: ReadonlyMap<string, string>): string {
  return Array.from(word, (character) => map.get(character) ?? character).join('');
}
