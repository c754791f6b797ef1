import { expressionBuilder, sql, type RawBuilder } from 'kysely';
import type { CardFilterValues, CardOrdering } from '#contract/card-list.ts';
import type { Db } from '#server/db/database.ts';
import { prepared } from '#server/db/prepared.ts';
import type { Tables } from '#server/db/schema.ts';
import { countOfStates } from './card-counts.ts';
import { asksForStatesOnly, matchesFilter } from './card-filter.ts';
import { ROW_AS_WIRE_TEXT } from './card-rows.ts';
import { columnsSortedBy, orderOf } from './card-sorts.ts';

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
      coalesce(string_agg(${ROW_AS_WIRE_TEXT}, ',' ORDER BY ${orderOf(query.ordering, 'cards')}), '') AS results
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
  const { ordering, limit, offset: _offset, ...filter } = query;
  const isOfStates = asksForStatesOnly(filter);
  return {
    found: sql``,
    page: sql`SELECT cards.id FROM cards WHERE ${matching(accountId, query)}
      ORDER BY ${orderOf(ordering, 'cards')} ${rangeOf(query)}`,
    count: isOfStates ? countOfStates(accountId, query) : sql`NULL::int`,
    isPrepared: isOfStates && limit === SCREEN_PAGE_SIZE,
  };
}

/** Finds first, by the search index, then sorts what was found: the planner would walk the ordering for a rare word. */
function foundPage(accountId: number, query: Query): PageParts {
  const columns = columnsSortedBy(query.ordering).map((column) => sql.ref(`cards.${column}`));
  return {
    found: sql`WITH found AS MATERIALIZED (
      SELECT ${sql.join(columns)} FROM cards WHERE ${matching(accountId, query)})`,
    page: sql`SELECT found.id FROM found
      ORDER BY ${orderOf(query.ordering, 'found')} ${rangeOf(query)}`,
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

/** The limit stands in the text: without it a plan that is kept would be made for a tenth of all cards. */
function rangeOf({ limit, offset }: Query): RawBuilder<unknown> {
  return offset === 0 ? sql`LIMIT ${sql.lit(limit)}` : sql`LIMIT ${sql.lit(limit)} OFFSET ${offset}`;
}
