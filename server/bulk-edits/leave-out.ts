import { sql } from 'kysely';
import type { BulkEdit, BulkEditState, FoundRows } from '#contract/bulk-edits.ts';
import type { Author } from '#server/cards/card-writes.ts';
import type { Db, Trx } from '#server/db/database.ts';
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

interface Leave {
  found: FoundRows;
  isLeftOut: boolean;
  expectedCount?: number | undefined;
  /** The same request again goes on with what it has begun. */
  idempotencyKey?: string | undefined;
}

/**
 * All that are found, as many as were seen: a lot, by whose number exactly they can be moved back. Not to be called in a transaction;
 * one that is cut short has moved some, says so by the numbers of the edit, and moves the rest when it is asked for again.
 */
export async function leaveOutFound(
  { database }: EditDeps,
  { accountId }: Author,
  editId: number,
  { found, isLeftOut, expectedCount, idempotencyKey }: Leave,
): Promise<{ edit: BulkEdit; count: number; lot: number }> {
  const { db } = database;
  refuseUnlessWaiting(await bulkEditOr404(db, accountId, editId));
  const begun = await findBegunLot(db, accountId, editId, idempotencyKey);
  let count = begun === null ? 0 : await countMoved(db, accountId, editId, { lot: begun, isLeftOut });
  const cardIds = await findRowIds(db, accountId, editId, {
    ...found,
    states: [isLeftOut ? 'READY' : 'LEFT_OUT'],
  });
  const seenCount = count + cardIds.length;
  if (expectedCount !== undefined && seenCount !== expectedCount)
    throw selectionChanged(expectedCount, seenCount);
  // Only now: who is refused is not to end what another request has begun.
  const lot = begun ?? (await database.transaction((trx) => takeLot(trx, accountId, editId, idempotencyKey)));
  await inBatches(database, cardIds, async (trx, batch) => {
    count += await moveRows(trx, { accountId, editId, isLeftOut, lot }, batch);
  });
  return { edit: await bulkEditOr404(db, accountId, editId), count, lot };
}

/** The last lot, where this very request has made it; null: it has not begun. */
async function findBegunLot(
  db: Db,
  accountId: number,
  editId: number,
  idempotencyKey: string | undefined,
): Promise<number | null> {
  if (idempotencyKey === undefined) return null;
  const edit = await db
    .selectFrom('bulk_edits')
    .select('last_lot')
    .where('account_id', '=', accountId)
    .where('id', '=', editId)
    .where('lot_key', '=', idempotencyKey)
    .executeTakeFirst();
  return edit?.last_lot ?? null;
}

async function countMoved(
  db: Db,
  accountId: number,
  editId: number,
  { lot, isLeftOut }: { lot: number; isLeftOut: boolean },
): Promise<number> {
  const moved = await findRowIds(db, accountId, editId, { lot, states: [isLeftOut ? 'LEFT_OUT' : 'READY'] });
  return moved.length;
}

/** A number that no other rows of the edit have. */
async function takeLot(
  trx: Trx,
  accountId: number,
  editId: number,
  idempotencyKey: string | undefined,
): Promise<number> {
  await lockWaiting(trx, accountId, editId);
  const { last_lot: lot } = await trx
    .updateTable('bulk_edits')
    .set({ last_lot: sql<number>`last_lot + 1`, lot_key: idempotencyKey ?? null })
    .where('account_id', '=', accountId)
    .where('id', '=', editId)
    .returning('last_lot')
    .executeTakeFirstOrThrow();
  return lot;
}

async function lockWaiting(trx: Trx, accountId: number, editId: number): Promise<void> {
  const edit = await lockBulkEdit(trx, accountId, editId);
  if (!edit) throw notFound();
  refuseUnlessWaiting(edit);
}

function refuseUnlessWaiting({ state }: { state: BulkEditState }): void {
  if (state !== 'READY') throw conflict('Изменение уже применяется: убрать карточки из него нельзя');
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
