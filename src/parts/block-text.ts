import { delimitedRows } from '#contract/delimited-rows.ts';

/** Cells of a rectangle, row by row. A row may be shorter than others: there is nothing at its end. */
export type Block = readonly (readonly string[])[];

/** The cells of what a spreadsheet put there. */
export function parseBlock(text: string): Block {
  return Array.from(delimitedRows(text, '\t'), ({ cells }) => cells);
}
