import Papa from 'papaparse';

/** 10 000 rows of an export with its descriptions are smaller. */
export const MAX_TABLE_BYTES = 20_000_000;
/** The most telling first: a comma stands in names («Цена, ₽») and in numbers, a tab in neither. */
const DELIMITERS = ['\t', ';', '|', ','];

/** The cells of what was copied from a spreadsheet, or of a CSV file; empty lines keep their number. */
export function cellsOf(text: string): string[][] {
  // A byte order mark would be a part of the first column's name.
  const table = text.replace(/^\uFEFF/, '');
  const { data } = Papa.parse<string[]>(table, { delimiter: delimiterOf(table) });
  return data.map((cells) => cells.map((cell) => cell.trim()));
}

/** By the first line, without what stands in quotes there. */
function delimiterOf(table: string): string {
  const first = table.replaceAll(/"[^"]*"/g, '').split(/[\r\n]/, 1)[0] ?? '';
  return DELIMITERS.find((delimiter) => first.includes(delimiter)) ?? ',';
}

/** The text of a CSV file, or why it is none. Excel on Windows writes windows-1251. */
export async function readTableFile(file: File): Promise<{ text: string } | { problem: string }> {
  if (file.size > MAX_TABLE_BYTES) {
    return { problem: 'Файл больше 20 МБ. Оставьте в нём только столбцы, которые нужно изменить.' };
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (isWorkbook(bytes)) {
    return {
      problem:
        'Это книга Excel. Откройте её, скопируйте нужные столбцы и вставьте сюда — или сохраните как CSV.',
    };
  }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { text: new TextDecoder('windows-1251').decode(bytes) };
  }
}

/** XLSX and ODS are ZIP archives, XLS is a compound file. */
function isWorkbook(bytes: Uint8Array): boolean {
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  const isCompound = bytes[0] === 0xd0 && bytes[1] === 0xcf;
  return isZip || isCompound;
}
