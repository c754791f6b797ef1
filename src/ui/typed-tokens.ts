import { foldWord } from './suggestions.ts';

/** Several values in a row, and one being typed among them. */
export interface TypedTokens {
  tokens: readonly string[];
  text: string;
  /** The place of what is typed: between the tokens when one of them is being corrected. */
  at: number;
}

/** 0: no limit. */
export type MaxCount = number;

export function untyped(tokens: readonly string[]): TypedTokens {
  return { tokens, text: '', at: tokens.length };
}

export function isFull(tokens: readonly string[], maxCount: MaxCount): boolean {
  return maxCount > 0 && tokens.length >= maxCount;
}

/** The values as they stand now: what is typed is one already, so that a save in the middle of a word loses nothing. */
export function valuesOf({ tokens, text, at }: TypedTokens, maxCount: MaxCount): string[] {
  return withTokens({ tokens, at }, [text], maxCount);
}

/** The given ones put at the place, but no blank, none that is there already and none over the limit. */
export function withTokens(
  { tokens, at }: Pick<TypedTokens, 'tokens' | 'at'>,
  given: readonly string[],
  maxCount: MaxCount,
): string[] {
  const result = [...tokens];
  let place = at;
  for (const one of given.map((token) => token.trim())) {
    const isThere = result.some((token) => foldWord(token) === foldWord(one));
    if (one === '' || isThere || isFull(result, maxCount)) continue;
    result.splice(place, 0, one);
    place += 1;
  }
  return result;
}

/** What a line or a column copied out of a table consists of. */
export const TABLE_SEPARATOR = /[;\n\r\t]/;

/** One of the tokens becomes the text again. */
export function correcting(tokens: readonly string[], at: number): TypedTokens {
  return { tokens: tokens.toSpliced(at, 1), text: tokens[at] ?? '', at };
}
