import { sql } from 'kysely';
import type { HistoryCard } from '#contract/history-cards.ts';
import type { Db } from '#server/db/database.ts';

/** Those of the account, as they are now, in the order of their making. */
export async function findHistoryCards(
  db: Db,
  accountId: number,
  cardIds: readonly number[],
): Promise<HistoryCard[]> {
  return await db
    .selectFrom('cards')
    .select(['id as cardId', 'vendor_code as vendorCode', 'title', 'cover as photo'])
    .where('account_id', '=', accountId)
    .where('id', '=', sql<number>`any(${[...cardIds]}::bigint[])`)
    .orderBy('id')
    .execute();
}
