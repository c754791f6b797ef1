import {
  MAX_TABLE_TEXT_BYTES,
  tableFields,
  tableFigures,
  type SeenFacts,
  type TableField,
  type TableRow,
} from '#contract/bulk-edits.ts';
import { dimensionFields, replacedFields } from '#contract/bulk-rules.ts';
import { priceFields } from '#contract/card-rules.ts';
import type { TableCard } from '#contract/card-table.ts';
import { tagsOf } from '#contract/cell-values.ts';
import { countOf } from '#lib/plurals.ts';
import { AT_CARD_FORMS } from '#pages/cards/bulk/edit-state.ts';
import type { Edits, RowEdits } from './edits.ts';

/** The rows of the edit that the table asks for; cells with problems are not in it. */
export function rowsOf(cards: readonly TableCard[], edits: Edits): TableRow[] {
  return cards.flatMap((card, index) => {
    const values = valuesOf(edits.get(card.id));
    if (Object.keys(values).length === 0) return [];
    return [{ line: index + 1, key: String(card.id), ...values, seen: seenOf(card, values) }];
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

function unitsOf(values: SeenFacts = {}): number {
  const words = wordFields.reduce((sum, field) => sum + (values[field]?.length ?? 0), 0);
  return (values.tags ?? []).reduce((sum, tag) => sum + tag.length + TAG_MARKS, words);
}

const numberFields = [...tableFigures, ...dimensionFields] as const;
const wordFields = [...replacedFields, 'brand'] as const;

type Values = Pick<TableRow, TableField>;

function valuesOf(edits: RowEdits = {}): Values {
  const values: Values = {};
  for (const field of numberFields) {
    const typed = edits[field];
    if (typed && 'value' in typed && typeof typed.value === 'number') values[field] = typed.value;
  }
  for (const field of wordFields) {
    const typed = edits[field];
    if (typed && 'value' in typed && typeof typed.value === 'string') values[field] = typed.value;
  }
  const { tags } = edits;
  if (tags && 'value' in tags) values.tags = tagsOf(String(tags.value));
  return values;
}

/** What decided over the new values: a price is chosen by all three, anything else by itself. */
function seenOf(card: TableCard, values: Values): SeenFacts {
  const { priceKopecks, discount, clubDiscount } = card;
  const isPriced = priceFields.some((field) => values[field] !== undefined);
  const others = tableFields
    .filter((field) => values[field] !== undefined && !priceFields.some((one) => one === field))
    .map((field) => [field, card[field]]);
  return { ...(isPriced && { priceKopecks, discount, clubDiscount }), ...Object.fromEntries(others) };
}
