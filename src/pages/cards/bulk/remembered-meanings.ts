import { tableFigures } from '#contract/bulk-changes.ts';
import { tableKeys } from '#contract/bulk-table-rows.ts';
import { rememberedColumns } from '#parts/remembered-columns.ts';
import type { Table } from './table-rows.ts';

const columns = rememberedColumns('tableColumnMeanings', [...tableKeys, ...tableFigures]);

/** What its columns were said to be the last time, where the headings are the same; else as they seem. */
export function withRememberedMeanings(table: Table): Table {
  const headings = headingsOf(table);
  const meanings = headings && columns.of(headings);
  return meanings?.length === table.columnCount ? { ...table, meanings } : table;
}

export function rememberMeanings(table: Table): void {
  const headings = headingsOf(table);
  if (headings) columns.remember(headings, table.meanings);
}

/** Undefined without headings: columns alone say nothing of which table it is. */
function headingsOf({ cells, headingAt }: Table): readonly string[] | undefined {
  return headingAt === null ? undefined : cells[headingAt];
}
