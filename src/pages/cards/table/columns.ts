import type { TableField } from '#contract/bulk-edits.ts';
import type { DimensionField } from '#contract/bulk-rules.ts';
import {
  BRAND_MAX_LENGTH,
  characterCount,
  DESCRIPTION_MAX_LENGTH,
  MAX_TAGS,
  TAG_MAX_LENGTH,
  TITLE_MAX_LENGTH,
} from '#contract/card-rules.ts';
import type { TableCard } from '#contract/card-table.ts';
import { readCentimetres, readKilograms, tagsOf } from '#contract/cell-values.ts';
import { parseRoubles } from '#lib/typed-numbers.ts';
import { formatInteger, formatNumber, NBSP } from '#lib/numbers.ts';
import { shorten, stripLineBreaks } from '#lib/text.ts';
import { TABLE_FIELD_LABELS } from '#pages/cards/bulk/change-text.ts';
import { readPercent, readSum } from '#pages/cards/bulk/table-rows.ts';
import { finalPriceKopecks } from '#pages/cards/form/final-price.ts';

/** null: nobody has said it; absent: an older server does not. */
export type Value = number | string | null | undefined;

/** What a text says, or why it cannot be taken. */
export type Reading = { value: number | string } | { problem: string };

export interface Column {
  key: string;
  label: string;
  /** What is typed here changes; null: nothing is typed here. */
  field: TableField | null;
  kind: 'text' | 'sum' | 'percent' | 'measure';
  /** Words that are typed in a field larger than the cell: how long they may be, and whether in several lines. */
  long: { maxLength: number; hasLines: boolean } | null;
  valueOf: (card: TableCard) => Value;
  read: (text: string) => Reading;
}

const ROUBLE_KOPECKS = 100;
const TAG_SEPARATOR = ', ';
/** A cell has no room for more, and a browser lays out what it does not show too. */
const SHOWN_LENGTH = 150;
/** To the gram. */
const WEIGHT_DIGITS = 3;

export const COLUMNS: readonly Column[] = [
  shown('vendorCode', 'Артикул', 'text', (card) => card.vendorCode),
  words('title', 'Название', { maxLength: TITLE_MAX_LENGTH, hasLines: false }),
  typedInto('priceKopecks', `Цена,${NBSP}₽`, 'sum', readPrice),
  typedInto('discount', `Скидка,${NBSP}%`, 'percent', readDiscount),
  shown('finalPrice', `Со скидкой,${NBSP}₽`, 'sum', ({ priceKopecks, discount }) =>
    finalPriceKopecks(priceKopecks, discount),
  ),
  typedInto('clubDiscount', `WB Клуб,${NBSP}%`, 'percent', readDiscount),
  typedInto('costPriceKopecks', 'Себе\u00adстоимость', 'sum', readCost),
  words('description', 'Описание', { maxLength: DESCRIPTION_MAX_LENGTH, hasLines: true }),
  words('brand', 'Бренд', { maxLength: BRAND_MAX_LENGTH, hasLines: false }),
  measure('lengthCm', `Длина,${NBSP}см`),
  measure('widthCm', `Ширина,${NBSP}см`),
  measure('heightCm', `Высота,${NBSP}см`),
  measure('weightKg', `Вес,${NBSP}кг`),
  typedInto('tags', 'Ярлыки', 'text', readTags),
];

/** As it stands in a cell. */
export function shownValue({ kind }: Pick<Column, 'kind'>, value: Value): string {
  if (typeof value !== 'number') return shorten(value ?? '', SHOWN_LENGTH);
  if (kind === 'measure') return formatNumber(value, { maxDigits: WEIGHT_DIGITS });
  const roubles = kind === 'sum' ? value / ROUBLE_KOPECKS : value;
  const digits = Number.isInteger(roubles) ? 0 : 2;
  return formatNumber(roubles, { minDigits: digits, maxDigits: digits });
}

/** As it is typed, and as another spreadsheet reads it: without spaces and units. */
export function printedValue({ kind }: Pick<Column, 'kind'>, value: Value): string {
  if (typeof value !== 'number') return value ?? '';
  return String(kind === 'sum' ? value / ROUBLE_KOPECKS : value).replace('.', ',');
}

/** The name of the value in a sentence. */
export function columnName({ field, label }: Column): string {
  return field === null ? label : TABLE_FIELD_LABELS[field];
}

function shown(key: string, label: string, kind: Column['kind'], valueOf: Column['valueOf']): Column {
  const read = () => ({ problem: 'Этого здесь не меняют' });
  return { key, label, kind, valueOf, field: null, long: null, read };
}

function typedInto(
  field: TableField,
  label: string,
  kind: Column['kind'],
  read: (text: string) => Reading,
): Column {
  return { key: field, label, kind, field, long: null, read, valueOf: (card) => valueIn(card, field) };
}

function words(
  field: 'title' | 'description' | 'brand',
  label: string,
  long: NonNullable<Column['long']>,
): Column {
  return { ...typedInto(field, label, 'text', (text) => readWords(text, long)), long };
}

/** What the card has, as a cell says it. */
export function valueIn(card: TableCard, field: TableField): Value {
  if (field === 'tags') return card.tags && tagsText(card.tags);
  return card[field];
}

function measure(field: DimensionField, label: string): Column {
  return typedInto(field, label, 'measure', field === 'weightKg' ? readWeight : readLength);
}

/** As a file says them: a tag with a comma in it is two there. */
function tagsText(tags: readonly string[]): string {
  return tagsOf(tags.join(TAG_SEPARATOR)).join(TAG_SEPARATOR);
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

function readLength(text: string): Reading {
  const value = readCentimetres(text);
  return value === null ? { problem: 'нужно целое число сантиметров от 0 до 1000' } : { value };
}

function readWeight(text: string): Reading {
  const value = readKilograms(text);
  return value === null ? { problem: 'нужен вес в килограммах, до 1000' } : { value };
}

function readTags(text: string): Reading {
  const tags = tagsOf(text);
  if (tags.length === 0) return { problem: 'нужен хотя бы один ярлык' };
  if (tags.length > MAX_TAGS) return { problem: `ярлыков ${tags.length}, можно ${MAX_TAGS}` };
  const long = tags.find((tag) => characterCount(tag) > TAG_MAX_LENGTH);
  if (long !== undefined) return { problem: `ярлык — не длиннее ${TAG_MAX_LENGTH} символов` };
  return NOT_STORED.test(text) ? { problem: NOT_STORED_PROBLEM } : { value: tagsText(tags) };
}

/** What no request can carry. */
const NOT_STORED = /\0|\p{Cs}/u;
const NOT_STORED_PROBLEM = 'есть знаки, которые нельзя сохранить';

function readWords(text: string, { maxLength, hasLines }: NonNullable<Column['long']>): Reading {
  const value = hasLines ? text.replaceAll(/\r\n?/g, '\n') : stripLineBreaks(text);
  const length = characterCount(value);
  if (length > maxLength) {
    return { problem: `${formatInteger(length)} символов, можно ${formatInteger(maxLength)}` };
  }
  return NOT_STORED.test(value) ? { problem: NOT_STORED_PROBLEM } : { value };
}
