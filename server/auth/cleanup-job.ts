import { sql } from 'kysely';
import { removeOldKeys } from '#server/http/idempotency.ts';
import { noData, type JobDefinition } from '#server/jobs/job.ts';

const KEEP_ENDED_SESSIONS_DAYS = 90;

const daysAgo = (days: number) => sql<Date>`now() - make_interval(days => ${days})`;

/** Removes what nobody will ask for again: old keys, spent tokens, ended sessions, counted sign-in tries. */
export const cleanupJob: JobDefinition = {
  name: 'auth-cleanup',
  schema: noData,
  options: { cron: '17 4 * * *' },
  handler: async (_data, { database: { db } }) => {
    await removeOldKeys(db);
    await db.deleteFrom('login_attempts').where('at', '<', daysAgo(1)).execute();
    await db.deleteFrom('refresh_tokens').where('expires_at', '<', daysAgo(1)).execute();
    await db
      .updateTable('refresh_tokens')
      .set({ successor: null })
      .where('successor', 'is not', null)
      .where('used_at', '<', daysAgo(1))
      .execute();
    await db
      .deleteFrom('sessions')
      .where((eb) =>
        eb.or([
          eb('ended_at', '<', daysAgo(KEEP_ENDED_SESSIONS_DAYS)),
          eb('expires_at', '<', daysAgo(KEEP_ENDED_SESSIONS_DAYS)),
        ]),
      )
      .execute();
  },
};
