import { setImmediate as nextTurn } from 'node:timers/promises';
import { CSV_MARK, csvLine } from '#contract/csv-lines.ts';
import type { ExportFormat } from '#contract/fields.ts';
import type { Column } from '#contract/table-columns.ts';
import { xlsxChunks } from './xlsx.ts';

export interface Table<Row> {
  /** The name of the sheet. */
  name: string;
  columns: readonly Column<Row>[];
  rows: Iterable<Row> | AsyncIterable<Row>;
}

export const TABLE_CONTENT_TYPES: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/**
 * About what comes at a time of a CSV, in characters. By length, for rows with descriptions are a hundred times as wide as others: what
 * is on its way stays as small, and nobody waits for megabytes to be put together.
 */
const LENGTH_AT_ONCE = 32 * 1024;

/** A table as a file that a Russian spreadsheet opens with a double click, piece by piece as its rows come. */
export function tableChunks<Row>(format: ExportFormat, table: Table<Row>): AsyncGenerator<Uint8Array> {
  if (format === 'csv') return csvChunks(table);
  return xlsxChunks({ name: table.name, columns: table.columns, rows: cellRows(table) });
}

/** The same as a whole: for what is small, so that its length can be told. */
export async function tableFile<Row>(format: ExportFormat, table: Table<Row>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of tableChunks(format, table)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function* cellRows<Row>({ columns, rows }: Table<Row>) {
  for await (const row of rows) yield columns.map(({ value }) => value(row));
}

async function* csvChunks<Row>(table: Table<Row>): AsyncGenerator<Uint8Array> {
  yield Buffer.from(CSV_MARK);
  let text = csvLine(table.columns.map(({ title }) => title));
  for await (const cells of cellRows(table)) {
    text += csvLine(cells);
    if (text.length < LENGTH_AT_ONCE) continue;
    yield Buffer.from(text);
    text = '';
    await nextTurn();
  }
  yield Buffer.from(text);
}
