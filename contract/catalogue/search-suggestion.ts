import { searchWords } from './search-words.ts';

const SHORTEST_WORD = 4;
/** In a longer word two slips are still one word. */
const LONG_WORD = 8;
const WORD_WITHOUT_DIGITS = /^[a-zа-я-]+$/;
const HAS_DIGIT = /\d/;

/**
 * What may have been meant by a search that found nothing: each word that no card has is replaced by the nearest one that a card has, or
 * left out where none is near. `words` are those of the cards' folded texts, without those that have digits: a size or an article is
 * meant as it was typed. undefined: every word is there, or none is left.
 */
export function suggestSearch(search: string, words: readonly string[]): string | undefined {
  const typed = searchWords(search);
  if (typed.length === 0) return undefined;
  const meant = typed.flatMap((alternatives) => {
    const [asTyped = ''] = alternatives;
    const isKnown =
      HAS_DIGIT.test(asTyped) || words.some((word) => alternatives.some((text) => ` ${word}`.includes(text)));
    if (isKnown) return asTyped.trim();
    // As it was typed first; a slip may be in a word of the other layout, or beside a comma, too.
    return alternatives
      .filter(isWhole)
      .flatMap((variant) => nearestWord(variant, words) ?? [])
      .slice(0, 1);
  });
  const suggestion = meant.join(' ');
  // What is left of a search may be a number or a preposition, which half of the cards have.
  return suggestion.length < SHORTEST_WORD || suggestion === typed.map(([word = '']) => word.trim()).join(' ')
    ? undefined
    : suggestion;
}

/** Beginnings of its other forms have a space in front: of them a slip makes other words. */
const isWhole = (alternative: string) => !alternative.startsWith(' ');

/** With the fewest slips; of equals the one that begins alike, then the first of the alphabet. */
function nearestWord(typed: string, words: readonly string[]): string | undefined {
  if (typed.length < SHORTEST_WORD || !WORD_WITHOUT_DIGITS.test(typed)) return undefined;
  const mostSlips = typed.length < LONG_WORD ? 1 : 2;
  const near = words.flatMap((word) => {
    if (word.length < SHORTEST_WORD || Math.abs(word.length - typed.length) > mostSlips) return [];
    if (!WORD_WITHOUT_DIGITS.test(word)) return [];
    const slips = slipsBetween(typed, word);
    return slips <= mostSlips ? [{ word, rank: 2 * slips + Number(word[0] !== typed[0]) }] : [];
  });
  near.sort((a, b) => a.rank - b.rank || (a.word < b.word ? -1 : 1));
  return near[0]?.word;
}

/** Letters put in, left out, mistaken, or swapped with the next one: the «optimal string alignment» distance. */
export function slipsBetween(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, n) => n);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, (beforeLast[j - 2] ?? 0) + 1);
      row.push(least);
    }
    [beforeLast, last] = [last, row];
  }
  return last[b.length] ?? 0;
}
