import { expressionBuilder, sql, type CompiledQuery, type RawBuilder } from 'kysely';
import { isServerOrdering, type CardFilterValues, type CardOrdering } from '#contract/card-list.ts';
import type { Db } from '#server/db/database.ts';
import { filledIn, type Forms } from '#server/db/prepared.ts';
import type { Tables } from '#server/db/schema.ts';
import { countOfStates } from './card-counts.ts';
import { asksForStatesOnly, matchesFilter } from './card-filter.ts';
import { WIRE_ROW_COLUMNS } from './card-rows.ts';
import { columnsSortedBy, orderOf, sortedCards } from './card-sorts.ts';

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
}

interface Look {
  shown: number;
  results: string;
  count: number | null;
}

/** Of a page that the screens ask for: one for each of its orderings and states. */
const screenForms: Forms<Look> = new Map();

/**
 * One page of an account's cards, as JSON in wire format, and how many match in all. Equal values are ordered by id, so
 * pages never overlap.
 */
export async function listCards(
  db: Db,
  accountId: number,
  query: Query,
): Promise<{ count: number; results: string }> {
  const { rows } = await db.executeQuery(compiledLook(db, accountId, query));
  const { shown = 0, results = '[]', count: known = null } = rows[0] ?? {};
  const isOnlyPage = query.offset === 0 && shown < query.limit;
  return {
    count: isOnlyPage ? shown : (known ?? (await countCards(db, accountId, query))),
    results,
  };
}

function compiledLook(db: Db, accountId: number, query: Query): CompiledQuery<Look> {
  const { ordering, limit, offset, ...filter } = query;
  if (limit !== SCREEN_PAGE_SIZE || isNarrow(query) || !asksForStatesOnly(filter)) {
    return lookAt(accountId, query).compile(db);
  }
  const { state, withArchived, changes } = filter;
  const isFirst = offset === 0;
  return filledIn(db, screenForms, {
    form: [ordering, state, withArchived, changes, isFirst].join(' '),
    blanks: { accountId, offset },
    write: (signs) =>
      lookAt(signs.accountId, {
        ordering,
        limit,
        state,
        withArchived,
        changes,
        offset: isFirst ? 0 : signs.offset,
      }),
  });
}

function lookAt(accountId: number, query: Query): RawBuilder<Look> {
  const { found, page, count } = isNarrow(query)
    ? foundPage(accountId, query)
    : pageInOrder(accountId, query);
  return sql<Look>`
    ${found} SELECT count(*)::int AS shown, ${count} AS count, coalesce(json_agg(shown)::text, '[]') AS results
    FROM (
      SELECT ${WIRE_ROW_COLUMNS}
      FROM (${page}) page JOIN ${sortedCards(query.ordering)} ON cards.id = page.id JOIN subjects ON subjects.id = cards.subject_id
      WHERE cards.account_id = ${accountId}
      ORDER BY ${orderOf(query.ordering, 'cards')}
    ) shown
  `;
}

const isNarrow = (query: Query) => (query.search ?? '').trim() !== '' || query.nmId !== undefined;

/** Walks the index of the ordering; ids first, so that a jump deep into the list reads no rows on its way. */
function pageInOrder(accountId: number, query: Query): PageParts {
  const { ordering, limit: _limit, offset: _offset, ...filter } = query;
  const isOfStates = asksForStatesOnly(filter);
  return {
    found: sql``,
    page:
      isOfStates && isServerOrdering(ordering) && filter.changes === undefined
        ? pageByOrders(accountId, query)
        : sql`SELECT cards.id FROM ${sortedCards(ordering)} WHERE ${matching(accountId, query)}
      ORDER BY ${orderOf(ordering, 'cards')} ${rangeOf(query)}`,
    count: isOfStates ? countOfStates(accountId, query) : sql`NULL::int`,
  };
}

/** The numbers of orders stand beside the state of their card, and nothing else is asked for: no card is looked at on the way. */
export function pageByOrders(accountId: number, query: Query): RawBuilder<unknown> {
  return sql`SELECT found.id FROM (
      SELECT cards.card_id AS id, cards.recent FROM card_orders cards WHERE ${matching(accountId, query)}) found
    ORDER BY ${orderOf(query.ordering, 'found')} ${rangeOf(query)}`;
}

/** Finds first, by the search index, then sorts what was found: the planner would walk the ordering for a rare word. */
function foundPage(accountId: number, query: Query): PageParts {
  return {
    found: sql`WITH found AS MATERIALIZED (
      SELECT ${columnsSortedBy(query.ordering)} FROM ${sortedCards(query.ordering)} WHERE ${matching(accountId, query)})`,
    page: sql`SELECT found.id FROM found
      ORDER BY ${orderOf(query.ordering, 'found')} ${rangeOf(query)}`,
    count: sql`(SELECT count(*)::int FROM found)`,
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
