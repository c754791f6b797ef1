import { sql } from 'kysely';
import type { BulkEditState } from '#contract/bulk-edits.ts';

/**
 * Of the part that is to go back. Read once: a list of many ids would be unpacked for each row that it is compared with.
 */
export const isOfPart = (accountId: number, editId: number) => sql<boolean>`(
  bulk_edits.rollback_ids IS NULL OR card_id IN (
    SELECT unnest(part.rollback_ids) FROM bulk_edits AS part
    WHERE part.account_id = ${accountId} AND part.id = ${editId}))`;

/** Where an edit stands whose work is done: what was stopped can still be gone on with after a part of it went back. */
export const stateWhenDone = sql<BulkEditState>`
  CASE WHEN rollback_ids IS NOT NULL AND ready_count > 0 THEN 'STOPPED' ELSE 'APPLIED' END`;
