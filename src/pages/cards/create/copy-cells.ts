import type { CopyRow } from '#contract/card-copies.ts';
import {
  characterCount,
  hasWrongCheckDigit,
  TITLE_MAX_LENGTH,
  VENDOR_CODE_MAX_LENGTH,
} from '#contract/card-rules.ts';
import type { Card } from '#contract/cards.ts';
import type { FieldError } from '#contract/errors.ts';
import { stripLineBreaks } from '#lib/text.ts';
import { valuesOf, withValues } from '#pages/cards/form/characteristic-values.ts';

/** What a column of the copies is: a barcode column belongs to one size. */
export type CopyColumn =
  | { key: 'vendorCode' | 'title' | 'colour'; label: string }
  | { key: `size-${number}`; label: string; sizeIndex: number };

/** A copy's cells as they are typed, by the column's key. */
export type CopyCells = Readonly<Record<string, string>>;
/** What is said of cells, a record for each row. */
export type CellTexts = readonly Readonly<Record<string, string>>[];

const COLOUR_SEPARATOR = ';';
const BARCODE = /^\d{8,15}$/;

/** What every copy has. */
export const NAME_COLUMNS: readonly CopyColumn[] = [
  { key: 'vendorCode', label: 'Артикул продавца' },
  { key: 'title', label: 'Наименование' },
];

/** A column for each size, and one for the colour where there is any. */
export function columnsOf(sizes: readonly { techSize: string }[], colourLabel?: string): CopyColumn[] {
  return [
    ...NAME_COLUMNS,
    ...(colourLabel === undefined ? [] : [{ key: 'colour' as const, label: colourLabel }]),
    ...sizes.map(({ techSize }, sizeIndex) => ({
      key: `size-${sizeIndex}` as const,
      label: techSize === '' ? 'Баркод' : `Баркод, ${techSize}`,
      sizeIndex,
    })),
  ];
}

/** What stands in a row before anybody types: the copy's free names, the card's colour, no barcodes. */
export function initialCells(
  card: Card,
  colourId: number | undefined,
  names: { vendorCode: string; title: string },
): CopyCells {
  if (colourId === undefined) return names;
  return { ...names, colour: colourText(valuesOf(card.characteristics, colourId)) };
}

export function colourText(values: readonly string[]): string {
  return values.join(`${COLOUR_SEPARATOR} `);
}

export function barcodesOf(text: string | undefined): string[] {
  return (text ?? '').split(/[\s,;]+/).filter((barcode) => barcode !== '');
}

/** The copy as it is asked for. Of the card's lists only those are sent that were changed. */
export function toCopyRow(card: Card, colourId: number | undefined, cells: CopyCells): CopyRow {
  const row: CopyRow = namesOf(cells);
  if (colourId !== undefined) {
    const colours = changedColours(cells['colour'], valuesOf(card.characteristics, colourId));
    if (colours) row.characteristics = withValues(card.characteristics, colourId, colours);
  }
  const sizes = card.sizes.map((size, index) => ({ ...size, skus: barcodesOf(cells[`size-${index}`]) }));
  if (sizes.some(({ skus }) => skus.length > 0)) row.sizes = sizes;
  return row;
}

export function namesOf(cells: CopyCells): { vendorCode: string; title: string } {
  return {
    vendorCode: stripLineBreaks(cells['vendorCode'] ?? ''),
    title: stripLineBreaks(cells['title'] ?? ''),
  };
}

/** Null: they are what they were. */
export function changedColours(text: string | undefined, before: readonly string[]): string[] | null {
  const colours = coloursOf(text);
  return colours.join(COLOUR_SEPARATOR) === before.join(COLOUR_SEPARATOR) ? null : colours;
}

function coloursOf(text = ''): string[] {
  return text
    .split(COLOUR_SEPARATOR)
    .map((value) => value.trim())
    .filter((value) => value !== '');
}

/** Who has a value already: the card, or a copy further up. */
interface Taken {
  vendorCode: Map<string, string>;
  title: Map<string, string>;
  barcode: Map<string, string>;
}

type ColumnsOfRow = (row: number) => readonly CopyColumn[];

/** Of most rows nothing is said. */
const NOTHING_SAID = {};

/** What would be refused anyway, said while one types. The server checks again, against all cards. */
export function cellErrors(
  card: Pick<Card, 'vendorCode' | 'title' | 'sizes'>,
  columnsOfRow: ColumnsOfRow,
  rows: readonly CopyCells[],
  /** What the first row is called. */
  firstNumber = 1,
): CellTexts {
  const holder = 'исходной карточки';
  const taken: Taken = {
    vendorCode: new Map([[card.vendorCode, holder]]),
    title: new Map([[card.title, holder]]),
    barcode: new Map(card.sizes.flatMap(({ skus }) => skus.map((sku) => [sku, holder]))),
  };
  return rows.map((cells, row) => {
    const name = `копии ${firstNumber + row}`;
    return textsOf(columnsOfRow(row), (column) => {
      const text = stripLineBreaks(cells[column.key] ?? '');
      const error = errorOf(column, text, taken);
      take(column, text, taken, name);
      return error;
    });
  });
}

function textsOf(columns: readonly CopyColumn[], textOf: (column: CopyColumn) => string | null) {
  let texts: Record<string, string> | undefined;
  for (const column of columns) {
    const text = textOf(column);
    if (text !== null) texts = { ...texts, [column.key]: text };
  }
  return texts ?? NOTHING_SAID;
}

function errorOf(column: CopyColumn, text: string, taken: Taken): string | null {
  if (isOfSize(column)) return barcodeError(text, taken.barcode);
  if (column.key === 'vendorCode') {
    return nameError(text, taken.vendorCode, { empty: 'Укажите артикул', maxLength: VENDOR_CODE_MAX_LENGTH });
  }
  if (column.key === 'title') {
    return nameError(text, taken.title, { empty: 'Укажите наименование', maxLength: TITLE_MAX_LENGTH });
  }
  return null;
}

function take(column: CopyColumn, text: string, taken: Taken, holder: string): void {
  const add = (holders: Map<string, string>, value: string) =>
    holders.has(value) ? undefined : holders.set(value, holder);
  if (isOfSize(column)) for (const barcode of barcodesOf(text)) add(taken.barcode, barcode);
  if (column.key === 'vendorCode' || column.key === 'title') add(taken[column.key], text);
}

function nameError(
  text: string,
  holders: ReadonlyMap<string, string>,
  { empty, maxLength }: { empty: string; maxLength: number },
): string | null {
  if (text === '') return empty;
  if (characterCount(text) > maxLength) return `Не длиннее ${maxLength} символов`;
  const holder = holders.get(text);
  return holder === undefined ? null : `Уже есть у ${holder}`;
}

function barcodeError(text: string, holders: ReadonlyMap<string, string>): string | null {
  const barcodes = barcodesOf(text);
  const odd = barcodes.find((barcode) => !BARCODE.test(barcode));
  if (odd !== undefined) return 'Баркод — от 8 до 15 цифр';
  const taken = barcodes.find((barcode) => holders.has(barcode));
  if (taken !== undefined) return `Баркод уже у ${holders.get(taken)}`;
  return new Set(barcodes).size < barcodes.length ? 'Баркод указан дважды' : null;
}

interface Known {
  /** Cards of the account that have some of the barcodes. */
  holders: readonly { barcode: string; vendorCode: string }[];
  /** The marketplace's; empty while they are not known. */
  colours: ReadonlySet<string>;
  /** How many colours the copy may have; 0: as many as one likes. */
  maxColoursOf: (row: number) => number;
}

/** What may be right all the same: said, and not in the way. */
export function cellDoubts(
  columnsOfRow: ColumnsOfRow,
  rows: readonly CopyCells[],
  { holders, colours, maxColoursOf }: Known,
): CellTexts {
  const holderOf = new Map(holders.map(({ barcode, vendorCode }) => [barcode, vendorCode]));
  return rows.map((cells, row) =>
    textsOf(columnsOfRow(row), (column) => {
      const text = cells[column.key];
      if (isOfSize(column)) return barcodeDoubt(text, holderOf);
      return column.key === 'colour' ? colourDoubt(text, colours, maxColoursOf(row)) : null;
    }),
  );
}

function barcodeDoubt(text: string | undefined, holderOf: ReadonlyMap<string, string>): string | null {
  const barcodes = barcodesOf(text);
  const known = barcodes.find((barcode) => holderOf.has(barcode));
  if (known !== undefined) return `Баркод уже у карточки ${holderOf.get(known)}`;
  return barcodes.some(hasWrongCheckDigit) ? 'Не сходится контрольная цифра' : null;
}

function colourDoubt(
  text: string | undefined,
  colours: ReadonlySet<string>,
  maxColours: number,
): string | null {
  const values = coloursOf(text);
  if (maxColours > 0 && values.length > maxColours) return `Цветов может быть ${maxColours}`;
  const odd = colours.size > 0 ? values.find((value) => !colours.has(value.toLowerCase())) : undefined;
  return odd === undefined ? null : `Нет в справочнике: ${odd}`;
}

/** What a refusal of the server says of the table's cells; its fields are called as `rows.3.vendorCode`. */
export function refusedCells(
  columnsOfRow: ColumnsOfRow,
  errors: readonly FieldError[],
): { row: number; key: string; text: string }[] {
  return errors.flatMap(({ field, detail }) => {
    const cell = cellOfField(columnsOfRow, field);
    return cell ? [{ ...cell, text: detail }] : [];
  });
}

/** Null: none of the table. */
export function cellOfField(columnsOfRow: ColumnsOfRow, field: string): { row: number; key: string } | null {
  const [, row, name] = /^rows\.(\d+)\.(\w+)/.exec(field) ?? [];
  if (row === undefined) return null;
  const columns = columnsOfRow(Number(row));
  const key = keyOfField(columns, name);
  return columns.some((column) => column.key === key) ? { row: Number(row), key: key ?? '' } : null;
}

function keyOfField(columns: readonly CopyColumn[], name: string | undefined): string | undefined {
  if (name === 'characteristics' || name === 'colours') return 'colour';
  return name === 'sizes' ? columns.find(isOfSize)?.key : name;
}

export function isOfSize(column: CopyColumn): column is Extract<CopyColumn, { sizeIndex: number }> {
  return 'sizeIndex' in column;
}
