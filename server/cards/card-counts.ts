import { sql, type RawBuilder } from 'kysely';
import type { CardCounters, CardFilterValues } from '#contract/card-list.ts';
import type { Db } from '#server/db/database.ts';
import { prepared } from '#server/db/prepared.ts';
import { noData, type JobDefinition } from '#server/jobs/job.ts';

/** Of this server: an older one answers without the last. */
type AllCounters = CardCounters & { UNSENT: number };

/** How many cards the account has in each state, and how many of them have unsent changes. Triggers on `cards` keep the numbers: see migrations 005 and 009. */
export async function countCardsByState(db: Db, accountId: number): Promise<AllCounters> {
  const query = db
    .selectFrom('card_count_changes')
    .select(['state', sql<number>`sum(change)::int`.as('count')])
    .where('account_id', '=', accountId)
    .groupBy('state');
  const { rows } = await db.executeQuery(prepared(query.compile()));
  const counters: AllCounters = {
    all: 0,
    DRAFT: 0,
    PUBLISHED: 0,
    UPDATING: 0,
    HAS_ERRORS: 0,
    ARCHIVED: 0,
    UNSENT: 0,
  };
  for (const { state, count } of rows) {
    counters[state] = count;
    // «Все» is what the list shows by itself: the archive is apart.
    if (state !== 'ARCHIVED' && state !== 'UNSENT') counters.all += count;
  }
  return counters;
}

/** The number of cards of a filter that asks for nothing but states, as a part of a statement. */
export function countOfStates(
  accountId: number | RawBuilder<number>,
  { state, withArchived, changes }: Pick<CardFilterValues, 'state' | 'withArchived' | 'changes'>,
): RawBuilder<number> {
  const counted = (): RawBuilder<boolean> => {
    if (changes === 'unsent') return sql`state = 'UNSENT'`;
    if (state !== undefined) return sql`state = ${state}`;
    return withArchived === true ? sql`state <> 'UNSENT'` : sql`state NOT IN ('UNSENT', 'ARCHIVED')`;
  };
  return sql`(SELECT coalesce(sum(change), 0)::int FROM card_count_changes
    WHERE account_id = ${accountId} AND ${counted()})`;
}

/** Adds the changes up, so that there are never many. Those of transactions still open stay for the next time. */
export const addUpCardCountsJob: JobDefinition = {
  name: 'card-counts',
  schema: noData,
  options: { cron: '*/5 * * * *' },
  handler: async (_data, { database: { db } }) => {
    await addUpCardCounts(db);
  },
};

/** One statement: a reader sees the changes or their sum, never both and never neither. */
export async function addUpCardCounts(db: Db): Promise<void> {
  await sql`
    WITH counted AS (DELETE FROM card_count_changes RETURNING account_id, state, change)
    INSERT INTO card_count_changes
      SELECT account_id, state, sum(change) FROM counted GROUP BY account_id, state HAVING sum(change) <> 0
  `.execute(db);
}
