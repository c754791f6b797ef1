import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { isAmong } from '#server/db/is-among.ts';
import { findSubjectsToReckon, keepReckoned } from '#server/directory/directory.ts';
import { noData, type JobDefinition } from '#server/jobs/job.ts';
import { LONGEST_WALK_S, walkCards } from './walk-cards.ts';

/** How much of a card is filled depends on what its subject asks for: where that has changed, cards are reckoned anew. */
export const reckonFilledJob: JobDefinition = {
  name: 'cards-filled',
  schema: noData,
  options: { cron: '* * * * *', expireInSeconds: LONGEST_WALK_S },
  handler: async (_data, { database }, { signal }) => {
    const mayGoOn = () => !signal.aborted;
    const accounts = await database.db.selectFrom('accounts').select('id').orderBy('id').execute();
    for (const { id, askedVersion } of await findSubjectsToReckon(database.db)) {
      for (const account of accounts) await reckonCards(database, account.id, id, mayGoOn);
      // Who was interrupted begins again: a card that is right already is not written.
      if (mayGoOn()) await keepReckoned(database.db, id, askedVersion);
    }
  },
};

async function reckonCards(
  database: Database,
  accountId: number,
  subjectId: number,
  mayGoOn: () => boolean,
): Promise<void> {
  await walkCards(
    database,
    { accountId, subjectId },
    async (trx, cardIds) => {
      await sql`
        WITH reckoned AS MATERIALIZED (
          SELECT id, card_filled_percent(vendor_code, title, subject_id, brand, description, dimensions, characteristics, photos)
            AS percent
          FROM cards WHERE account_id = ${accountId} AND id = any(${[...cardIds]}::bigint[])
          ORDER BY id FOR NO KEY UPDATE)
        UPDATE cards SET filled_percent = reckoned.percent
        FROM reckoned
        WHERE cards.account_id = ${accountId} AND cards.id = reckoned.id AND ${isAmong(sql`cards.id`, cardIds)}
          AND cards.filled_percent <> reckoned.percent`.execute(trx);
    },
    mayGoOn,
  );
}
