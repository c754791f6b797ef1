import { sql } from 'kysely';
import type { BulkChange } from '#contract/bulk-changes.ts';
import type { WantedValues } from '#contract/bulk-table-rows.ts';
import type { Author } from '#server/cards/card-writes.ts';
import type { Db, Trx } from '#server/db/database.ts';

/** An edit that is about to be looked at; resolves with its id. */
export async function insertEdit(
  db: Db,
  { accountId, userId }: Author,
  edit: {
    change: BulkChange;
    /** Ascending. */
    cardIds: number[];
    idempotencyKey: string | undefined;
  },
): Promise<number> {
  const { id } = await db
    .insertInto('bulk_edits')
    .values({
      account_id: accountId,
      user_id: userId,
      change: JSON.stringify(edit.change),
      card_ids: edit.cardIds,
      card_total: edit.cardIds.length,
      rollback_ids: null,
      idempotency_key: edit.idempotencyKey ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** What each card is to have, where that is its own; with the edit, in one transaction. */
export async function insertWantedValues(
  trx: Trx,
  accountId: number,
  editId: number,
  values: readonly { cardId: number; wanted: WantedValues }[],
): Promise<void> {
  await sql`
    INSERT INTO bulk_edit_values (edit_id, card_id, account_id, wanted)
    SELECT ${editId}, "cardId", ${accountId}, wanted
    FROM jsonb_to_recordset(${JSON.stringify(values)}::jsonb) AS value("cardId" bigint, wanted jsonb)`.execute(
    trx,
  );
}

/** The edit that the same request has made before. */
export async function findEditByKey(
  db: Db,
  { accountId, userId }: Author,
  idempotencyKey: string | undefined,
): Promise<number | undefined> {
  if (idempotencyKey === undefined) return undefined;
  const row = await db
    .selectFrom('bulk_edits')
    .select('id')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst();
  return row?.id;
}
