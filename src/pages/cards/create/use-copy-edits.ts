import { useState } from 'react';
import { ApiError } from '#api/http/api-error.ts';
import { refusedCells, type CellTexts, type CopyCells, type CopyColumn } from './copy-cells.ts';
import { withWritings, type CellWriting, type CopyEdits } from './copy-edits.ts';

/** What is typed into a table of copies, and what the server has refused of it. */
export function useCopyEdits() {
  const [edits, setEdits] = useState<CopyEdits>({});
  const [refused, setRefused] = useState<CopyEdits>({});
  return {
    isEdited: Object.keys(edits).length > 0,
    /** The cells of a row, with what is typed over them. */
    typed: (cells: CopyCells, row: number): CopyCells => ({ ...cells, ...edits[row] }),
    /** What is wrong with the rows, with what the server says where nothing else is. */
    withRefusals: (errors: CellTexts): CellTexts => errors.map((own, row) => ({ ...refused[row], ...own })),
    write: (writings: readonly CellWriting[]) => {
      setEdits((now) => withWritings(now, writings));
      // A refusal speaks of a value that is no more.
      setRefused((now) => withWritings(now, writings, true));
    },
    /** Puts back what stood in the table before. */
    takeBack: () => setEdits(edits),
    refuse: (error: unknown, columnsOfRow: (row: number) => readonly CopyColumn[]) => {
      const fields = error instanceof ApiError ? error.fieldErrors : [];
      setRefused(withWritings({}, refusedCells(columnsOfRow, fields)));
    },
    clear: () => {
      setEdits({});
      setRefused({});
    },
  };
}
