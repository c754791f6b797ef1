/** Of Russian nouns and adjectives, longest first: «платьями» ends in «ями», not in «и». */
const ENDINGS = [
  'ого его ому ему ыми ими ами ями ием',
  'ый ий ой ая яя ое ее ые ие ым им ых их ую юю ов ев ей ам ям ом ем ах ях ия ии ию',
  'а я о е ы и у ю ь й',
].flatMap((line) => line.split(' '));
const SHORTEST_STEM = 3;
const RUSSIAN_WORD = /^[а-я]+$/;
/** «кружка» is «кружек» and «ботинки» are «ботинок»: the vowel before «к» comes and goes. */
const WITH_VOWEL = /([бвгджзклмнпрстфхцчшщ])[ео]к$/;
const WITHOUT_VOWEL = /([бвгджзлмнпрстфхцчшщ])к$/;
/** «чай» and «клей»: what stands before the ending is too short, or begins too many other words, to be looked for alone. */
const ENDS_IN_VOWEL = /[аеоуэюя]$/;
const SHORTEST_STEM_IN_VOWEL = 2;
const ENDINGS_AFTER_VOWEL = ['й', 'я', 'ю', 'е', 'и'];
/** «ткань», «тканью», and «плать», a word half typed: what stands before the soft sign begins other words, as «платформа». */
const SOFT_ENDING = /ью?$/;
const ENDINGS_OF_SOFT = ['ь', 'и', 'е', 'я', 'ю'];

/**
 * Beginnings that the other forms of a folded Russian word share with it: «платья» → «плать», as in «платье» and «платьев». Empty
 * where a word has no ending, or is not Russian. Forms, not meanings: «столы» finds «столовый» too, as «стол» always did.
 */
export function wordStems(word: string): string[] {
  if (!RUSSIAN_WORD.test(word)) return [];
  const soft = word.replace(SOFT_ENDING, '');
  if (soft !== word && isStem(soft)) return ENDINGS_OF_SOFT.map((one) => soft + one);
  const ending = ENDINGS.find((one) => word.endsWith(one) && isStem(word.slice(0, -one.length)));
  const stem = ending === undefined ? word : word.slice(0, -ending.length);
  if (ending !== undefined && ENDS_IN_VOWEL.test(stem)) return ENDINGS_AFTER_VOWEL.map((one) => stem + one);
  if (WITH_VOWEL.test(stem)) return [stem, stem.replace(WITH_VOWEL, '$1к')].filter(isStem);
  if (WITHOUT_VOWEL.test(stem)) {
    return [stem, stem.replace(WITHOUT_VOWEL, '$1ок'), stem.replace(WITHOUT_VOWEL, '$1ек')];
  }
  return ending === undefined ? [] : [stem];
}

function isStem(beginning: string): boolean {
  return beginning.length >= (ENDS_IN_VOWEL.test(beginning) ? SHORTEST_STEM_IN_VOWEL : SHORTEST_STEM);
}
