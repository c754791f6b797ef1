import { sql } from 'kysely';
import type { BulkEdit, FoundRows } from '#contract/bulk-edits.ts';
import type { Author } from '#server/cards/card-writes.ts';
import type { Trx } from '#server/db/database.ts';
import { inBatches } from '#server/db/in-batches.ts';
import { conflict, notFound, selectionChanged } from '#server/errors/http-error.ts';
import { findRowIds } from './found-rows.ts';
import type { EditDeps } from './go-on.ts';
import { addUp, bulkEditOr404, lockBulkEdit } from './repository.ts';

interface Leaving {
  accountId: number;
  editId: number;
  isLeftOut: boolean;
  /** null: each by itself. */
  lot: number | null;
}

/** Rows of an edit that waits, taken out of it or put back. */
export async function leaveOut(
  { database }: EditDeps,
  { accountId }: Author,
  editId: number,
  { cardIds, isLeftOut }: { cardIds: readonly number[]; isLeftOut: boolean },
): Promise<BulkEdit> {
  await database.transaction((trx) => moveRows(trx, { accountId, editId, isLeftOut, lot: null }, cardIds));
  return await bulkEditOr404(database.db, accountId, editId);
}

/**
 * All that are found, as many as were seen: a lot, by whose number exactly they can be moved back. Not to be called in a transaction;
 * one that is cut short has moved some, and says so by the numbers of the edit.
 */
export async function leaveOutFound(
  { database }: EditDeps,
  { accountId }: Author,
  editId: number,
  {
    found,
    isLeftOut,
    expectedCount,
  }: { found: FoundRows; isLeftOut: boolean; expectedCount?: number | undefined },
): Promise<{ edit: BulkEdit; count: number; lot: number }> {
  const { db } = database;
  const lot = await database.transaction((trx) => takeLot(trx, accountId, editId));
  const cardIds = await findRowIds(db, accountId, editId, {
    ...found,
    states: [isLeftOut ? 'READY' : 'LEFT_OUT'],
  });
  if (expectedCount !== undefined && cardIds.length !== expectedCount)
    throw selectionChanged(expectedCount, cardIds.length);
  let count = 0;
  await inBatches(database, cardIds, async (trx, batch) => {
    count += await moveRows(trx, { accountId, editId, isLeftOut, lot }, batch);
  });
  return { edit: await bulkEditOr404(db, accountId, editId), count, lot };
}

/** A number that no other rows of the edit have. */
async function takeLot(trx: Trx, accountId: number, editId: number): Promise<number> {
  await lockWaiting(trx, accountId, editId);
  const { last_lot: lot } = await trx
    .updateTable('bulk_edits')
    .set({ last_lot: sql<number>`last_lot + 1` })
    .where('account_id', '=', accountId)
    .where('id', '=', editId)
    .returning('last_lot')
    .executeTakeFirstOrThrow();
  return lot;
}

async function lockWaiting(trx: Trx, accountId: number, editId: number): Promise<void> {
  const edit = await lockBulkEdit(trx, accountId, editId);
  if (!edit) throw notFound();
  if (edit.state !== 'READY') throw conflict('Изменение уже применяется: убрать карточки из него нельзя');
}

/** Resolves with how many of them were not there yet. */
async function moveRows(
  trx: Trx,
  { accountId, editId, isLeftOut, lot }: Leaving,
  cardIds: readonly number[],
): Promise<number> {
  await lockWaiting(trx, accountId, editId);
  const moved = await trx
    .updateTable('bulk_edit_rows')
    .set({ state: isLeftOut ? 'LEFT_OUT' : 'READY', lot })
    .where('account_id', '=', accountId)
    .where('edit_id', '=', editId)
    .where('card_id', '=', sql<number>`any(${[...cardIds]}::bigint[])`)
    .where('state', '=', isLeftOut ? 'READY' : 'LEFT_OUT')
    .returning('has_warnings')
    .execute();
  const sign = isLeftOut ? -1 : 1;
  await addUp(
    trx,
    { accountId, editId },
    {
      READY: sign * moved.length,
      LEFT_OUT: -sign * moved.length,
      warned: sign * moved.filter((row) => row.has_warnings).length,
    },
  );
  return moved.length;
}
