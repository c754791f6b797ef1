import type { Database, Trx } from '#server/db/database.ts';
import { inBatches, type Pace } from '#server/db/in-batches.ts';

const CARDS_PER_READ = 1000;
/** For a job that walks: it begins anew when it is taken for lost, and must come to the end of 100 000 cards on a slow machine. */
export const LONGEST_WALK_S = 1800;

/**
 * Goes through an account's cards, or those of a subject, by their ids: some thousands are known at a time, a batch is a transaction.
 * Whose subject is another is passed over here: looked for in the database, the last cards of a rare subject take a read of the whole account.
 */
export async function walkCards(
  database: Database,
  { accountId, subjectId }: { accountId: number; subjectId?: number },
  changeBatch: (trx: Trx, cardIds: readonly number[]) => Promise<void>,
  mayGoOn: () => boolean,
): Promise<void> {
  const pace: Pace = {};
  let afterId = 0;
  while (mayGoOn()) {
    const cards = await database.db
      .selectFrom('cards')
      .select(['id', 'subject_id'])
      .where('account_id', '=', accountId)
      .where('id', '>', afterId)
      .orderBy('id')
      .limit(CARDS_PER_READ)
      .execute();
    const isWalked = (card: { subject_id: number }) =>
      subjectId === undefined || card.subject_id === subjectId;
    const ids = cards.filter(isWalked).map(({ id }) => id);
    await inBatches(database, ids, changeBatch, { mayGoOn, pace });
    if (cards.length < CARDS_PER_READ) return;
    afterId = cards.at(-1)?.id ?? afterId;
  }
}
