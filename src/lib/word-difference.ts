import type { TextPart } from './text-difference.ts';

/** Beyond that two texts are told apart as wholes: the table of a comparison grows with the product of both. */
const MAX_CELLS = 4_000_000;

/** Both texts with the words marked that only one of them has, in the order in which they stand. */
export function wordDifference(before: string, after: string): { was: TextPart[]; is: TextPart[] } {
  const was = wordsOf(before);
  const is = wordsOf(after);
  const shared = longestShared(was, is);
  return {
    was: joined(was, (index) => !shared.was.has(index)),
    is: joined(is, (index) => !shared.is.has(index)),
  };
}

/** Each word with the blanks that follow it: joined again they are the text. */
function wordsOf(text: string): string[] {
  return text.match(/^\s+|\S+\s*/g) ?? [];
}

/** Places of the words of the longest sequence that both have. */
function longestShared(was: readonly string[], is: readonly string[]) {
  const shared = { was: new Set<number>(), is: new Set<number>() };
  const isSame = (one: number, other: number) => was[one]?.trim() === is[other]?.trim();
  const width = is.length + 1;
  if ((was.length + 1) * width > MAX_CELLS) return shared;
  // How long the longest is from each pair of places on.
  const lengths = new Uint16Array((was.length + 1) * width);
  const lengthAt = (one: number, other: number) => lengths[one * width + other] ?? 0;
  for (let one = was.length - 1; one >= 0; one -= 1) {
    for (let other = is.length - 1; other >= 0; other -= 1) {
      lengths[one * width + other] = isSame(one, other)
        ? lengthAt(one + 1, other + 1) + 1
        : Math.max(lengthAt(one + 1, other), lengthAt(one, other + 1));
    }
  }
  let one = 0;
  let other = 0;
  while (one < was.length && other < is.length) {
    if (isSame(one, other)) {
      shared.was.add(one);
      shared.is.add(other);
      one += 1;
      other += 1;
    } else if (lengthAt(one + 1, other) >= lengthAt(one, other + 1)) one += 1;
    else other += 1;
  }
  return shared;
}

/** Words that stand side by side and are alike marked are one part. */
function joined(words: readonly string[], isHit: (index: number) => boolean): TextPart[] {
  const parts: TextPart[] = [];
  for (const [index, text] of words.entries()) {
    const last = parts.at(-1);
    if (last?.isHit === isHit(index)) last.text += text;
    else parts.push({ text, isHit: isHit(index) });
  }
  return parts;
}
