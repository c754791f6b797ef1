import { foldForSearch } from '#contract/catalogue/search-words.ts';
import { normaliseLine } from '#server/text/text-rules.ts';

/**
 * Where in a title a phrase stands: adjectives after the name, then the words of the title that is there already, the colour, what
 * of that title begins with a preposition, what we join so, and what comes after a comma.
 */
export type Slot = 'adjective' | 'own' | 'color' | 'ownTail' | 'joined' | 'listed';

/** A part of a title that can be joined to the thing's name without a change of its words. */
export interface Phrase {
  text: string;
  slot: Slot;
}

interface ReadTitle {
  /** «Летнее платье», «Комплект постельного белья»; of a card without a title the subject's name. */
  name: string;
  phrases: Phrase[];
}

const PREPOSITIONS = new Set('с со для из на в во без к по от под до'.split(' '));
const STEM_LENGTH = 4;
/** «Летнее платье», «Комплект постельного белья»: so many words may stand before the subject's own. */
const MAX_WORDS_BEFORE = 1;

/**
 * Takes a title apart where it can be taken apart: the name, the words that follow it, and each preposition with what
 * depends on it. Words that come after a number may belong to anything, and are left out.
 */
export function readTitle(title: string, subjectName: string): ReadTitle {
  const subject = normaliseLine(subjectName);
  const words = title === '' ? [] : title.split(' ');
  const nameLength = subject === '' ? Math.min(1, words.length) : lengthOfName(words, subject);
  if (nameLength === 0) return { name: capitalised(singularOf(subject)), phrases: [] };
  return {
    name: capitalised(words.slice(0, nameLength).join(' ').replace(/,$/, '')),
    phrases: phrasesOf(words.slice(nameLength)),
  };
}

function lengthOfName(words: readonly string[], subject: string): number {
  const stems = subject.split(' ').map((word) => foldForSearch(word).slice(0, STEM_LENGTH));
  const isOfSubject = (word: string | undefined) =>
    word !== undefined && stems.some((stem) => stem.length >= 3 && foldForSearch(word).startsWith(stem));
  const first = words.findIndex(isOfSubject);
  if (first < 0 || first > MAX_WORDS_BEFORE) return 0;
  if (words.slice(0, first).some((word) => PREPOSITIONS.has(word.toLowerCase()))) return 0;
  let end = first + 1;
  while (isOfSubject(words[end])) end += 1;
  return end;
}

function phrasesOf(words: readonly string[]): Phrase[] {
  const phrases: Phrase[] = [];
  let current: string[] = [];
  const finish = () => {
    const text = current.map(lowered).join(' ').replace(/,$/, '');
    const isTail = PREPOSITIONS.has((current[0] ?? '').toLowerCase());
    if (text !== '' && (current.length > 1 || !isTail))
      phrases.push({ text, slot: isTail ? 'ownTail' : 'own' });
    current = [];
  };
  for (const word of words) {
    if (/^\d+([.,]\d+)?$/.test(word)) break;
    if (PREPOSITIONS.has(word.toLowerCase())) finish();
    current.push(word);
  }
  finish();
  return phrases;
}

/** «Миди», not «USB» and «ПВХ». */
function lowered(word: string): string {
  return /^\p{Lu}\p{Ll}/u.test(word) ? word.toLowerCase() : word;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Endings of plural names, longest first: «Косметички», «Ночники», «Футболки», «Платья». */
const PLURAL_ENDINGS: readonly [RegExp, string][] = [
  [/(ички|очки|олки|ужки|ашки|ушки)$/, ''],
  [/ники$/, 'ник'],
  [/оры$/, 'ор'],
  [/тья$/, 'тье'],
  [/ды$/, 'д'],
];

/** Of a name of one word; a second word would have to be brought into agreement. */
function singularOf(subject: string): string {
  if (subject.includes(' ')) return subject;
  for (const [ending, singular] of PLURAL_ENDINGS) {
    if (!ending.test(subject)) continue;
    return singular === '' ? subject.replace(/и$/, 'а') : subject.replace(ending, singular);
  }
  return subject;
}
