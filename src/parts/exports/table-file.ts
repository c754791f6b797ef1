import { strToU8, Zip, ZipDeflate } from 'fflate';
import { CSV_MARK, csvLine } from '#contract/csv-lines.ts';
import type { ExportFormat } from '#contract/fields.ts';
import { SHEET_PART, sheetXml, workbookParts } from '#contract/sheet-xml.ts';
import type { Column, TableCell } from '#contract/table-columns.ts';
import { nextTask } from '#lib/next-task.ts';

export interface Table<Row> {
  /** The name of the sheet. */
  sheet: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
}

const TYPES: Record<ExportFormat, string> = {
  csv: 'text/csv;charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** The same file that the server makes of its tables. The page stays usable while a long one is made. */
export async function tableFile<Row>(format: ExportFormat, table: Table<Row>): Promise<Blob> {
  const parts = format === 'csv' ? csvParts(table) : await xlsxParts(table);
  return new Blob(parts, { type: TYPES[format] });
}

function csvParts<Row>({ columns, rows }: Table<Row>): string[] {
  const titles = columns.map(({ title }) => title);
  return [CSV_MARK, csvLine(titles), ...rows.map((row) => csvLine(cellsOf(columns, row)))];
}

async function xlsxParts<Row>({ sheet, columns, rows }: Table<Row>): Promise<Uint8Array<ArrayBuffer>[]> {
  const packed: Uint8Array<ArrayBuffer>[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    packed.push(chunk);
  });
  const begin = (name: string) => {
    const part = new ZipDeflate(name, { level: 6 });
    zip.add(part);
    return part;
  };
  for (const [name, xml] of workbookParts(sheet)) begin(name).push(strToU8(xml), true);
  const part = begin(SHEET_PART);
  for await (const xml of sheetXml({ columns, rows: cellRows(columns, rows) })) {
    part.push(strToU8(xml));
    await nextTask();
  }
  part.push(new Uint8Array(), true);
  zip.end();
  return packed;
}

async function* cellRows<Row>(columns: readonly Column<Row>[], rows: readonly Row[]) {
  for (const row of rows) yield cellsOf(columns, row);
}

function cellsOf<Row>(columns: readonly Column<Row>[], row: Row): TableCell[] {
  return columns.map(({ value }) => value(row));
}
