import { csvTableOf, csvTextOf, withoutMark } from '#contract/csv-text.ts';
import { delimitedRows } from '#contract/delimited-rows.ts';
import { isCompound, isZip, otherFileText, SAVE_AS_XLSX } from '#contract/other-files.ts';
import { TABLE_FILE_LIMITS } from '#contract/table-files.ts';
import { cellText, type CellValue } from './cell-text.ts';
import { delimiterUnderTitle } from './delimiter-under-title.ts';
import { openWorkbook } from './read-workbook.ts';
import { TableFileError, tooManyColumns, tooManyRows } from './table-file-error.ts';

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
    const csv = { rows: () => csvRows(bytes, limits), rowsAtMost: () => lineEnds(bytes) + 1 };
    return { sheets: [], isSince1904: false, lines: linesOf(csv, limits) };
  }
  const { sheets, isSince1904, rows, rowsAtMost } = openWorkbook(bytes, limits.columns);
  if (sheet >= sheets.length) throw new TableFileError('В книге нет такого листа: выберите другой');
  const book = { rows: () => rows(sheet), rowsAtMost: () => rowsAtMost(sheet) };
  return { sheets, isSince1904, lines: linesOf(book, limits) };
}

const LF = 0x0a;
const CR = 0x0d;

type Rows = AsyncIterable<{ line: number; values: readonly CellValue[] }>;

interface RowSource {
  rows: () => Rows;
  /** However many of them are filled; counted without reading them. */
  rowsAtMost: () => number;
}

/**
 * What may have too many rows is read through before the first is given: whoever keeps them as they come would have kept tens of thousands
 * before the one too many.
 */
async function* linesOf({ rows, rowsAtMost }: RowSource, limits: TableLimits): AsyncGenerator<TableLine> {
  if (rowsAtMost() > lineLimit(limits)) await readThrough(filledLines(rows(), limits));
  yield* filledLines(rows(), limits);
}

async function readThrough(lines: AsyncGenerator<TableLine>): Promise<void> {
  while (!(await lines.next()).done);
}

async function* filledLines(rows: Rows, limits: TableLimits): AsyncGenerator<TableLine> {
  let count = 0;
  for await (const { line, values } of rows) {
    const filled = values.findLastIndex((value) => value !== null && value !== undefined && value !== '') + 1;
    if (filled > limits.columns) throw tooManyColumns(limits.columns);
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

/** Also those inside a cell, and of UTF-16 what only looks like one. */
function lineEnds(bytes: Uint8Array): number {
  let count = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    if (bytes[at] === LF || (bytes[at] === CR && bytes[at + 1] !== LF)) count += 1;
  }
  return count;
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
