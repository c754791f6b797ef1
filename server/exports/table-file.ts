import { csvTextCell } from '#contract/csv-text.ts';
import type { ExportFormat } from '#contract/fields.ts';
import { xlsxFile } from './xlsx.ts';

/** One column of an exported table. A number stays a number, so that a spreadsheet can reckon with it. */
export interface Column<Row> {
  title: string;
  /** In characters. */
  width: number;
  value: (row: Row) => string | number | null;
}

export interface TableFile {
  contentType: string;
  bytes: Buffer;
}

/** A table as a file that a Russian spreadsheet opens with a double click. */
export async function tableFile<Row>(
  format: ExportFormat,
  sheet: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): Promise<TableFile> {
  if (format === 'csv') return { contentType: 'text/csv; charset=utf-8', bytes: csvOf(columns, rows) };
  return {
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    bytes: await xlsxFile({
      name: sheet,
      columns,
      rows: cellRows(columns, rows),
    }),
  };
}

function* cellRows<Row>(columns: readonly Column<Row>[], rows: readonly Row[]) {
  for (const row of rows) yield columns.map(({ value }) => value(row));
}

/** UTF-8 with a mark, semicolons, decimal commas: what a Russian spreadsheet expects. */
function csvOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): Buffer {
  const lines = [columns.map(({ title }) => title), ...rows.map((row) => columns.map((c) => c.value(row)))];
  return Buffer.from(`\ufeff${lines.map((line) => line.map(csvCell).join(';')).join('\r\n')}\r\n`);
}

function csvCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value).replace('.', ',');
  return csvTextCell(value);
}
