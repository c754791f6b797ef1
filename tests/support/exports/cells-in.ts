import type { Column, TableCell } from '#contract/table-columns.ts';

/** What a row has in each column of an exported table, by the column's title. */
export function cellsIn<Row>(columns: readonly Column<Row>[], row: Row): Record<string, TableCell> {
  return Object.fromEntries(columns.map(({ title, value }) => [title, value(row)]));
}
