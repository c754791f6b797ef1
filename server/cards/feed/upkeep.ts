import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import { noData, type JobDefinition } from '#server/jobs/job.ts';

/** Longer than a cursor is good for. */
const KEEP_REMOVALS_DAYS = 90;
const FORGOTTEN_AT_ONCE = 10_000;

/** For a server that starts: cursors that are given from now on are told from those of a database that is put back later. */
export async function beginHistory(db: Db): Promise<void> {
  await sql`INSERT INTO catalogue_histories DEFAULT VALUES`.execute(db);
}

/** As for the numbers of cards: added up, so that there are never many. */
export const addUpCardChecksumsJob: JobDefinition = {
  name: 'card-checksums',
  schema: noData,
  options: { cron: '*/5 * * * *' },
  handler: async (_data, { database: { db } }) => {
    await sql`
      WITH summed AS (DELETE FROM card_checksum_changes RETURNING account_id, change, wb_tags_change)
      INSERT INTO card_checksum_changes
        SELECT account_id, sum(change), sum(wb_tags_change) FROM summed
        GROUP BY account_id HAVING sum(change) <> 0 OR sum(wb_tags_change) <> 0
    `.execute(db);
  },
};

export const forgetRemovedCardsJob: JobDefinition = {
  name: 'forget-removed-cards',
  schema: noData,
  options: { cron: '47 4 * * *' },
  handler: async (_data, { database: { db } }) => {
    const before = sql`now() - make_interval(days => ${KEEP_REMOVALS_DAYS})`;
    // Cursors were given under a start until the next one.
    await sql`DELETE FROM catalogue_histories WHERE EXISTS (SELECT FROM catalogue_histories later
      WHERE later.begun_at > catalogue_histories.begun_at AND later.begun_at < ${before})`.execute(db);
    for (;;) {
      const { numAffectedRows = 0n } = await sql`
        DELETE FROM removed_cards WHERE ctid = any(array(
          SELECT ctid FROM removed_cards WHERE removed_at < ${before} LIMIT ${FORGOTTEN_AT_ONCE}))`.execute(
        db,
      );
      if (numAffectedRows < FORGOTTEN_AT_ONCE) return;
    }
  },
};
