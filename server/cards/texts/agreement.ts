/** How Russian words agree with the thing they tell of; what cannot be known from a word's letters is not guessed. */

export type Gender = 'masculine' | 'feminine' | 'neuter' | 'plural';

const ADJECTIVE_GENDERS: readonly [RegExp, Gender][] = [
  [/(ая|яя)$/, 'feminine'],
  [/(ое|ее)$/, 'neuter'],
  [/(ые|ие)$/, 'plural'],
  [/(ый|ий|ой)$/, 'masculine'],
];

/** «Украшение», not «летние». */
const NOUNS_IN_IE = /(ение|ание|тие|вие|рие)$/;

const NOUN_GENDERS: readonly [RegExp, Gender][] = [
  [/^(худи|боди|бикини|кепи)$/, 'neuter'],
  [/(ость|обувь|мебель|постель|скатерть|кровать|тетрадь|шаль|печь|дверь)$/, 'feminine'],
  [/(арь|тель|кофе)$/, 'masculine'],
  [/мя$/, 'neuter'],
  [/[ая]$/, 'feminine'],
  [/[оеё]$/, 'neuter'],
  [/[ыи]$/, 'plural'],
  [/[бвгджзйклмнпрстфхцчшщ]$/, 'masculine'],
];

const MASCULINE_ADJECTIVE = /^[а-яё]+(?:-[а-яё]+)*(ый|ий|ой)$/;
/** Nouns that end like adjectives. */
const NOUNS_ALIKE = /^(алюминий|магний|литий|покрой|бой|слой|строй)$/;

/** «белый», «темно-синий»: one word in the form in which it is found in a dictionary. */
export function isAdjective(word: string): boolean {
  return MASCULINE_ADJECTIVE.test(word) && !NOUNS_ALIKE.test(word);
}

/** Of the thing that a name names: «Летнее платье» is neuter, «Комплект постельного белья» masculine. Null: not known. */
export function genderOf(name: string): Gender | null {
  const [word = '', ...rest] = name.toLowerCase().split(' ');
  // «Платье-рубашка», «2-в-1»: who can say.
  if (!/^[а-яё]+$/.test(word)) return null;
  const noun = NOUN_GENDERS.find(([ending]) => ending.test(word))?.[1] ?? null;
  if (rest.length === 0 || NOUNS_IN_IE.test(word)) return noun;
  return ADJECTIVE_GENDERS.find(([ending]) => ending.test(word))?.[1] ?? noun;
}

/** After these letters «ы» is written «и», and the ending of «-ий» is that of «-ый». */
const HUSHING = /[гкхжшчщ]$/;

/** «белый» and a feminine thing: «белая». */
export function agreed(adjective: string, gender: Gender): string {
  if (gender === 'masculine') return adjective;
  const stem = adjective.slice(0, -2);
  const isSoft = adjective.endsWith('ий') && !HUSHING.test(stem);
  if (gender === 'feminine') return stem + (isSoft ? 'яя' : 'ая');
  if (gender === 'plural') return stem + (isSoft || HUSHING.test(stem) ? 'ие' : 'ые');
  const isStressed = adjective.endsWith('ой');
  return stem + (isSoft || (/[жшчщ]$/.test(stem) && !isStressed) ? 'ее' : 'ое');
}

/** «свободный» of «свободного кроя». */
export function genitive(adjective: string): string {
  const stem = adjective.slice(0, -2);
  const isSoft = adjective.endsWith('ий') && !HUSHING.test(stem);
  const isStressed = adjective.endsWith('ой');
  return stem + (isSoft || (/[жшчщ]$/.test(stem) && !isStressed) ? 'его' : 'ого');
}
