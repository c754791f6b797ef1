import { inOneAlphabet } from './look-alike-letters.ts';

/** Between the parts of an article: «MUG-350» is typed «mug350» as often. */
const SEPARATORS = /[-_./\\–—]/g;
const BLANKS = / /g;
const HAS_DIGIT = /\d/;
const SHORTEST_CODE = 4;
/** An article that is a sentence is typed by nobody in one piece. */
const LONGEST_CODE = 24;

/** «iPhone 15» is typed as one word, as «500 мл» is. Longer numbers are barcodes, and other words only stand side by side. */
const MODEL = /^[a-z]{2,}$/;
const MODEL_NUMBER = /^\d{1,4}$/;
const NUMBER = /^\d+(?:[.,]\d+)?$/;
const UNIT = /^(?:мкг|мг|гр?|кг|мл|л|мм|см|м|шт|вт|квт|в|мач|гб|тб)$/;
const AMOUNT = /^\d+(?:[.,]\d+)?(\D+)$/;
const MARKS_AROUND = /^[(«"]+|[.,;:!?)»"]+$/g;

/** «500мл» is not «1500мл»: it stands at the beginning of a word. */
export function isAmount(word: string): boolean {
  return UNIT.test(AMOUNT.exec(word)?.[1] ?? '');
}

/** A folded word without its separators; undefined of one that has none, or is too short to be told from others. */
export function joinedWord(word: string): string | undefined {
  const joined = word.replace(SEPARATORS, '');
  return joined !== word && joined.length >= SHORTEST_CODE ? joined : undefined;
}

/**
 * A folded text with what its words are typed as besides, behind it: one of two alphabets in one, codes without separators, two words that
 * are typed as one. An article is a code in any case; a word of a title where it has a digit: «тёмно-синий» is none. What has
 * them already stays as it is.
 */
export function withOtherSpellings(text: string, articles: readonly string[]): string {
  const words = text.split(' ');
  const clean = words.map(inOneAlphabet);
  const codes = clean.filter((word) => HAS_DIGIT.test(word)).flatMap((word) => joinedWord(word) ?? []);
  const whole = articles.flatMap((article) => joinedArticle(inOneAlphabet(article)) ?? []);
  const known = new Set(words);
  const isNew = (word: string) => !known.has(word);
  // Parts that are joined may be of one alphabet as a whole.
  const joined = [...codes, ...whole].map(inOneAlphabet);
  const spelled = new Set([...clean.filter((word, at) => word !== words[at]), ...joined]);
  const pairs = clean.flatMap((word, at) => {
    const next = clean[at + 1] ?? '';
    // What stands behind the text was put there.
    return spelled.has(next) ? [] : (typedAsOne(word, next) ?? []);
  });
  return [text, ...new Set([...spelled, ...pairs].filter(isNew))].join(' ');
}

function joinedArticle(article: string): string | undefined {
  const joined = article.replace(SEPARATORS, '').replace(BLANKS, '');
  const isCode = joined.length >= SHORTEST_CODE && joined.length <= LONGEST_CODE;
  return joined !== article && isCode ? joined : undefined;
}

function typedAsOne(...words: [string, string]): string | undefined {
  const [word = '', next = ''] = words.map((one) => one.replace(MARKS_AROUND, ''));
  const isModel = MODEL.test(word) && MODEL_NUMBER.test(next);
  return isModel || (NUMBER.test(word) && UNIT.test(next)) ? word + next : undefined;
}
