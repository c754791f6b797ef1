import { expressionBuilder, sql, type RawBuilder } from 'kysely';
import type { CardOrdering } from '#contract/card-list.ts';
import type { Db } from '#server/db/database.ts';
import { prepared } from '#server/db/prepared.ts';
import type { Tables } from '#server/db/schema.ts';
import { countOfStates } from './card-counts.ts';
import { asksForStatesOnly, matchesFilter, type CardFilterValues } from './card-filter.ts';
import { ROW_AS_WIRE_TEXT } from './card-rows.ts';

const SORT_COLUMNS = {
  updated_at: 'updated_at',
  title: 'title',
  price: 'final_price_kopecks',
  stock: 'stock',
} as const;

/** What the screens ask for while they are scrolled. */
const SCREEN_PAGE_SIZE = 50;

type Query = CardFilterValues & { ordering: CardOrdering; limit: number; offset: number };

/** The parts of the look at a page that differ. */
interface PageParts {
  found: RawBuilder<unknown>;
  /** The ids of the page. */
  page: RawBuilder<unknown>;
  /** How many match, where that is known in the same look. */
  count: RawBuilder<number | null>;
  isPrepared: boolean;
}

/**
 * One page of an account's cards, as JSON in wire format, and how many match in all. Equal values are ordered by id, so
 * pages never overlap.
 */
export async function listCards(
  db: Db,
  accountId: number,
  query: Query,
): Promise<{ count: number; results: string }> {
  const isNarrow = (query.search ?? '').trim() !== '' || query.nmId !== undefined;
  const { found, page, count, isPrepared } = isNarrow
    ? foundPage(accountId, query)
    : pageInOrder(accountId, query);
  const compiled = sql<{ shown: number; results: string; count: number | null }>`
    ${found} SELECT count(*)::int AS shown, ${count} AS count,
      coalesce(string_agg(${ROW_AS_WIRE_TEXT}, ',' ORDER BY ${orderOf(query.ordering)}), '') AS results
    FROM (${page}) page JOIN cards ON cards.id = page.id JOIN subjects ON subjects.id = cards.subject_id
    WHERE cards.account_id = ${accountId}
  `.compile(db);
  const { rows } = await db.executeQuery(isPrepared ? prepared(compiled) : compiled);
  const { shown = 0, results = '', count: known = null } = rows[0] ?? {};
  const isOnlyPage = query.offset === 0 && shown < query.limit;
  return {
    count: isOnlyPage ? shown : (known ?? (await countCards(db, accountId, query))),
    results: `[${results}]`,
  };
}

/** Walks the index of the ordering; ids first, so that a jump deep into the list reads no rows on its way. */
function pageInOrder(accountId: number, query: Query): PageParts {
  const isOfStates = asksForStatesOnly(query);
  return {
    found: sql``,
    page: sql`SELECT cards.id FROM cards WHERE ${matching(accountId, query)}
      ORDER BY ${orderOf(query.ordering)} ${rangeOf(query)}`,
    count: isOfStates ? countOfStates(accountId, query) : sql`NULL::int`,
    isPrepared: isOfStates && query.limit === SCREEN_PAGE_SIZE,
  };
}

/** Finds first, by the search index, then sorts what was found: the planner would walk the ordering for a rare word. */
function foundPage(accountId: number, query: Query): PageParts {
  const { column, direction } = sortOf(query.ordering);
  return {
    found: sql`WITH found AS MATERIALIZED (
      SELECT cards.id, cards.${column} AS sort_value FROM cards WHERE ${matching(accountId, query)})`,
    page: sql`SELECT found.id FROM found
      ORDER BY found.sort_value ${direction}, found.id ${direction} ${rangeOf(query)}`,
    count: sql`(SELECT count(*)::int FROM found)`,
    isPrepared: false,
  };
}

async function countCards(db: Db, accountId: number, filter: CardFilterValues): Promise<number> {
  const { count } = await db
    .selectFrom('cards')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where((eb) => matchesFilter(eb, accountId, filter))
    .executeTakeFirstOrThrow();
  return count;
}

const cardsOf = expressionBuilder<Tables, 'cards'>();
const matching = (accountId: number, query: Query) => matchesFilter(cardsOf, accountId, query);

function orderOf(ordering: CardOrdering): RawBuilder<unknown> {
  const { column, direction } = sortOf(ordering);
  return sql`cards.${column} ${direction}, cards.id ${direction}`;
}

/** The limit stands in the text: without it a plan that is kept would be made for a tenth of all cards. */
function rangeOf({ limit, offset }: Query): RawBuilder<unknown> {
  return offset === 0 ? sql`LIMIT ${sql.lit(limit)}` : sql`LIMIT ${sql.lit(limit)} OFFSET ${offset}`;
}

function sortOf(ordering: CardOrdering) {
  const isDescending = ordering.startsWith('-');
  // The rest of an ordering after its minus is a key: the contract's list has no others.
  const key = (isDescending ? ordering.slice(1) : ordering) as keyof typeof SORT_COLUMNS;
  return { column: sql.ref(SORT_COLUMNS[key]), direction: sql.raw(isDescending ? 'DESC' : 'ASC') };
}
