import { tableFigures, type TableFigure } from '#contract/bulk-changes.ts';
import { MAX_TABLE_KEY_LENGTH, type TableKey, type TableRow } from '#contract/bulk-table-rows.ts';
import { discountSchema, pricedKopecksSchema } from '#contract/fields.ts';
import { HEADING_LINES, headingRowOf } from '#contract/heading-row.ts';
import { hintLineCount, MAX_HINT_LINES } from '#contract/hint-lines.ts';
import { MAX_TABLE_ROWS } from '#contract/selection-limits.ts';
import { parseRoubles } from '#lib/typed-numbers.ts';
import { parseNumber } from '#lib/typed-numbers.ts';
import { formatInteger, NBSP } from '#lib/numbers.ts';
import { TABLE_FIELD_LABELS } from './change-text.ts';

/** What a column of the table is; null: of no use here. */
export type ColumnMeaning = TableKey | TableFigure | null;

export const KEY_LABELS: Record<TableKey, string> = {
  VENDOR_CODE: 'Артикул продавца',
  NM_ID: 'Артикул WB',
  BARCODE: 'Баркод',
};

/** How sellers, the marketplace's own tables and our export name the columns. */
const NAMES: [Exclude<ColumnMeaning, null>, RegExp][] = [
  ['VENDOR_CODE', /^артикул(?: (?:продавца|поставщика))?$/],
  ['NM_ID', /^(?:артикул (?:wb|вб)|nm ?id|номенклатура)$/],
  ['BARCODE', /^(?:баркод|штрихкод|barcode|ean)$/],
  ['clubDiscount', /клуб/],
  ['priceKopecks', /^(?:новая )?(?:розничная )?цена(?: до скидки)?$/],
  ['discount', /^(?:новая )?скидка$/],
  ['costPriceKopecks', /^(?:новая )?себестоимость$/],
];

/** Each has a choice above it; our export has 22. */
export const MAX_COLUMNS = 100;
const MAX_LISTED_PROBLEMS = 100;

export interface Table {
  cells: string[][];
  /** Lines with something in them below the names of the columns. */
  rowCount: number;
  /** Which of the cells name the columns; those above are a title or notes. null: none do. */
  headingAt: number | null;
  columnCount: number;
  meanings: ColumnMeaning[];
}

/** The table with what its columns seem to be. */
export function tableOf(cells: string[][]): Table {
  const filled = cells.filter(isFilled);
  // Not spread into Math.max: a file may have more lines than a call takes arguments.
  const columnCount = filled.reduce((most, row) => Math.max(most, row.length), 0);
  const first = filled.slice(0, HEADING_LINES).map((row) => ({ cells: row, meanings: row.map(meaningOf) }));
  const at = headingRowOf(first);
  const named = first[at]?.meanings ?? [];
  const hasHeadings = named.some((meaning) => meaning !== null) || isHeaderByLook(filled.slice(at));
  const guessed = hasHeadings ? named : [];
  return {
    cells,
    rowCount: filled.length - (hasHeadings ? at + 1 : 0),
    headingAt: hasHeadings ? cells.indexOf(filled[at] ?? []) : null,
    columnCount,
    meanings: withoutRepeats(Array.from({ length: columnCount }, (_, index) => guessed[index] ?? null)),
  };
}

/** In which line, from 1, the columns are named; null: nothing stands above it. */
export function headingLineOf({ cells, headingAt }: Table): number | null {
  return headingAt !== null && cells.slice(0, headingAt).some(isFilled) ? headingAt + 1 : null;
}

/** Which lines under the names of the columns, from 1, explain how to fill them in and are no rows. */
export function hintLinesOf({ cells, headingAt, meanings }: Table): number[] {
  if (headingAt === null) return [];
  const names = cells[headingAt] ?? [];
  const keyColumns = meanings.flatMap((meaning, column) =>
    isKey(meaning) || isKey(meaningOf(names[column] ?? '')) ? [column] : [],
  );
  const under = [];
  for (let at = headingAt + 1; at < cells.length && under.length < MAX_HINT_LINES; at += 1) {
    const row = cells[at] ?? [];
    if (isFilled(row)) under.push({ line: at + 1, cells: row });
  }
  return under.slice(0, hintLineCount(under, keyColumns)).map(({ line }) => line);
}

/** Among the cells. */
export function firstRowAt(table: Table): number {
  return hintLinesOf(table).at(-1) ?? (table.headingAt === null ? 0 : table.headingAt + 1);
}

/** The table with one column named by the person; what another column was before is taken from it. */
export function withMeaning(table: Table, column: number, meaning: ColumnMeaning): Table {
  const meanings = table.meanings.map((before, index) => {
    if (index === column) return meaning;
    const isTaken = before === meaning || (isKey(before) && isKey(meaning));
    return isTaken ? null : before;
  });
  return { ...table, meanings };
}

export interface CellProblem {
  line: number;
  text: string;
}

/** The rows that may be sent, and what cannot be read: a row with such a cell takes no part. */
export function rowsOf(
  table: Table,
): { problem: string } | { key: TableKey; rows: TableRow[]; problems: CellProblem[]; problemCount: number } {
  const { cells, meanings } = table;
  const keyColumn = meanings.findIndex(isKey);
  const key = meanings[keyColumn];
  if (!isKey(key)) return { problem: 'Укажите, в каком столбце артикул или баркод' };
  if (!meanings.some(isField)) return { problem: 'Укажите столбец с ценой, скидкой или себестоимостью' };
  const rows: TableRow[] = [];
  const problems: CellProblem[] = [];
  const firstAt = firstRowAt(table);
  for (const [index, row] of cells.entries()) {
    if (index < firstAt || !isFilled(row)) continue;
    const line = index + 1;
    const read = readRow(row, meanings, keyColumn);
    if ('problem' in read) problems.push({ line, text: read.problem });
    else if (Object.keys(read.values).length > 0) rows.push({ line, key: read.key, ...read.values });
  }
  if (rows.length > MAX_TABLE_ROWS) {
    return {
      problem: `В таблице ${formatInteger(rows.length)} строк, за раз можно ${formatInteger(MAX_TABLE_ROWS)}: разделите её`,
    };
  }
  if (rows.length === 0 && problems.length === 0) return { problem: 'В таблице нет ни одного значения' };
  return { key, rows, problems: problems.slice(0, MAX_LISTED_PROBLEMS), problemCount: problems.length };
}

type Values = Partial<Record<TableFigure, number>>;

/** A cell that is empty leaves the value as it is. */
function readRow(
  row: readonly string[],
  meanings: readonly ColumnMeaning[],
  keyColumn: number,
): { key: string; values: Values } | { problem: string } {
  const key = row[keyColumn] ?? '';
  const values: Values = {};
  for (const [column, meaning] of meanings.entries()) {
    const cell = row[column] ?? '';
    if (!isField(meaning) || cell === '') continue;
    const value = meaning === 'discount' || meaning === 'clubDiscount' ? readPercent(cell) : readSum(cell);
    if (value === null) {
      const wanted = meaning.endsWith('iscount')
        ? `нужно целое число от 0 до 99${NBSP}%`
        : 'нужна сумма в рублях';
      return { problem: `${TABLE_FIELD_LABELS[meaning]} «${cell.slice(0, 40)}»: ${wanted}` };
    }
    values[meaning] = value;
  }
  if (key === '' && Object.keys(values).length > 0) return { problem: 'Нет артикула или баркода' };
  if (key.length > MAX_TABLE_KEY_LENGTH)
    return { problem: `«${key.slice(0, 40)}…»: слишком длинно для артикула` };
  return { key, values };
}

export function readSum(cell: string): number | null {
  const kopecks = parseRoubles(cell);
  return kopecks !== null && pricedKopecksSchema.safeParse(kopecks).success ? kopecks : null;
}

export function readPercent(cell: string): number | null {
  const percent = parseNumber(cell.replace(/\s*%$/, ''));
  return percent !== null && discountSchema.safeParse(percent).success ? percent : null;
}

/** Without its unit: «Цена, ₽» is «цена». */
export function meaningOf(cell: string): ColumnMeaning {
  const name = cell
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[,(]?\s*(?:₽|%|руб\.?)\)?$/, '')
    .trim();
  return NAMES.find(([, pattern]) => pattern.test(name))?.[0] ?? null;
}

/** No number in the first line, and some below it. */
function isHeaderByLook([first, ...rest]: readonly string[][]): boolean {
  const hasNumber = (row: readonly string[]) => row.some((cell) => readSum(cell) !== null);
  return first !== undefined && !hasNumber(first) && rest.some(hasNumber);
}

/** One column names the cards, and one has each value: the first of several. */
function withoutRepeats(meanings: readonly ColumnMeaning[]): ColumnMeaning[] {
  return meanings.map((meaning, index) => {
    const before = meanings.slice(0, index);
    const isTaken = isKey(meaning) ? before.some(isKey) : before.includes(meaning);
    return isTaken ? null : meaning;
  });
}

function isKey(meaning: ColumnMeaning | undefined): meaning is TableKey {
  return meaning !== undefined && meaning !== null && meaning in KEY_LABELS;
}

function isField(meaning: ColumnMeaning | undefined): meaning is TableFigure {
  return tableFigures.some((field) => field === meaning);
}

export function isFilled(row: readonly string[]): boolean {
  return row.some((cell) => cell !== '');
}
