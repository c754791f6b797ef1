import { textWidthMm } from './font.ts';

interface Measure {
  sizeMm: number;
  widthMm: number;
}

const ELLIPSIS = '…';

/** Lines no wider than the room, broken between words; a word that is wider alone is broken where it has to be. */
export function wrapText(text: string, measure: Measure): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').filter((one) => one !== '')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (fits(longer, measure)) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    const pieces = breakWord(word, measure);
    line = pieces.pop() ?? '';
    lines.push(...pieces);
  }
  return line === '' ? lines : [...lines, line];
}

function breakWord(word: string, measure: Measure): string[] {
  if (fits(word, measure)) return [word];
  const pieces: string[] = [];
  let piece = '';
  for (const character of word) {
    if (piece !== '' && !fits(piece + character, measure)) {
      pieces.push(piece);
      piece = '';
    }
    piece += character;
  }
  return [...pieces, piece];
}

/** Short texts beside each other as long as there is room, each broken only where it is wider than a line. */
export function wrapFacts(facts: readonly string[], measure: Measure): string[] {
  const lines: string[] = [];
  for (const fact of facts) {
    const beside = lines.length === 0 ? fact : `${lines.at(-1)} · ${fact}`;
    if (lines.length > 0 && fits(beside, measure)) lines.splice(-1, 1, beside);
    else lines.push(...wrapText(fact, measure));
  }
  return lines;
}

/** The first lines; what is left out is told by «…». */
export function cutLines(lines: readonly string[], count: number, measure: Measure): string[] {
  if (lines.length <= count) return [...lines];
  const kept = lines.slice(0, Math.max(count, 0));
  const last = kept.pop();
  return last === undefined ? [] : [...kept, withEllipsis(last, measure)];
}

function withEllipsis(line: string, measure: Measure): string {
  const characters = Array.from(line);
  while (characters.length > 0 && !fits(characters.join('') + ELLIPSIS, measure)) characters.pop();
  return characters.join('').trimEnd() + ELLIPSIS;
}

function fits(text: string, { sizeMm, widthMm }: Measure): boolean {
  return textWidthMm(text, sizeMm) <= widthMm;
}
