import type { Replacement } from './bulk-rules.ts';

/** What is found in a text and what stands for it: the server writes it, and the screen marks the same places. */

/** A stretch of the text, as it was and as it is to be; the same but for what was found. */
export interface ReplacedPart {
  before: string;
  after: string;
  isHit: boolean;
}

export function replacedParts(text: string, change: Replacement): ReplacedPart[] {
  const parts: ReplacedPart[] = [];
  const keep = (kept: string) => {
    if (kept !== '') parts.push({ before: kept, after: kept, isHit: false });
  };
  let end = 0;
  for (const { 0: found, index } of text.matchAll(patternOf(change))) {
    keep(text.slice(end, index));
    parts.push({ before: found, after: standingFor(found, change), isHit: true });
    end = index + found.length;
  }
  keep(text.slice(end));
  return parts;
}

/** What was not looked for by its case keeps the capital that it begins with: «Кружка» becomes «Чашка», «кружка» «чашка». */
function standingFor(found: string, { replacement, isCaseSensitive }: Replacement): string {
  const isCapital = /^\p{Lu}/u.test(found);
  if (isCaseSensitive || !isCapital) return replacement;
  return replacement.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}

/** Finds plain text; a whole word has neither a letter nor a digit beside it. */
function patternOf({ find, isCaseSensitive, isWholeWord }: Replacement): RegExp {
  const escaped = find.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  const bounded = isWholeWord ? `(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])` : escaped;
  return new RegExp(bounded, isCaseSensitive ? 'gu' : 'giu');
}
