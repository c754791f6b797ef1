import type { CellTexts, CopyCells } from './copy-cells.ts';

/** Something typed, pasted or said of a cell of the table of copies. */
export interface CellWriting {
  row: number;
  key: string;
  text: string;
}

/** By the row's place in the table. */
export type CopyEdits = Readonly<Record<number, CopyCells>>;

export function withWritings(
  edits: CopyEdits,
  writings: readonly CellWriting[],
  isErased = false,
): CopyEdits {
  const next: Record<number, Record<string, string>> = { ...edits };
  for (const { row, key, text } of writings) {
    const { [key]: _before, ...others } = next[row] ?? {};
    next[row] = isErased ? others : { ...others, [key]: text };
  }
  return next;
}

/** The rows above are no more: those that follow go up by as many. */
export function withoutRowsAbove(edits: CopyEdits, count: number): CopyEdits {
  const left = Object.entries(edits).filter(([row]) => Number(row) >= count);
  return Object.fromEntries(left.map(([row, cells]) => [Number(row) - count, cells]));
}

/** By what is typed over a row; many rows are looked at with each letter, and all but one are as they were. */
const typedRows = new WeakMap<CopyCells, { cells: CopyCells; typed: CopyCells }>();

/** The cells of a row, with what is typed over them: the same object as long as both are. */
export function typedOver(cells: CopyCells, edit: CopyCells | undefined): CopyCells {
  if (!edit) return cells;
  const known = typedRows.get(edit);
  if (known?.cells === cells) return known.typed;
  const typed = { ...cells, ...edit };
  typedRows.set(edit, { cells, typed });
  return typed;
}

/** What is wrong with the rows, with what the server says where nothing else is. */
export function withRefusals(errors: CellTexts, refused: CopyEdits): CellTexts {
  return errors.map((own, row) => (refused[row] ? { ...refused[row], ...own } : own));
}
