/** What a spreadsheet copies and what it writes as CSV: rows of cells with a delimiter between them. */

export interface DelimitedRow {
  cells: string[];
  /** A cell begins with a quote and has no other: it was to go on, and nobody knows how far. */
  hasOpenQuote: boolean;
}

/**
 * The rows of a text, one when it is asked for. A cell in quotes may have delimiters and line breaks in it; one that only begins with a
 * quote («"Север" кружка») is as it stands there: a program that quotes nothing has written it.
 */
export function* delimitedRows(text: string, delimiter: string): Generator<DelimitedRow> {
  const cellEnd = new RegExp(`[${delimiter}\\r\\n]|$`, 'g');
  let row: DelimitedRow = { cells: [], hasOpenQuote: false };
  for (let at = 0; at < text.length || row.cells.length > 0;) {
    const quoted = quotedAt(text, at, delimiter);
    cellEnd.lastIndex = at;
    const end = quoted?.end ?? cellEnd.exec(text)?.index ?? text.length;
    const cell = quoted?.cell ?? text.slice(at, end);
    row.cells.push(cell);
    row.hasOpenQuote ||= quoted === null && cell.startsWith('"') && !cell.includes('"', 1);
    at = end;
    if (text[at] === delimiter) {
      at += 1;
      continue;
    }
    yield row;
    row = { cells: [], hasOpenQuote: false };
    // Each row ends with a line break: after the last one there is no row.
    at += text.startsWith('\r\n', at) ? 2 : 1;
  }
}

/** A cell that is in quotes as a whole, blanks after them included; null: none begins here. */
function quotedAt(text: string, at: number, delimiter: string): { cell: string; end: number } | null {
  if (text[at] !== '"') return null;
  let closing = text.indexOf('"', at + 1);
  while (closing !== -1 && text[closing + 1] === '"') closing = text.indexOf('"', closing + 2);
  if (closing === -1) return null;
  let end = closing + 1;
  while (text[end] === ' ') end += 1;
  const isWhole = [delimiter, '\r', '\n', undefined].includes(text[end]);
  return isWhole ? { cell: text.slice(at + 1, closing).replaceAll('""', '"'), end } : null;
}
