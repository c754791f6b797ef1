export interface TextPart {
  text: string;
  isHit: boolean;
}

/** The text cut at what differs: what both begin and end with is left, and of a long text only the surroundings. */
export function differenceOf(before: string, after: string, around: number): TextPart[] {
  const was = Array.from(before);
  const is = Array.from(after);
  const least = Math.min(was.length, is.length);
  let start = 0;
  while (start < least && was[start] === is[start]) start += 1;
  let end = 0;
  while (end < least - start && was.at(-1 - end) === is.at(-1 - end)) end += 1;
  const head = is.slice(0, start);
  const tail = is.slice(is.length - end);
  const parts = [
    { text: (head.length > around ? '…' : '') + head.slice(-around).join(''), isHit: false },
    { text: is.slice(start, is.length - end).join(''), isHit: true },
    { text: tail.slice(0, around).join('') + (tail.length > around ? '…' : ''), isHit: false },
  ];
  return parts.filter(({ text }) => text !== '');
}
