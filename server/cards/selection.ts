import { sql } from 'kysely';
import type { CardSelection } from '#contract/card-operations.ts';
import type { Db } from '#server/db/database.ts';
import { notFound, selectionChanged } from '#server/errors/http-error.ts';
import { matchesFilter, type CardFilterValues } from './card-filter.ts';

/**
 * All cards of an account at once hold everybody else up, where there is one connection: most of all after a big change, while
 * their old versions are still there to be stepped over.
 */
const IDS_PER_QUERY = 1000;

/**
 * Ids of the account's cards that a selection names, ascending. An id that is not the account's refuses the whole selection
 * (404): nobody should believe that it was taken. So does another number of cards than the person has seen (409).
 */
export async function resolveSelection(
  db: Db,
  accountId: number,
  selection: CardSelection,
): Promise<number[]> {
  const ids = await findSelected(db, accountId, selection);
  const { expectedCount = ids.length } = selection;
  if (ids.length !== expectedCount) throw selectionChanged(expectedCount, ids.length);
  return ids;
}

async function findSelected(db: Db, accountId: number, selection: CardSelection): Promise<number[]> {
  if (!('ids' in selection)) {
    const leftOut = new Set(selection.except);
    const ids = await ('filter' in selection
      ? findMatching(db, accountId, selection.filter)
      : findEdited(db, accountId, selection));
    return ids.filter((id) => !leftOut.has(id));
  }
  const ids = [...new Set(selection.ids)];
  const rows = await db
    .selectFrom('cards')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .orderBy('id')
    .execute();
  if (rows.length !== ids.length) throw notFound('Некоторых выбранных карточек нет. Обновите список');
  return rows.map((row) => row.id);
}

async function findMatching(db: Db, accountId: number, filter: CardFilterValues): Promise<number[]> {
  const ids: number[] = [];
  for (;;) {
    const rows = await db
      .selectFrom('cards')
      .select('cards.id')
      .where((eb) => matchesFilter(eb, accountId, filter))
      .where('cards.id', '>', ids.at(-1) ?? 0)
      .orderBy('cards.id')
      .limit(IDS_PER_QUERY)
      .execute();
    ids.push(...rows.map((row) => row.id));
    if (rows.length < IDS_PER_QUERY) return ids;
  }
}

/** What a selection names that names a bulk edit. */
export type EditedSelection = Extract<CardSelection, { bulkEdit: number }>;

async function findEdited(db: Db, accountId: number, selection: EditedSelection): Promise<number[]> {
  const rows = await editedCards(db, accountId, selection).execute();
  return rows.map((row) => row.id);
}

/** Ids of the account's cards that belong to a bulk edit, ascending. */
export function editedCards(db: Db, accountId: number, { bulkEdit, only }: EditedSelection) {
  const ids =
    only === 'APPLIED'
      ? sql<number>`SELECT card_id FROM bulk_edit_rows
          WHERE account_id = ${accountId} AND edit_id = ${bulkEdit} AND state = 'APPLIED'`
      : sql<number>`SELECT unnest(card_ids) FROM bulk_edits WHERE account_id = ${accountId} AND id = ${bulkEdit}`;
  return db
    .selectFrom('cards')
    .select('cards.id')
    .where('cards.account_id', '=', accountId)
    .where('cards.id', 'in', sql<number>`(${ids})`)
    .orderBy('cards.id');
}
