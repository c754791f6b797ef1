import { DELIMITERS } from './csv-text.ts';
import { delimitedRows } from './delimited-rows.ts';
import { HEADING_LINES } from './heading-row.ts';

/** Among them, lines that are empty. */
const LOOKED_THROUGH = 100;
const LOOKED_LENGTH = 100_000;

/** What cells would be as names of columns. */
type MeaningsOf = (cells: readonly string[]) => readonly (string | null)[];

/**
 * What parts the columns where the first line is a title («Прайс-лист на 1 ноября, Москва»): by that line it is something else. Only
 * where it parts the names of two columns, and what the first line tells parts no two: names that nobody knows stay as they are.
 */
export function delimiterByNames(table: string, first: string, meaningsOf: MeaningsOf): string {
  const head = table.slice(0, LOOKED_LENGTH);
  let best = { delimiter: first, namedCount: Math.max(1, namedCount(head, first, first, meaningsOf)) };
  if (best.namedCount > 1) return first;
  for (const delimiter of DELIMITERS) {
    const count = namedCount(head, delimiter, first, meaningsOf);
    if (count > best.namedCount) best = { delimiter, namedCount: count };
  }
  return best.delimiter;
}

/** Of the columns of the line that names the most. A comma stands in names and in numbers; what has another in it was parted by that. */
function namedCount(head: string, delimiter: string, first: string, meaningsOf: MeaningsOf): number {
  const counts = firstRows(head, delimiter)
    .filter((cells) => cells.some((cell) => cell.trim() !== ''))
    .slice(0, HEADING_LINES)
    .filter((cells) => delimiter === first || first === ',' || !cells.some((cell) => cell.includes(first)))
    .map((cells) => new Set(meaningsOf(cells).filter((meaning) => meaning !== null)).size);
  return Math.max(0, ...counts);
}

function firstRows(head: string, delimiter: string): string[][] {
  const rows: string[][] = [];
  for (const { cells } of delimitedRows(head, delimiter)) {
    rows.push(cells);
    if (rows.length === LOOKED_THROUGH) break;
  }
  return rows;
}
