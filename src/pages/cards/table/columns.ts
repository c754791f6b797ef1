import type { TableField } from '#contract/bulk-changes.ts';
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
import { formatInteger, NBSP } from '#lib/numbers.ts';
import { stripLineBreaks } from '#lib/text.ts';
import { TABLE_FIELD_LABELS } from '#pages/cards/bulk/change-text.ts';
import { readPercent, readSum } from '#pages/cards/bulk/table-rows.ts';
import { finalPriceKopecks } from '#pages/cards/form/final-price.ts';
import { ROUBLE_KOPECKS, type Column, type Reading, type Value } from './column.ts';

const TAG_SEPARATOR = ', ';

/** Of what a card may be without; said by the person alone. */
const emptyAs = (value: number | string | null) => ({ value, isPasted: false });

/** What most columns are. */
const PLAIN = { above: null, long: null, empty: null, isClosed: () => false, inPlace: null } as const;

/** What every card has; narrower on a tablet, and the title has what is left. */
export const COLUMNS: readonly Column[] = [
  shown('vendorCode', 'Артикул', { kind: 'text', width: 'w-34 xl:w-44', valueOf: (card) => card.vendorCode }),
  words('title', 'Наименование', { maxLength: TITLE_MAX_LENGTH, hasLines: false }, ''),
  typedInto('priceKopecks', `Цена,${NBSP}₽`, { kind: 'sum', width: 'w-22 lg:w-28', read: readPrice }),
  typedInto('discount', `Скидка,${NBSP}%`, {
    kind: 'percent',
    width: 'w-18 lg:w-21 xl:w-26',
    read: readDiscount,
  }),
  shown('finalPrice', `Со скидкой,${NBSP}₽`, {
    kind: 'sum',
    width: 'w-21 lg:w-28 xl:w-34',
    valueOf: ({ priceKopecks, discount }) => finalPriceKopecks(priceKopecks, discount),
  }),
  typedInto('clubDiscount', `WB Клуб,${NBSP}%`, {
    kind: 'percent',
    width: 'w-18 lg:w-24 xl:w-28',
    read: readDiscount,
  }),
  typedInto('costPriceKopecks', 'Себе\u00adстоимость', {
    kind: 'sum',
    width: 'w-22 lg:w-29 xl:w-36',
    empty: emptyAs(null),
    read: readCost,
  }),
  words(
    'description',
    'Описание',
    { maxLength: DESCRIPTION_MAX_LENGTH, hasLines: true },
    'w-36 xl:w-64 2xl:w-96',
  ),
  words('brand', 'Бренд', { maxLength: BRAND_MAX_LENGTH, hasLines: false }, { rem: 9 }),
  measure('lengthCm', `Длина,${NBSP}см`),
  measure('widthCm', `Ширина,${NBSP}см`),
  measure('heightCm', `Высота,${NBSP}см`),
  measure('weightKg', `Вес,${NBSP}кг`),
  typedInto('tags', 'Ярлыки', { kind: 'text', width: { rem: 12 }, empty: emptyAs(''), read: readTags }),
];

type Parts = Pick<Column, 'kind' | 'width'> & Partial<Pick<Column, 'empty'>>;

function shown(key: string, label: string, parts: Parts & Pick<Column, 'valueOf'>): Column {
  const read = () => ({ problem: 'Этого здесь не меняют' });
  return { ...PLAIN, key, label, name: label, target: null, read, ...parts };
}

function typedInto(field: TableField, label: string, parts: Parts & Pick<Column, 'read'>): Column {
  return {
    ...PLAIN,
    key: field,
    label,
    name: TABLE_FIELD_LABELS[field],
    target: { kind: 'field', field },
    valueOf: (card) => valueIn(card, field),
    ...parts,
  };
}

function words(
  field: 'title' | 'description' | 'brand',
  label: string,
  long: NonNullable<Column['long']>,
  width: Column['width'],
): Column {
  const read = (text: string) => readWords(text, long);
  // No shop takes a card without a title.
  const empty = field === 'title' ? null : emptyAs('');
  return { ...typedInto(field, label, { kind: 'text', width, empty, read }), long };
}

/** What the card has, as a cell says it. */
function valueIn(card: TableCard, field: TableField): Value {
  if (field === 'tags') return card.tags && tagsText(card.tags);
  return card[field];
}

function measure(field: DimensionField, label: string): Column {
  const read = field === 'weightKg' ? readWeight : readLength;
  // Zero is «not known».
  return typedInto(field, label, { kind: 'measure', width: { rem: 6.5 }, empty: emptyAs(0), read });
}

/** As a file says them: a tag with a comma in it is two there. */
function tagsText(tags: readonly string[]): string {
  return tagsOf(tags.join(TAG_SEPARATOR)).join(TAG_SEPARATOR);
}

/** In whole roubles, as the bulk edit makes it. */
export function readPrice(text: string): Reading {
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

export function readDiscount(text: string): Reading {
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
  return storedReading(tagsText(tags));
}

/** What no request can carry. */
const NOT_STORED = /\0|\p{Cs}/u;

export function storedReading(text: string): Reading {
  return NOT_STORED.test(text) ? { problem: 'есть знаки, которые нельзя сохранить' } : { value: text };
}

function readWords(text: string, { maxLength, hasLines }: NonNullable<Column['long']>): Reading {
  const value = hasLines ? text.replaceAll(/\r\n?/g, '\n') : stripLineBreaks(text);
  const length = characterCount(value);
  if (length > maxLength) {
    return { problem: `${formatInteger(length)} символов, можно ${formatInteger(maxLength)}` };
  }
  return storedReading(value);
}
