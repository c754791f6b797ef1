import { foldForSearch, normaliseLine } from '#server/text/text-rules.ts';

/** A part of a title that can be joined to the thing's name without a change of its words. */
export interface Phrase {
  text: string;
  /** Where it stood in the title that it comes from: it follows the name. Null for one that stands after a comma. */
  place: number | null;
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
  let start = 0;
  const finish = () => {
    const text = current.join(' ').replace(/,$/, '').toLowerCase();
    const isWhole = current.length > 1 || !PREPOSITIONS.has(text);
    if (text !== '' && isWhole) phrases.push({ text, place: start });
    current = [];
  };
  for (const [index, word] of words.entries()) {
    if (/^\d+([.,]\d+)?$/.test(word)) break;
    if (PREPOSITIONS.has(word.toLowerCase())) finish();
    if (current.length === 0) start = index;
    current.push(word);
  }
  finish();
  return phrases;
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
