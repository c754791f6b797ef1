import { csvTableOf, csvTextOf } from '#contract/csv-text.ts';
import { delimitedRows } from '#contract/delimited-rows.ts';
import { delimiterByNames } from '#contract/delimiter-by-names.ts';
import { isCompound, isZip, otherFileText } from '#contract/other-files.ts';
import { TABLE_FILE_LIMITS } from '#contract/table-files.ts';
import { meaningOf } from './table-rows.ts';

/** The cells of what was copied from a spreadsheet, or of a CSV file; empty lines keep their number. */
export function cellsOf(text: string): string[][] {
  const { table, delimiter: first } = csvTableOf(text);
  const delimiter = delimiterByNames(table, first, (cells) => cells.map((cell) => meaningOf(cell.trim())));
  return Array.from(delimitedRows(table, delimiter), ({ cells }) => cells.map((cell) => cell.trim()));
}

/** The text of a CSV file, or why it is none; a workbook is read by the server. */
export async function readTableFile(
  file: File,
): Promise<{ text: string } | { problem: string } | { isWorkbook: true }> {
  if (file.size > TABLE_FILE_LIMITS.bytes) {
    return { problem: 'Файл больше 20 МБ. Оставьте в нём только столбцы, которые нужно изменить.' };
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (isZip(bytes) || isCompound(bytes)) return { isWorkbook: true };
  const other = otherFileText(bytes);
  return other === null ? { text: csvTextOf(bytes) } : { problem: other };
}
