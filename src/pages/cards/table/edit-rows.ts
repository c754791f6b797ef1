import {
  MAX_TABLE_TEXT_BYTES,
  tableFigures,
  type SeenFacts,
  type TableField,
  type TableFigure,
  type TableRow,
} from '#contract/bulk-edits.ts';
import { replacedFields } from '#contract/bulk-rules.ts';
import type { TableCard } from '#contract/card-table.ts';
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

/** How much of what one request carries the texts are, old and new; above 1 they are too many. */
export function textShare(rows: readonly TableRow[]): number {
  let units = 0;
  for (const row of rows) {
    for (const field of replacedFields) units += (row[field]?.length ?? 0) + (row.seen?.[field]?.length ?? 0);
  }
  return (units * BYTES_PER_UNIT) / MAX_TABLE_TEXT_BYTES;
}

type Values = Partial<Record<TableFigure, number> & Record<Exclude<TableField, TableFigure>, string>>;

function valuesOf(edits: RowEdits = {}): Values {
  const values: Values = {};
  for (const field of tableFigures) {
    const typed = edits[field];
    if (typed && 'value' in typed && typeof typed.value === 'number') values[field] = typed.value;
  }
  for (const field of replacedFields) {
    const typed = edits[field];
    if (typed && 'value' in typed && typeof typed.value === 'string') values[field] = typed.value;
  }
  return values;
}

/** What decided over the new values: a price is chosen by all three, anything else by itself. */
function seenOf(card: TableCard, values: Values): SeenFacts {
  const { priceKopecks, discount, clubDiscount, costPriceKopecks, title, description } = card;
  const isPriced = [values.priceKopecks, values.discount, values.clubDiscount].some(
    (value) => value !== undefined,
  );
  return {
    ...(isPriced && { priceKopecks, discount, clubDiscount }),
    ...(values.costPriceKopecks !== undefined && { costPriceKopecks }),
    ...(values.title !== undefined && { title }),
    ...(values.description !== undefined && { description }),
  };
}
