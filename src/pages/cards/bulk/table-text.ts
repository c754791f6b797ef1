import Papa from 'papaparse';
import { csvTextOf, delimiterOf } from '#contract/csv-text.ts';
import { TABLE_FILE_LIMITS } from '#contract/table-files.ts';

/** The cells of what was copied from a spreadsheet, or of a CSV file; empty lines keep their number. */
export function cellsOf(text: string): string[][] {
  // A byte order mark would be a part of the first column's name.
  const table = text.replace(/^\uFEFF/, '');
  const { data } = Papa.parse<string[]>(table, { delimiter: delimiterOf(table) });
  return data.map((cells) => cells.map((cell) => cell.trim()));
}

/** The text of a CSV file, or why it is none; a workbook is read by the server. */
export async function readTableFile(
  file: File,
): Promise<{ text: string } | { problem: string } | { isWorkbook: true }> {
  if (file.size > TABLE_FILE_LIMITS.bytes) {
    return { problem: 'Файл больше 20 МБ. Оставьте в нём только столбцы, которые нужно изменить.' };
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  return isWorkbook(bytes) ? { isWorkbook: true } : { text: csvTextOf(bytes) };
}

/** XLSX and ODS are ZIP archives, XLS is a compound file. */
function isWorkbook(bytes: Uint8Array): boolean {
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  const isCompound = bytes[0] === 0xd0 && bytes[1] === 0xcf;
  return isZip || isCompound;
}
