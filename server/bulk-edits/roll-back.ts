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
  /** The same request again goes on with what it has begun. */
  idempotencyKey?: string | undefined;
}

/** Gives back what the edit has changed and nobody has since. Not to be called in a transaction. */
export async function rollBackBulkEdit(
  deps: EditDeps,
  author: Author,
  editId: number,
  part: Part,
): Promise<BulkEdit> {
  const { accountId } = author;
  const { db } = deps.database;
  if (!(await isBegun(db, accountId, editId, part.idempotencyKey))) {
    const ids = part.found ? await freeze(db, accountId, editId, part) : (part.cardIds ?? null);
    await deps.database.transaction((trx) => begin(trx, accountId, editId, { ...part, ids }));
  }
  return await goOnForAWhile(deps, author, editId);
}

/** By this very request, whose answer was lost: what it has found is found no more. */
async function isBegun(
  db: Db,
  accountId: number,
  editId: number,
  idempotencyKey: string | undefined,
): Promise<boolean> {
  if (idempotencyKey === undefined) return false;
  const edit = await db
    .selectFrom('bulk_edits')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', editId)
    .where('rollback_key', '=', idempotencyKey)
    .executeTakeFirst();
  return edit !== undefined;
}

async function begin(
  trx: Trx,
  accountId: number,
  editId: number,
  { ids, idempotencyKey }: Part & { ids: readonly number[] | null },
): Promise<void> {
  const edit = await lockBulkEdit(trx, accountId, editId);
  if (!edit) throw notFound();
  if (edit.state === 'ROLLING_BACK') return await refuseAnotherPart(trx, accountId, editId, ids);
  if (edit.state !== 'APPLIED' && edit.state !== 'STOPPED') {
    throw conflict('Откатить можно то, что уже применено');
  }
  await giveTurnsAgain(trx, accountId, editId);
  await trx
    .updateTable('bulk_edits')
    .set({
      state: 'ROLLING_BACK',
      rollback_ids: ids === null ? null : [...ids],
      rollback_total: ids === null ? sql<number>`applied_count` : countApplied(accountId, editId, ids),
      rolled_back_before: sql<number>`rolled_back_count + kept_count`,
      rollback_key: idempotencyKey ?? null,
      worked_at: sql<Date>`now()`,
    })
    .where('account_id', '=', accountId)
    .where('id', '=', editId)
    .execute();
}

/** What a shop without a token has held up before. */
async function giveTurnsAgain(trx: Trx, accountId: number, editId: number): Promise<void> {
  await trx
    .updateTable('bulk_edit_rows')
    .set({ held_up: null })
    .where('account_id', '=', accountId)
    .where('edit_id', '=', editId)
    .where('held_up', 'is not', null)
    .execute();
}

/** Of the named cards, those that can go back. */
const countApplied = (accountId: number, editId: number, ids: readonly number[]) => sql<number>`(
  SELECT count(*)::int FROM bulk_edit_rows AS part
  WHERE part.account_id = ${accountId} AND part.edit_id = ${editId} AND part.state = 'APPLIED'
    AND part.card_id IN (SELECT unnest(${[...ids]}::bigint[])))`;

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
