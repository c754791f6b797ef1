import { delimiterByNames } from '#contract/delimiter-by-names.ts';
import { guessMeanings } from './column-names.ts';

const NO_CHARACTERISTICS = new Set<string>();

/** What parts the columns of a file of cards or costs, whose first line may be a title. */
export function delimiterUnderTitle(table: string, first: string): string {
  return delimiterByNames(table, first, (cells) => guessMeanings(cells, NO_CHARACTERISTICS));
}
