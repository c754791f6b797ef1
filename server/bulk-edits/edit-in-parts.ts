import { sql } from 'kysely';
import type { FileChange } from '#contract/bulk-changes.ts';
import type { WantedValues } from '#contract/bulk-table-rows.ts';
import type { Author } from '#server/cards/card-writes.ts';
import type { Db, Trx } from '#server/db/database.ts';
import type { Jobs } from '#server/jobs/job.ts';
import { finishLater } from './go-on.ts';
import { insertEdit } from './new-edit.ts';

/**
 * A bulk edit of more cards than fit into one request, made part by part: until it is begun it has no cards, and nobody is told
 * its number.
 */

interface WantedOfCard {
  cardId: number;
  wanted: WantedValues;
}

export async function openEdit(db: Db, author: Author): Promise<number> {
  const id = await insertEdit(db, author, {
    change: { kind: 'FILE', fields: ['priceKopecks'], characteristics: [] },
    cardIds: [],
    idempotencyKey: undefined,
  });
  // Nothing of it has its turn before it is begun.
  await db
    .updateTable('bulk_edits')
    .set({ state: 'READY' })
    .where('account_id', '=', author.accountId)
    .where('id', '=', id)
    .execute();
  return id;
}

/** Once more for the same cards changes nothing. */
export async function addWantedValues(
  trx: Trx,
  { accountId }: Author,
  editId: number,
  values: readonly WantedOfCard[],
): Promise<void> {
  await sql`
    INSERT INTO bulk_edit_values (edit_id, card_id, account_id, wanted)
    SELECT ${editId}, "cardId", ${accountId}, wanted
    FROM jsonb_to_recordset(${JSON.stringify(values)}::jsonb) AS value("cardId" bigint, wanted jsonb)
    ON CONFLICT (edit_id, card_id) DO UPDATE SET wanted = excluded.wanted`.execute(trx);
}

/** Looks at its cards from here on, as a job. */
export async function beginEdit(
  db: Db,
  jobs: Jobs,
  { accountId }: Author,
  edit: { id: number; cardIds: readonly number[]; change: FileChange },
): Promise<void> {
  await db
    .updateTable('bulk_edits')
    .set({
      state: 'PREPARING',
      change: JSON.stringify(edit.change),
      card_ids: [...edit.cardIds].sort((a, b) => a - b),
      card_total: edit.cardIds.length,
      worked_at: sql<Date>`now()`,
    })
    .where('account_id', '=', accountId)
    .where('id', '=', edit.id)
    .where('card_total', '=', 0)
    .execute();
  await finishLater(jobs, edit.id);
}
