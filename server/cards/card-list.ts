import { sql, type Kysely, type OrderByDirection } from 'kysely';
import type { CardOrdering, CardRow } from '#contract/cards.ts';
import type { Db } from '#server/db/database.ts';
import type { Tables } from '#server/db/schema.ts';
import { countCardsInStates } from './card-counts.ts';
import { asksForStatesOnly, matchesFilter, type CardFilterValues } from './card-filter.ts';
import { LIST_COLUMNS, toCardRow } from './card-rows.ts';

const SORT_COLUMNS = {
  updated_at: 'updated_at',
  title: 'title',
  price: 'final_price_kopecks',
  stock: 'stock',
} as const;
type SortColumn = (typeof SORT_COLUMNS)[keyof typeof SORT_COLUMNS];

interface Page {
  ordering: CardOrdering;
  limit: number;
  offset: number;
}

/** One page of an account's cards and how many match in all. Equal values are ordered by id, so pages never overlap. */
export async function listCards(
  db: Db,
  accountId: number,
  query: CardFilterValues & Page,
): Promise<{ count: number; cards: CardRow[] }> {
  const isNarrow = (query.search ?? '').trim() !== '' || query.nmId !== undefined;
  return isNarrow ? listFound(db, accountId, query) : listInOrder(db, accountId, query);
}

/** Walks the index of the ordering; ids first, so that a jump deep into the list reads no rows on its way. */
async function listInOrder(db: Db, accountId: number, query: CardFilterValues & Page) {
  const { column, direction } = sortOf(query.ordering);
  const rows = await db
    .with('page', (cte) =>
      cte
        .selectFrom('cards')
        .select('cards.id')
        .where((eb) => matchesFilter(eb, accountId, query))
        .orderBy(`cards.${column}`, direction)
        .orderBy('cards.id', direction)
        .limit(query.limit)
        .offset(query.offset),
    )
    .selectFrom('page')
    .innerJoin('cards', 'cards.id', 'page.id')
    .innerJoin('subjects', 'subjects.id', 'cards.subject_id')
    .select(LIST_COLUMNS)
    .where('cards.account_id', '=', accountId)
    .orderBy(`cards.${column}`, direction)
    .orderBy('cards.id', direction)
    .execute();
  const isOnlyPage = query.offset === 0 && rows.length < query.limit;
  const count = isOnlyPage ? rows.length : await countCards(db, accountId, query);
  return { count, cards: rows.map(toCardRow) };
}

/** Finds first, by the search index, then sorts what was found: the planner would walk the ordering for a rare word. */
async function listFound(db: Kysely<Tables>, accountId: number, query: CardFilterValues & Page) {
  const { column, direction } = sortOf(query.ordering);
  const rows = await db
    .with(
      (cte) => cte('found').materialized(),
      (cte) =>
        cte
          .selectFrom('cards')
          .select(['cards.id', `cards.${column} as sort_value`])
          .where((eb) => matchesFilter(eb, accountId, query)),
    )
    .with('page', (cte) =>
      cte
        .selectFrom('found')
        .select('found.id')
        .orderBy('found.sort_value', direction)
        .orderBy('found.id', direction)
        .limit(query.limit)
        .offset(query.offset),
    )
    .selectFrom('page')
    .innerJoin('cards', 'cards.id', 'page.id')
    .innerJoin('subjects', 'subjects.id', 'cards.subject_id')
    .select(LIST_COLUMNS)
    .select(sql<number>`(SELECT count(*) FROM found)`.as('count'))
    .where('cards.account_id', '=', accountId)
    .orderBy(`cards.${column}`, direction)
    .orderBy('cards.id', direction)
    .execute();
  const count = rows[0]?.count ?? (query.offset === 0 ? 0 : await countCards(db, accountId, query));
  return { count, cards: rows.map(toCardRow) };
}

async function countCards(db: Db, accountId: number, filter: CardFilterValues): Promise<number> {
  if (asksForStatesOnly(filter)) return countCardsInStates(db, accountId, filter);
  const { count } = await db
    .selectFrom('cards')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where((eb) => matchesFilter(eb, accountId, filter))
    .executeTakeFirstOrThrow();
  return count;
}

function sortOf(ordering: CardOrdering): { column: SortColumn; direction: OrderByDirection } {
  const isDescending = ordering.startsWith('-');
  // The rest of an ordering after its minus is a key: the contract's list has no others.
  const key = (isDescending ? ordering.slice(1) : ordering) as keyof typeof SORT_COLUMNS;
  return { column: SORT_COLUMNS[key], direction: isDescending ? 'desc' : 'asc' };
}
