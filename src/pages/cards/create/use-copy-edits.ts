import { useState } from 'react';
import { ApiError } from '#api/http/api-error.ts';
import { refusedCells, type CopyColumn } from './copy-cells.ts';
import { withoutRowsAbove, withWritings, type CellWriting, type CopyEdits } from './copy-edits.ts';

interface Typing {
  edits: CopyEdits;
  refused: CopyEdits;
  /** How many rows there were above the first one, which have become cards. */
  dropped: number;
}

const NOTHING_TYPED: Typing = { edits: {}, refused: {}, dropped: 0 };

/** What is typed into a table of copies, and what the server has refused of it. */
export function useCopyEdits() {
  const [typing, setTyping] = useState(NOTHING_TYPED);
  return {
    ...typing,
    isEdited: Object.keys(typing.edits).length > 0,
    write: (writings: readonly CellWriting[]) =>
      setTyping((now) => ({
        ...now,
        edits: withWritings(now.edits, writings),
        // A refusal speaks of a value that is no more.
        refused: withWritings(now.refused, writings, true),
      })),
    /** Puts back what stood in the table before; not where rows have gone since. */
    takeBack: () =>
      setTyping((now) => (now.dropped === typing.dropped ? { ...now, edits: typing.edits } : now)),
    refuse: (error: unknown, columnsOfRow: (row: number) => readonly CopyColumn[]) => {
      const fields = error instanceof ApiError ? error.fieldErrors : [];
      setTyping((now) => ({ ...now, refused: withWritings({}, refusedCells(columnsOfRow, fields)) }));
    },
    /** The first rows have become cards. */
    dropRows: (count: number) =>
      setTyping(({ edits, refused, dropped }) => ({
        edits: withoutRowsAbove(edits, count),
        refused: withoutRowsAbove(refused, count),
        dropped: dropped + count,
      })),
    clear: () => setTyping(NOTHING_TYPED),
  };
}
