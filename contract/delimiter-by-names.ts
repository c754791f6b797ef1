import { DELIMITERS } from './csv-text.ts';
import { HEADING_LINES } from './heading-row.ts';

/** Among them, lines that are empty. */
const LOOKED_THROUGH = 100;
const LOOKED_LENGTH = 100_000;

interface TableReader {
  /** So many of the first lines of a text; each side has a parser of its own. */
  linesOf: (text: string, delimiter: string, lineCount: number) => string[][];
  /** What cells would be as names of columns. */
  meaningsOf: (cells: readonly string[]) => readonly (string | null)[];
}

/**
 * What parts the columns where the first line is a title («Прайс-лист на 1 ноября, Москва»): by that line it is something else. Only
 * where it parts the names of two columns, and what the first line tells parts no two: names that nobody knows stay as they are.
 */
export function delimiterByNames(table: string, first: string, reader: TableReader): string {
  const head = table.slice(0, LOOKED_LENGTH);
  let best = { delimiter: first, namedCount: Math.max(1, namedCount(head, first, first, reader)) };
  if (best.namedCount > 1) return first;
  for (const delimiter of DELIMITERS) {
    const count = namedCount(head, delimiter, first, reader);
    if (count > best.namedCount) best = { delimiter, namedCount: count };
  }
  return best.delimiter;
}

/** Of the columns of the line that names the most. A comma stands in names and in numbers; what has another in it was parted by that. */
function namedCount(head: string, delimiter: string, first: string, reader: TableReader): number {
  const counts = reader
    .linesOf(head, delimiter, LOOKED_THROUGH)
    .filter((cells) => cells.some((cell) => cell.trim() !== ''))
    .slice(0, HEADING_LINES)
    .filter((cells) => delimiter === first || first === ',' || !cells.some((cell) => cell.includes(first)))
    .map((cells) => new Set(reader.meaningsOf(cells).filter((meaning) => meaning !== null)).size);
  return Math.max(0, ...counts);
}
