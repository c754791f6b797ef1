import { tableFields, type TableField } from '#contract/bulk-changes.ts';
import { MAX_TABLE_TEXT_BYTES, type SeenFacts, type TableRow } from '#contract/bulk-table-rows.ts';
import { replacedFields } from '#contract/bulk-rules.ts';
import { priceFields } from '#contract/card-rules.ts';
import type { TableCard } from '#contract/card-table.ts';
import { tagsOf } from '#contract/cell-values.ts';
import { countOf } from '#lib/plurals.ts';
import { AT_CARD_FORMS } from '#pages/cards/bulk/edit-state.ts';
import { valuesIn } from './characteristic-columns.ts';
import type { Column, GridContent } from './column.ts';
import type { Edits, RowEdits } from './edits.ts';

/** The rows of the edit that the table asks for; cells with problems are not in it. */
export function rowsOf({ cards, columns }: GridContent, edits: Edits): TableRow[] {
  return cards.flatMap((card, index) => {
    const row = edits.get(card.id);
    const values = row ? valuesOf(row, columns) : {};
    if (Object.keys(values).length === 0) return [];
    return [{ line: index + 1, key: String(card.id), ...values, seen: seenOf(card, values, columns) }];
  });
}

/** In Cyrillic a letter is two bytes; none of Unicode is more than two for each unit of UTF-16, but for a few marks. */
const BYTES_PER_UNIT = 2;

/** What to say when one request cannot carry so many texts, old and new; null: it can. */
export function tooManyTexts(rows: readonly TableRow[]): string | null {
  let units = 0;
  for (const row of rows) {
    units += unitsOf(row) + unitsOf(row.seen);
  }
  const share = (units * BYTES_PER_UNIT) / MAX_TABLE_TEXT_BYTES;
  if (share <= 1) return null;
  const fitting = countOf(Math.floor(rows.length / share), AT_CARD_FORMS);
  return `Столько текста за раз не помещается: оставьте его примерно у ${fitting}, остальное верните как было и измените следующим разом.`;
}

/** With what stands around a tag in the request. */
const TAG_MARKS = 2;
/** «{"shop_id":12345,"price_kopecks":1234500},», of one byte each. */
const OWN_PRICE_UNITS = 22;
/** «{"shop_id":12345,"discount":20},». */
const OWN_DISCOUNT_UNITS = 16;
/** «{"id":12345678,"name":"","values":[]},». */
const CHARACTERISTIC_UNITS = 20;

const wordFields = [...replacedFields, 'brand'] as const;

function unitsOf(values: SeenFacts = {}): number {
  const { tags = [], ownPrices = [], ownDiscounts = [], characteristics = [] } = values;
  const lists = [tags, ...characteristics.map((one) => one.values)];
  const names = characteristics.map((one) => ('name' in one ? String(one.name) : ''));
  const texts = [...wordFields.map((field) => values[field] ?? ''), ...names];
  return (
    texts.reduce((sum, text) => sum + text.length, 0) +
    lists.flat().reduce((sum, text) => sum + text.length + TAG_MARKS, 0) +
    ownPrices.length * OWN_PRICE_UNITS +
    ownDiscounts.length * OWN_DISCOUNT_UNITS +
    characteristics.length * CHARACTERISTIC_UNITS
  );
}

type Values = Pick<TableRow, TableField | 'ownPrices' | 'ownDiscounts' | 'characteristics'>;

function valuesOf(edits: RowEdits, columns: readonly Column[]): Values {
  const fields: [TableField, unknown][] = [];
  const ownPrices: NonNullable<Values['ownPrices']> = [];
  const ownDiscounts: NonNullable<Values['ownDiscounts']> = [];
  const characteristics: NonNullable<Values['characteristics']> = [];
  for (const { key, target } of columns) {
    const typed = edits[key];
    if (!typed || 'problem' in typed || !target) continue;
    const { value } = typed;
    if (target.kind === 'ownPrice') {
      ownPrices.push({ shopId: target.shopId, priceKopecks: value === null ? null : Number(value) });
    } else if (target.kind === 'ownDiscount') {
      ownDiscounts.push({ shopId: target.shopId, discount: value === null ? null : Number(value) });
    } else if (target.kind === 'characteristic') {
      characteristics.push({ id: target.id, name: target.name, values: valuesIn(value) });
    } else {
      fields.push([target.field, target.field === 'tags' ? tagsOf(String(value)) : value]);
    }
  }
  return {
    // Each column reads what its field holds.
    ...(Object.fromEntries(fields) as Pick<TableRow, TableField>),
    ...(ownPrices.length > 0 && { ownPrices }),
    ...(ownDiscounts.length > 0 && { ownDiscounts }),
    ...(characteristics.length > 0 && { characteristics }),
  };
}

/** What decided over the new values: a price is chosen by all three, anything else by itself. */
function seenOf(card: TableCard, values: Values, columns: readonly Column[]): SeenFacts {
  const { priceKopecks, discount, clubDiscount } = card;
  const isPriced = priceFields.some((field) => values[field] !== undefined);
  const others = tableFields
    .filter((field) => values[field] !== undefined && !priceFields.some((one) => one === field))
    .map((field) => [field, card[field]]);
  const ownPrices = values.ownPrices?.map(({ shopId }) => ({
    shopId,
    priceKopecks: card.ownPrices?.find((own) => own.shopId === shopId)?.priceKopecks ?? null,
  }));
  const ownDiscounts = values.ownDiscounts?.map(({ shopId }) => ({
    shopId,
    discount: card.ownDiscounts?.find((own) => own.shopId === shopId)?.discount ?? null,
  }));
  const characteristics = values.characteristics?.map(({ id }) => ({
    id,
    values: seenValues(card, id, columns),
  }));
  return {
    ...(isPriced && { priceKopecks, discount, clubDiscount }),
    ...Object.fromEntries(others),
    ...(ownPrices && { ownPrices }),
    ...(ownDiscounts && { ownDiscounts }),
    ...(characteristics && { characteristics }),
  };
}

function seenValues(card: TableCard, id: number, columns: readonly Column[]): string[] {
  for (const { target } of columns) {
    if (target?.kind === 'characteristic' && target.id === id) return [...target.valuesOf(card)];
  }
  return [];
}
