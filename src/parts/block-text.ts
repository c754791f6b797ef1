/** Cells of a rectangle, row by row. A row may be shorter than others: there is nothing at its end. */
export type Block = readonly (readonly string[])[];

/**
 * The cells of what a spreadsheet put there. A cell in quotes may have tabs and line breaks; one that only begins with a quote
 * («"Север" кружка») was put there as it is.
 */
export function parseBlock(text: string): Block {
  if (text === '') return [];
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  for (;;) {
    const quoted = matchAt(QUOTED, text, at);
    const cell = quoted ?? matchAt(PLAIN, text, at) ?? '';
    row.push(quoted === null ? cell : quoted.slice(1, -1).replaceAll('""', '"'));
    at += cell.length;
    if (text[at] === '\t') {
      at += 1;
      continue;
    }
    rows.push(row);
    row = [];
    at += matchAt(LINE_BREAK, text, at)?.length ?? 0;
    // Each row ends with a line break: after the last one there is no row.
    if (at >= text.length) return rows;
  }
}

const QUOTED = /"[^"]*(?:""[^"]*)*"(?=[\t\r\n]|$)/y;
const PLAIN = /[^\t\r\n]*/y;
const LINE_BREAK = /\r\n?|\n/y;

function matchAt(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}
