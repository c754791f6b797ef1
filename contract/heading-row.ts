/** A title, notes, the rows of a marketplace's template: so many lines are looked through for the names of the columns. */
export const HEADING_LINES = 20;

export interface NamedLine {
  cells: readonly string[];
  /** What its cells would be as names of columns. */
  meanings: readonly (string | null)[];
}

/**
 * The place of the line that names the most columns, the first of several; where none names any, the first of more cells than one, or
 * the first. A line of one cell is a title, whatever its word. Below a line of several cells, which may be names that nobody knows, a
 * line of data is not taken for one by a word of chance: it has to name two columns, and not characteristics alone, as many values are
 * called like one.
 */
export function headingRowOf(lines: readonly NamedLine[]): number {
  const hasSeveral = ({ cells }: NamedLine) => cells.filter((cell) => cell !== '').length > 1;
  let best = { at: Math.max(0, lines.findIndex(hasSeveral)), namedCount: 0 };
  let isBelowCells = false;
  for (const [at, line] of lines.entries()) {
    if (!hasSeveral(line)) continue;
    const { meanings } = line;
    const named = meanings.filter((meaning) => meaning !== null);
    const isSure = named.length > 1 && named.some((meaning) => meaning !== 'characteristic');
    if (named.length > best.namedCount && (isSure || !isBelowCells)) best = { at, namedCount: named.length };
    isBelowCells = true;
  }
  return best.at;
}
