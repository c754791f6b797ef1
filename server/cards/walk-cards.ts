import type { Database, Trx } from '#server/db/database.ts';
import { inBatches, type Pace } from '#server/db/in-batches.ts';

const IDS_PER_READ = 1000;
/** For a job that walks: it begins anew when it is taken for lost, and must come to the end of 100 000 cards on a slow machine. */
export const LONGEST_WALK_S = 1800;

/** Goes through an account's cards, or those of a subject, by their ids: some thousands are known at a time, a batch is a transaction. */
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
      .select('id')
      .where('account_id', '=', accountId)
      .where((eb) => (subjectId === undefined ? eb.lit(true) : eb('subject_id', '=', subjectId)))
      .where('id', '>', afterId)
      .orderBy('id')
      .limit(IDS_PER_READ)
      .execute();
    const ids = cards.map(({ id }) => id);
    await inBatches(database, ids, changeBatch, { mayGoOn, pace });
    if (ids.length < IDS_PER_READ) return;
    afterId = ids.at(-1) ?? afterId;
  }
}
