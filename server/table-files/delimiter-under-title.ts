import Papa from 'papaparse';
import { DELIMITERS } from '#contract/csv-text.ts';
import { HEADING_LINES } from '#contract/heading-row.ts';
import { guessMeanings } from './column-names.ts';

/** Among them, lines that are empty. */
const LOOKED_THROUGH = 100;
const LOOKED_LENGTH = 100_000;

/**
 * What parts the columns where the first line is a title («Прайс-лист на 1 ноября, Москва»): by that line it is something else. Only
 * where it parts the names of two columns, and what the first line tells parts no two: names that nobody knows stay as they are.
 */
export function delimiterUnderTitle(table: string, first: string): string {
  const head = table.slice(0, LOOKED_LENGTH);
  let best = { delimiter: first, namedCount: Math.max(1, namedCount(head, first, first)) };
  if (best.namedCount > 1) return first;
  for (const delimiter of DELIMITERS) {
    const count = namedCount(head, delimiter, first);
    if (count > best.namedCount) best = { delimiter, namedCount: count };
  }
  return best.delimiter;
}

/** Of the columns of the line that names the most. A comma stands in names and in numbers; what has another in it was parted by that. */
function namedCount(head: string, delimiter: string, first: string): number {
  const { data } = Papa.parse<string[]>(head, { delimiter, preview: LOOKED_THROUGH });
  const counts = data
    .filter((cells) => cells.some((cell) => cell.trim() !== ''))
    .slice(0, HEADING_LINES)
    .filter((cells) => delimiter === first || first === ',' || !cells.some((cell) => cell.includes(first)))
    .map((cells) => guessMeanings(cells, new Set()).filter((meaning) => meaning !== null).length);
  return Math.max(0, ...counts);
}
