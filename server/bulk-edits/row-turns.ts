import { sql } from 'kysely';
import type { BulkEditState } from '#contract/bulk-edits.ts';
import type { BulkRowState, EditedFacts } from '#contract/bulk-rows.ts';
import type { Database, Db, Trx } from '#server/db/database.ts';
import { isAmong } from '#server/db/is-among.ts';
import type { EditAtWork } from './preparing.ts';
import { addUp, lockBulkEdit } from './repository.ts';
import { isOfPart, stateWhenDone } from './rolled-back-part.ts';

/** Turns of the rows of an edit that is written at the marketplace: said before a call, settled after it. */

export interface RowOnItsWay {
  cardId: number;
  before: EditedFacts;
  after: EditedFacts;
  refusal: string | null;
  /** What was about to be written when the work was interrupted. */
  sending: string[] | null;
}

const idOf = ({ cardId }: { cardId: number }) => cardId;

/** How a row went. */
export interface SettledRow {
  state: 'APPLIED' | 'CHANGED_SINCE' | 'REFUSED' | 'ROLLED_BACK' | 'KEPT';
  /** Only what the marketplace has taken: what there is to be rolled back. */
  after: EditedFacts;
  refusal: string | null;
  /** It was to go back and is as it was: the next rollback takes it again. */
  heldUp?: string;
}

/** What is said of a row that a shop without a working token did not take back. */
export function heldUpText(remark: string): string {
  return `Магазин не принял: ${remark}`;
}

interface Turn {
  /** Of the edit: rows have their turn only while it is so. */
  state: BulkEditState;
  from: BulkRowState;
  /** At a time. */
  limit: number;
  onlySending?: boolean;
}

/** The next rows; none when there are none left, or somebody has stopped the work. */
export async function findNextRows(
  db: Db,
  edit: EditAtWork,
  { state, from, limit, onlySending = false }: Turn,
): Promise<RowOnItsWay[]> {
  const { accountId, editId } = edit;
  return await db
    .selectFrom('bulk_edit_rows')
    .innerJoin('bulk_edits', 'bulk_edits.id', 'bulk_edit_rows.edit_id')
    .select(['card_id as cardId', 'before', 'after', 'refusal', 'sending'])
    .where('bulk_edit_rows.account_id', '=', accountId)
    .where('bulk_edits.account_id', '=', accountId)
    .where('edit_id', '=', editId)
    .where('bulk_edits.state', '=', state)
    .where('bulk_edit_rows.state', '=', from)
    .where('held_up', 'is', null)
    .$if(onlySending, (query) => query.where('sending', 'is not', null))
    .$if(!onlySending, (query) => query.where(isOfPart(accountId, editId)))
    .orderBy('card_id')
    .limit(limit)
    .execute();
}

/** Says what is about to be written, before anything is. Resolves with whether it may be: nobody has stopped the work. */
export async function markSending(
  database: Database,
  edit: EditAtWork,
  state: BulkEditState,
  rows: readonly { cardId: number; sending: readonly string[] }[],
): Promise<boolean> {
  const { accountId, editId } = edit;
  return await database.transaction(async (trx) => {
    const locked = await lockBulkEdit(trx, accountId, editId);
    if (locked?.state !== state) return false;
    await sql`
      UPDATE bulk_edit_rows SET sending = marked.sending
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS marked("cardId" bigint, sending text[])
      WHERE account_id = ${accountId} AND edit_id = ${editId} AND card_id = marked."cardId"
        AND ${isAmong(sql`card_id`, rows.map(idOf))}`.execute(trx);
    await addUp(trx, edit, {});
    return true;
  });
}

/** How the rows went, whatever the edit is at by now: what the marketplace has taken, it has. */
export async function settleRows(
  database: Database,
  edit: EditAtWork,
  from: BulkRowState,
  settled: readonly (SettledRow & { cardId: number })[],
): Promise<void> {
  if (settled.length === 0) return;
  const { accountId, editId } = edit;
  await database.transaction(async (trx) => {
    await lockBulkEdit(trx, accountId, editId);
    const { rows } = await sql<{ state: BulkRowState; has_warnings: boolean }>`
      UPDATE bulk_edit_rows SET state = settled.state, after = settled.after, refusal = settled.refusal, sending = NULL,
        held_up = settled."heldUp"
      FROM jsonb_to_recordset(${JSON.stringify(settled)}::jsonb)
        AS settled("cardId" bigint, state text, after jsonb, refusal text, "heldUp" text)
      WHERE account_id = ${accountId} AND edit_id = ${editId} AND card_id = settled."cardId"
        AND ${isAmong(sql`card_id`, settled.map(idOf))} AND bulk_edit_rows.state = ${from}
      RETURNING bulk_edit_rows.state, has_warnings`.execute(trx);
    const counts: Partial<Record<BulkRowState, number>> = { [from]: -rows.length };
    for (const { state } of rows) counts[state] = (counts[state] ?? 0) + 1;
    await addUp(trx, edit, {
      ...counts,
      warned: from === 'READY' ? -rows.filter((row) => row.has_warnings).length : 0,
    });
    if (from === 'READY') await endStopped(trx, edit);
  });
}

/** Stopped in its last step, and that has arrived: nothing is left to go on with. */
async function endStopped(trx: Trx, { accountId, editId }: EditAtWork): Promise<void> {
  await trx
    .updateTable('bulk_edits')
    .set({ state: 'APPLIED' })
    .where('account_id', '=', accountId)
    .where('id', '=', editId)
    .where('state', '=', 'STOPPED')
    .where('ready_count', '=', 0)
    .execute();
}

/** Nothing of them was written: as if they had had no turn. */
export async function letGo(
  db: Db,
  { accountId, editId }: EditAtWork,
  rows: readonly { cardId: number }[],
): Promise<void> {
  await db
    .updateTable('bulk_edit_rows')
    .set({ sending: null })
    .where('account_id', '=', accountId)
    .where('edit_id', '=', editId)
    .where('card_id', '=', sql<number>`any(${rows.map((row) => row.cardId)}::bigint[])`)
    .execute();
}

/**
 * Nothing is left to be done; not where somebody has stopped it, nor where there is: another part was asked for, or more of the same,
 * since this process has looked.
 */
export async function endWork(
  database: Database,
  edit: EditAtWork,
  turn: Pick<Turn, 'state' | 'from'>,
): Promise<void> {
  const { accountId, editId } = edit;
  await database.transaction(async (trx) => {
    const locked = await lockBulkEdit(trx, accountId, editId);
    if (locked?.state !== turn.state) return;
    const [left] = await findNextRows(trx, edit, { ...turn, limit: 1 });
    if (left) return;
    await trx
      .updateTable('bulk_edits')
      .set({ state: stateWhenDone, rollback_ids: null, worked_at: sql<Date>`now()` })
      .where('account_id', '=', accountId)
      .where('id', '=', editId)
      .execute();
  });
}
