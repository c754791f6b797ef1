import type { CopyRow } from '#contract/card-copies.ts';
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
  if (!text) return [];
  return text.split(/[\s,;]+/).filter((barcode) => barcode !== '');
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

export function coloursOf(text = ''): string[] {
  return text
    .split(COLOUR_SEPARATOR)
    .map((value) => value.trim())
    .filter((value) => value !== '');
}

export type ColumnsOfRow = (row: number) => readonly CopyColumn[];

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
