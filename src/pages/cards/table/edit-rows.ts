import type { SeenFacts, TableRow } from '#contract/bulk-edits.ts';
import type { TableCard } from '#contract/card-table.ts';
import { tableFields } from '#contract/bulk-edits.ts';
import type { Edits, RowEdits } from './edits.ts';

/** The rows of the edit that the table asks for; cells with problems are not in it. */
export function rowsOf(cards: readonly TableCard[], edits: Edits): TableRow[] {
  return cards.flatMap((card, index) => {
    const values = valuesOf(edits.get(card.id));
    if (Object.keys(values).length === 0) return [];
    return [{ line: index + 1, key: String(card.id), ...values, seen: seenOf(card, values) }];
  });
}

type Values = Partial<Record<(typeof tableFields)[number], number>>;

function valuesOf(edits: RowEdits = {}): Values {
  const values: Values = {};
  for (const field of tableFields) {
    const typed = edits[field];
    if (typed && 'value' in typed && typeof typed.value === 'number') values[field] = typed.value;
  }
  return values;
}

/** What decided over the new values: a price is chosen by all three, a cost price by itself. */
function seenOf(card: TableCard, values: Values): SeenFacts {
  const { priceKopecks, discount, clubDiscount, costPriceKopecks } = card;
  const isPriced = [values.priceKopecks, values.discount, values.clubDiscount].some(
    (value) => value !== undefined,
  );
  return {
    ...(isPriced && { priceKopecks, discount, clubDiscount }),
    ...(values.costPriceKopecks !== undefined && { costPriceKopecks }),
  };
}
