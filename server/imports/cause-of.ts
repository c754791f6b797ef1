import type { CellProblem } from '#contract/imports.ts';

const OWN = '…';

/**
 * What the problems of many rows have in common: what a text says of its own row, a quoted value or a number, is left out of it. Two texts
 * with one pattern are one cause, where they are about one column.
 */
export function patternOf({ text }: Pick<CellProblem, 'text'>): string {
  return text.replace(/«[^»]*»+|\d+(?:[\s.,]\d+)*/gu, OWN);
}
