/** Letters that look alike, most of them as capitals: «МВ-1» is typed in either. */
const LATIN_LOOK = 'abcehkmoptxy';
const RUSSIAN_LOOK = 'авсенкмортху';

const LATIN = /[a-z]/;
const RUSSIAN = /[а-я]/;
const LETTERS = /[a-zа-я]+/g;

const toRussianLook = letterMap(LATIN_LOOK, RUSSIAN_LOOK);
const toLatinLook = letterMap(RUSSIAN_LOOK, LATIN_LOOK);

export const hasLatin = (word: string) => LATIN.test(word);
export const hasRussian = (word: string) => RUSSIAN.test(word);
/** Such a word is nobody's: half of its letters were not meant. */
export const isOfTwoAlphabets = (word: string) => hasLatin(word) && hasRussian(word);

/** Other folded words that look the same and are of one alphabet: «мв-77» and «mb-77» of each other and of «мb-77». */
export function lookAlikes(word: string): string[] {
  return [replaceLetters(word, toRussianLook), replaceLetters(word, toLatinLook)].filter(
    (one) => one !== word && !isOfTwoAlphabets(one),
  );
}

/**
 * A folded word as somebody types it who does not see that some of its letters are of the other alphabet: «мb-77» is «мв-77». Where
 * the whole cannot be of one alphabet («usb-кaбель»), its parts are; a part that cannot either stays as it is.
 */
export function inOneAlphabet(word: string): string {
  return oneAlphabetOf(word) ?? word.replace(LETTERS, (part) => oneAlphabetOf(part) ?? part);
}

function oneAlphabetOf(word: string): string | undefined {
  return isOfTwoAlphabets(word) ? lookAlikes(word)[0] : word;
}

export function letterMap(from: string, to: string): ReadonlyMap<string, string> {
  return new Map(Array.from(from, (key, index) => [key, to[index] ?? key]));
}

export function replaceLetters(word: string, map: ReadonlyMap<string, string>): string {
  return Array.from(word, (character) => map.get(character) ?? character).join('');
}
