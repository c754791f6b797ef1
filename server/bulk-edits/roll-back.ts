import { sql } from 'kysely';
import type { BulkEdit, FoundRows } from '#contract/bulk-edits.ts';
import type { Author } from '#server/cards/card-writes.ts';
import type { Db, Trx } from '#server/db/database.ts';
import { conflict, notFound, selectionChanged } from '#server/errors/http-error.ts';
import { findRowIds } from './found-rows.ts';
import { goOnForAWhile, type EditDeps } from './go-on.ts';
import { bulkEditOr404, lockBulkEdit } from './repository.ts';

/** Named, found or, without either, all that was applied. */
interface Part {
  cardIds?: readonly number[] | undefined;
  found?: FoundRows | undefined;
  /** Of those found. */
  expectedCount?: number | undefined;
}

/** Gives back what the edit has changed and nobody has since. Not to be called in a transaction. */
export async function rollBackBulkEdit(
  deps: EditDeps,
  author: Author,
  editId: number,
  part: Part,
): Promise<BulkEdit> {
  const { accountId } = author;
  const ids = part.found ? await freeze(deps.database.db, accountId, editId, part) : (part.cardIds ?? null);
  await deps.database.transaction(async (trx) => {
    const edit = await lockBulkEdit(trx, accountId, editId);
    if (!edit) throw notFound();
    if (edit.state === 'ROLLING_BACK') return await refuseAnotherPart(trx, accountId, editId, ids);
    if (edit.state !== 'APPLIED' && edit.state !== 'STOPPED') {
      throw conflict('Откатить можно то, что уже применено');
    }
    await trx
      .updateTable('bulk_edits')
      .set({
        state: 'ROLLING_BACK',
        rollback_ids: ids === null ? null : [...ids],
        worked_at: sql<Date>`now()`,
      })
      .where('account_id', '=', accountId)
      .where('id', '=', editId)
      .execute();
  });
  return await goOnForAWhile(deps, author, editId);
}

/** The cards that are found now: what is found later is another question. */
async function freeze(
  db: Db,
  accountId: number,
  editId: number,
  { found, expectedCount }: Part,
): Promise<number[]> {
  await bulkEditOr404(db, accountId, editId);
  const ids = await findRowIds(db, accountId, editId, { ...found, states: ['APPLIED'] });
  if (expectedCount !== undefined && ids.length !== expectedCount)
    throw selectionChanged(expectedCount, ids.length);
  return ids;
}

/** The same request again, whose answer was lost, goes on; whoever asks for other cards is not to believe that they go back. */
async function refuseAnotherPart(
  trx: Trx,
  accountId: number,
  editId: number,
  ids: readonly number[] | null,
): Promise<void> {
  const { isSame } = await trx
    .selectFrom('bulk_edits')
    .select(
      sql<boolean>`rollback_ids IS NOT DISTINCT FROM ${ids === null ? null : [...ids]}::bigint[]`.as(
        'isSame',
      ),
    )
    .where('account_id', '=', accountId)
    .where('id', '=', editId)
    .executeTakeFirstOrThrow();
  if (!isSame) throw conflict('Изменение уже откатывается: дождитесь, пока оно закончит');
}
