import writeExcelFile from 'write-excel-file/node';
import type { ExportFormat } from '#contract/fields.ts';

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
    bytes: await xlsxOf(sheet, columns, rows),
  };
}

/** UTF-8 with a mark, semicolons, decimal commas: what a Russian spreadsheet expects. */
function csvOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): Buffer {
  const lines = [columns.map(({ title }) => title), ...rows.map((row) => columns.map((c) => c.value(row)))];
  return Buffer.from(`\ufeff${lines.map((line) => line.map(csvCell).join(';')).join('\r\n')}\r\n`);
}

function csvCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value).replace('.', ',');
  const text = inertText(value);
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** What the sheet's XML may not hold; a title that came from outside may have anything. */
const NOT_XML =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
/** Excel refuses a longer cell, and with it the whole file. */
const MAX_CELL_LENGTH = 32_767;

async function xlsxOf<Row>(
  sheet: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): Promise<Buffer> {
  const head = columns.map(({ title }) => ({ type: String, value: title, fontWeight: 'bold' as const }));
  const body = rows.map((row) =>
    columns.map(({ value }) => {
      const content = value(row);
      if (content === null || content === '') return null;
      if (typeof content === 'number') return { type: Number, value: content };
      return { type: String, value: inertText(content).replace(NOT_XML, '').slice(0, MAX_CELL_LENGTH) };
    }),
  );
  return await writeExcelFile([head, ...body], {
    sheet,
    columns: columns.map(({ width }) => ({ width })),
    stickyRowsCount: 1,
  }).toBuffer();
}

/**
 * Text that a spreadsheet would run as a formula gets an apostrophe: at once in CSV, and in a text cell of XLSX as soon
 * as somebody edits it or saves the sheet as CSV.
 */
export function inertText(text: string): string {
  return /^[=+\-@\t\r\0\uff1d\uff0b\uff0d\uff20]/.test(text) ? `'${text}` : text;
}
