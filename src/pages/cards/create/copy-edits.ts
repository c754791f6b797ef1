import type { CopyCells } from './copy-cells.ts';

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
