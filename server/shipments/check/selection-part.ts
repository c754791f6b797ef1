import { sql, type SelectQueryBuilder } from 'kysely';
import type { CardSelection } from '#contract/card-operations.ts';
import type { Db } from '#server/db/database.ts';
import type { Tables } from '#server/db/schema.ts';
import { notFound } from '#server/errors/http-error.ts';
import { matchesFilter, searchPatterns } from '#server/cards/card-filter.ts';
import { editedCards, type EditedSelection } from '#server/cards/selection.ts';

interface Part {
  /** Ids up to this one were taken before; 0 begins. */
  afterId: number;
  limit: number;
}

/**
 * The next ids of a selection, ascending: for a look at many cards in parts. No expected number is compared: whoever acts on
 * the cards takes the whole selection.
 */
export async function nextSelected(
  db: Db,
  accountId: number,
  selection: CardSelection,
  part: Part,
): Promise<number[]> {
  if ('filter' in selection) return await nextMatching(db, accountId, selection, part);
  if ('bulkEdit' in selection) return await nextEdited(db, accountId, selection, part);
  return await nextNamed(db, accountId, selection.ids, part);
}

async function nextEdited(
  db: Db,
  accountId: number,
  selection: EditedSelection,
  { afterId, limit }: Part,
): Promise<number[]> {
  const rows = await editedCards(db, accountId, selection)
    .where('cards.id', '>', afterId)
    .where('cards.id', '<>', sql<number>`all(${selection.except ?? []}::bigint[])`)
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

async function nextMatching(
  db: Db,
  accountId: number,
  { filter, except = [] }: Extract<CardSelection, { filter: unknown }>,
  { afterId, limit }: Part,
): Promise<number[]> {
  const matching = db
    .selectFrom('cards')
    .select('cards.id')
    .where((eb) => matchesFilter(eb, accountId, filter))
    .where('cards.id', '>', afterId)
    .where('cards.id', '<>', sql<number>`all(${except}::bigint[])`);
  const rows =
    searchPatterns(filter.search ?? '').length > 0
      ? await foundFirst(matching, db).limit(limit).execute()
      : await matching.orderBy('cards.id').limit(limit).execute();
  return rows.map((row) => row.id);
}

/** As in the list: the planner would walk all cards for a rare word. */
function foundFirst(matching: SelectQueryBuilder<Tables, 'cards', { id: number }>, db: Db) {
  return db
    .with(
      (cte) => cte('found').materialized(),
      () => matching,
    )
    .selectFrom('found')
    .select('found.id')
    .orderBy('found.id');
}

/** An id that is not the account's refuses the part (404), as it refuses a whole selection. */
async function nextNamed(
  db: Db,
  accountId: number,
  named: readonly number[],
  { afterId, limit }: Part,
): Promise<number[]> {
  const ids = [...new Set(named)]
    .filter((id) => id > afterId)
    .sort((one, other) => one - other)
    .slice(0, limit);
  const rows = await db
    .selectFrom('cards')
    .select('cards.id')
    .where('cards.account_id', '=', accountId)
    .where('cards.id', '=', sql<number>`any(${ids}::bigint[])`)
    .orderBy('cards.id')
    .execute();
  if (rows.length !== ids.length) throw notFound('Некоторых выбранных карточек нет. Обновите список');
  return ids;
}
