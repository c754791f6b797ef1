import { ApiError } from '#api/http/api-error.ts';
import { refusedCells, type ColumnsOfRow } from './copy-cells.ts';

export interface ShownProblem {
  error: unknown;
  /** The table shows which cells were refused. */
  isOfCells: boolean;
}

/** What is to be said of how making ended; null: nothing. What was refused of cells is over once they are typed anew. */
export function shownProblem(
  error: unknown,
  { columnsOfRow, hasErrors }: { columnsOfRow: ColumnsOfRow; hasErrors: boolean },
): ShownProblem | null {
  if (error === null) return null;
  const fields = error instanceof ApiError ? error.fieldErrors : [];
  const isOfCells = refusedCells(columnsOfRow, fields).length > 0;
  return isOfCells && !hasErrors ? null : { error, isOfCells };
}
