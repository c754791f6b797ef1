import { sql } from 'kysely';
import type { CardSelection } from '#contract/cards.ts';
import type { Db } from '#server/db/database.ts';
import { notFound, selectionChanged } from '#server/errors/http-error.ts';
import { matchesFilter } from './card-filter.ts';

/**
 * Ids of the account's cards that a selection names, ascending. An id that is not the account's refuses the whole selection
 * (404): nobody should believe that it was taken. So does another number of cards than the person has seen (409). Whoever
 * acts on the cards asks in the transaction of the act.
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
  const query = db.selectFrom('cards').select('cards.id').orderBy('cards.id');
  if ('filter' in selection) {
    const leftOut = new Set(selection.except);
    const rows = await query.where((eb) => matchesFilter(eb, accountId, selection.filter)).execute();
    return rows.map((row) => row.id).filter((id) => !leftOut.has(id));
  }
  const ids = [...new Set(selection.ids)];
  const rows = await query
    .where('cards.account_id', '=', accountId)
    .where('cards.id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute();
  if (rows.length !== ids.length) throw notFound('Некоторых выбранных карточек нет. Обновите список');
  return rows.map((row) => row.id);
}
