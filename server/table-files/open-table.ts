import { csvTableOf, csvTextOf, withoutMark } from '#contract/csv-text.ts';
import { delimitedRows } from '#contract/delimited-rows.ts';
import { isCompound, isZip, otherFileText, SAVE_AS_XLSX } from '#contract/other-files.ts';
import { TABLE_FILE_LIMITS } from '#contract/table-files.ts';
import { cellText, type CellValue } from './cell-text.ts';
import { delimiterUnderTitle } from './delimiter-under-title.ts';
import { openWorkbook } from './read-workbook.ts';
import { TableFileError, tooManyRows } from './table-file-error.ts';

/** Cells as text, those at the end of a row that are empty left out. */
export interface TableLine {
  line: number;
  cells: string[];
}

export interface TableLimits {
  rows: number;
  /** So many more may be read: what stands above the names of the columns is no row. */
  linesAbove?: number;
  columns: number;
  cellLength: number;
}

export interface OpenTable {
  /** None for CSV. */
  sheets: string[];
  /** A workbook that counts its days from 1904. */
  isSince1904: boolean;
  lines: AsyncGenerator<TableLine>;
}

/** The filled lines of a table, whatever kind of file it is in. Throws {@link TableFileError}, some of it while reading. */
export function openTable(bytes: Uint8Array, sheet: number, limits: TableLimits): OpenTable {
  if (bytes.length === 0) throw new TableFileError('Файл пуст');
  refuseOtherFiles(bytes);
  if (!isZip(bytes)) {
    return { sheets: [], isSince1904: false, lines: filledLines(csvRows(bytes, limits), limits) };
  }
  const { sheets, isSince1904, rows } = openWorkbook(bytes);
  if (sheet >= sheets.length) throw new TableFileError('В книге нет такого листа: выберите другой');
  return { sheets, isSince1904, lines: filledLines(rows(sheet), limits) };
}

type Rows = AsyncIterable<{ line: number; values: readonly CellValue[] }>;

async function* filledLines(rows: Rows, limits: TableLimits): AsyncGenerator<TableLine> {
  let count = 0;
  for await (const { line, values } of rows) {
    const filled = values.findLastIndex((value) => value !== null && value !== undefined && value !== '') + 1;
    if (filled > limits.columns)
      throw new TableFileError(`Столбцов больше ${limits.columns}: оставьте только нужные`);
    const cells = values.slice(0, filled).map((value) => cellText(value, limits.cellLength));
    while (cells.at(-1) === '') cells.pop();
    if (cells.length === 0) continue;
    count += 1;
    if (count > lineLimit(limits)) throw tooManyRows(limits.rows - 1);
    yield { line, cells };
  }
}

function lineLimit({ rows, linesAbove = 0 }: TableLimits): number {
  return rows + linesAbove;
}

async function* csvRows(bytes: Uint8Array, limits: TableLimits): Rows {
  const { table, delimiter: first } = csvTableOf(csvTextOf(bytes));
  if (/^\s*</.test(table)) {
    throw new TableFileError(`Это веб-страница, а не таблица: откройте её в Excel и ${SAVE_AS_XLSX}`);
  }
  const delimiter = delimiterUnderTitle(table, first);
  let line = 0;
  for (const { cells, hasOpenQuote } of delimitedRows(table, delimiter)) {
    line += 1;
    // Where it was to end nobody knows: what follows may be a part of the cell.
    if (hasOpenQuote) {
      throw new TableFileError(
        `В строке ${line} кавычка открыта и не закрыта: уберите её или поставьте вторую и загрузите файл ещё раз`,
      );
    }
    // However many are empty, none of the filled is lost; one more than there may be is told as too many.
    if (cells.every((value) => cellText(value, limits.cellLength) === '')) continue;
    yield { line, values: cells.map(withoutMark) };
  }
}

/** Of the binary kind before 2007, and of any kind behind a password, the same container. */
function refuseOtherFiles(bytes: Uint8Array): void {
  const other = isCompound(bytes) ? compoundText(Buffer.from(bytes)) : otherFileText(bytes);
  if (other !== null) throw new TableFileError(other);
  if (bytes.length > TABLE_FILE_LIMITS.bytes) throw new TableFileError('Файл больше 20 МБ');
}

function compoundText(bytes: Buffer): string {
  const has = (name: string) => bytes.includes(Buffer.from(name, 'utf16le'));
  if (has('EncryptedPackage')) return 'Файл защищён паролем: снимите защиту и сохраните его ещё раз';
  // A workbook may hold a document.
  return has('WordDocument') && !has('Workbook')
    ? `Это документ старого Word (.doc): перенесите таблицу из него в Excel и ${SAVE_AS_XLSX}`
    : `Это книга старого Excel (.xls): откройте её и ${SAVE_AS_XLSX}`;
}
