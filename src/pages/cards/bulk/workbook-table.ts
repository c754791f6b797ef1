import type { EndpointResponse } from '#contract/endpoint.ts';
import type { readTableFileEndpoint } from '#contract/table-files.ts';
import { withRememberedMeanings } from './remembered-meanings.ts';
import { MAX_COLUMNS, tableOf, type Table } from './table-rows.ts';

/** A workbook of which one sheet was read. */
export interface Workbook {
  file: File;
  sheets: readonly string[];
  /** The first is 0. */
  sheet: number;
}

export interface TableFrom {
  table: Table;
  /** null: pasted, or CSV. */
  workbook: Workbook | null;
}

/** Each cell at the line and column where the person sees it in Excel. */
export function cellsOfLines({ rows }: EndpointResponse<typeof readTableFileEndpoint>): string[][] {
  const cells: string[][] = Array.from({ length: rows.at(-1)?.line ?? 0 }, () => []);
  for (const row of rows) cells[row.line - 1] = row.cells;
  return cells;
}

/** The table with what its columns are, or why nothing can be changed by it. */
export function usableTable(cells: string[][]): { table: Table } | { problem: string } {
  const table = tableOf(cells);
  if (table.columnCount < 2)
    return { problem: 'Нужно хотя бы два столбца: артикул или баркод и новое значение' };
  if (table.columnCount > MAX_COLUMNS)
    return { problem: `Столбцов больше ${MAX_COLUMNS}: оставьте только нужные` };
  return { table: withRememberedMeanings(table) };
}
