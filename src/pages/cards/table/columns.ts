import type { TableField } from '#contract/bulk-edits.ts';
import type { TableCard } from '#contract/card-table.ts';
import { parseRoubles } from '#lib/typed-numbers.ts';
import { formatNumber, NBSP } from '#lib/numbers.ts';
import { TABLE_FIELD_LABELS } from '#pages/cards/bulk/change-text.ts';
import { readPercent, readSum } from '#pages/cards/bulk/table-rows.ts';
import { finalPriceKopecks } from '#pages/cards/form/final-price.ts';

/** null: nobody has said it. */
export type Value = number | string | null;

/** What a text says, or why it cannot be taken. */
export type Reading = { value: number | string } | { problem: string };

export interface Column {
  key: string;
  label: string;
  /** What is typed here changes; null: nothing is typed here. */
  field: TableField | null;
  kind: 'text' | 'sum' | 'percent';
  valueOf: (card: TableCard) => Value;
  read: (text: string) => Reading;
}

const ROUBLE_KOPECKS = 100;

export const COLUMNS: readonly Column[] = [
  shown('vendorCode', 'Артикул', 'text', (card) => card.vendorCode),
  shown('title', 'Название', 'text', (card) => card.title),
  typedInto('priceKopecks', `Цена,${NBSP}₽`, 'sum', readPrice),
  typedInto('discount', `Скидка,${NBSP}%`, 'percent', readDiscount),
  shown('finalPrice', `Со${NBSP}скидкой,${NBSP}₽`, 'sum', ({ priceKopecks, discount }) =>
    finalPriceKopecks(priceKopecks, discount),
  ),
  typedInto('clubDiscount', `WB${NBSP}Клуб,${NBSP}%`, 'percent', readDiscount),
  typedInto('costPriceKopecks', 'Себестоимость', 'sum', readCost),
];

/** As it stands in a cell. */
export function shownValue({ kind }: Pick<Column, 'kind'>, value: Value): string {
  if (value === null || typeof value === 'string') return value ?? '';
  const roubles = kind === 'sum' ? value / ROUBLE_KOPECKS : value;
  const digits = Number.isInteger(roubles) ? 0 : 2;
  return formatNumber(roubles, { minDigits: digits, maxDigits: digits });
}

/** As it is typed, and as another spreadsheet reads it: without spaces and units. */
export function printedValue({ kind }: Pick<Column, 'kind'>, value: Value): string {
  if (value === null || typeof value === 'string') return value ?? '';
  return String(kind === 'sum' ? value / ROUBLE_KOPECKS : value).replace('.', ',');
}

/** The name of the value in a sentence. */
export function columnName({ field, label }: Column): string {
  return field === null ? label : TABLE_FIELD_LABELS[field];
}

function shown(key: string, label: string, kind: Column['kind'], valueOf: Column['valueOf']): Column {
  return { key, label, kind, valueOf, field: null, read: () => ({ problem: 'Этого здесь не меняют' }) };
}

function typedInto(
  field: TableField,
  label: string,
  kind: Column['kind'],
  read: (text: string) => Reading,
): Column {
  return { key: field, label, kind, field, read, valueOf: (card) => card[field] };
}

/** In whole roubles, as the bulk edit makes it. */
function readPrice(text: string): Reading {
  const kopecks = readSum(text);
  if (kopecks === null) return { problem: sumProblem(text) };
  const value = Math.round(kopecks / ROUBLE_KOPECKS) * ROUBLE_KOPECKS;
  return value < ROUBLE_KOPECKS ? { problem: `цена — от 1${NBSP}₽` } : { value };
}

function readCost(text: string): Reading {
  const value = readSum(text);
  return value === null ? { problem: sumProblem(text) } : { value };
}

/** A sum that is none, or one that is not taken. */
function sumProblem(text: string): string {
  const kopecks = parseRoubles(text);
  if (kopecks === null) return 'нужна сумма в рублях';
  return kopecks < 0 ? 'сумма меньше нуля' : 'слишком много';
}

function readDiscount(text: string): Reading {
  const value = readPercent(text);
  return value === null ? { problem: `нужно целое число от 0 до 99${NBSP}%` } : { value };
}
