import type { BulkChange } from '#contract/bulk-edits.ts';
import type { Author } from '#server/cards/card-writes.ts';
import type { Db } from '#server/db/database.ts';

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
