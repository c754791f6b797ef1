import { sql, type RawBuilder } from 'kysely';
import type { CardOrdering } from '#contract/card-list.ts';

type SortKey = CardOrdering extends infer Ordering ? Exclude<Ordering, `-${string}`> : never;

interface Sort {
  column: string;
  /** It and `within` are compared by code points, as on a device, whatever language the database was made for. */
  isText?: true;
  /** What is sorted by, where no column is. */
  expressionOf?: (table: string) => RawBuilder<unknown>;
  /** The table beside `cards` that has the column, with a row for each card. */
  table?: 'card_orders';
  /** The column may be empty: such a card has less than any other, which an index has to be made for. */
  isNullable?: true;
  /** What stands before it, and turns its direction. */
  groupedBy?: string;
  /** The text that equal ones are ordered by, in the same direction. */
  within?: string;
}

const SORTS: Record<SortKey, Sort> = {
  updated_at: { column: 'updated_at' },
  title: { column: 'title', isText: true },
  price: { column: 'final_price_kopecks' },
  stock: { column: 'stock' },
  discount: { column: 'discount' },
  cost: { column: 'cost_price_kopecks', isNullable: true },
  margin: { column: 'margin_percent', isNullable: true },
  state: { groupedBy: 'state', column: 'updated_at' },
  subject: { column: 'subject_sort_name', isText: true, within: 'brand' },
  shops: {
    column: 'shop_ids',
    expressionOf: (table) => sql`cardinality(${sql.ref(`${table}.shop_ids`)})`,
  },
  orders: { column: 'recent', table: 'card_orders', isNullable: true },
};

/** The cards with what {@link orderOf} reads of them. */
export function sortedCards(ordering: CardOrdering): RawBuilder<unknown> {
  return sortOf(ordering).sort.table === undefined
    ? sql`cards`
    : sql`(cards JOIN card_orders ON card_orders.card_id = cards.id AND card_orders.account_id = cards.account_id)`;
}

/** What rows of {@link sortedCards} or of `found` are ordered by, the id at the end: equal values never come in another order. */
export function orderOf(ordering: CardOrdering, table: 'cards' | 'found'): RawBuilder<unknown> {
  const { sort, direction, isDescending } = sortOf(ordering);
  const columnTable = table === 'cards' ? sort.table : table;
  const { column, isText, expressionOf, isNullable, groupedBy, within } = sort;
  const nulls = isNullable ? sql.raw(isDescending ? 'NULLS LAST' : 'NULLS FIRST') : sql``;
  const termOf = (name: string, of: string = table) => sql`${sql.ref(`${of}.${name}`)} ${direction}`;
  const textTermOf = (name: string) => sql`${sql.ref(`${table}.${name}`)} COLLATE "C" ${direction}`;
  return sql.join([
    ...(groupedBy === undefined
      ? []
      : [sql`${sql.ref(`${table}.${groupedBy}`)} ${directionOf(isDescending)}`]),
    expressionOf
      ? sql`${expressionOf(table)} ${direction}`
      : sql`${isText ? textTermOf(column) : termOf(column, columnTable)} ${nulls}`,
    ...(within === undefined ? [] : [textTermOf(within)]),
    termOf('id'),
  ]);
}

/** Columns of {@link sortedCards} that {@link orderOf} reads of `found`. */
export function columnsSortedBy(ordering: CardOrdering): RawBuilder<unknown> {
  const { column, groupedBy, within, table = 'cards' } = sortOf(ordering).sort;
  const ofCards = [groupedBy, within, 'id'].filter((name) => name !== undefined);
  return sql.join([sql.ref(`${table}.${column}`), ...ofCards.map((name) => sql.ref(`cards.${name}`))]);
}

const directionOf = (isDescending: boolean) => sql.raw(isDescending ? 'DESC' : 'ASC');

function sortOf(ordering: CardOrdering) {
  const isDescending = ordering.startsWith('-');
  // The rest of an ordering after its minus is a key: the contract's list has no others.
  const key = (isDescending ? ordering.slice(1) : ordering) as SortKey;
  const sort = SORTS[key];
  const isTurned = sort.groupedBy !== undefined;
  return { sort, isDescending, direction: directionOf(isDescending !== isTurned) };
}
