import { sql } from 'kysely';
import { ADVISORY_LOCKS } from '#server/db/advisory-locks.ts';
import type { Database, Trx } from '#server/db/database.ts';
import { inBatches } from '#server/db/in-batches.ts';
import { noData, type JobDefinition } from '#server/jobs/job.ts';
import { staleDays, sumsOfDays } from './day-lines.ts';
import type { Day } from './moscow-days.ts';

/** By one read; what is left is found by the next. */
const MARKS_PER_READ = 1000;
/** To plan a sum takes longer than to sum a small shop's day. */
const DAYS_AT_ONCE = 14;

/** Sums days again whose rows have changed, so that whoever reads a year need not. */
export const keepDayLinesJob: JobDefinition = {
  name: 'day-lines',
  schema: noData,
  options: { cron: '* * * * *', expireInSeconds: 900, concurrency: 1 },
  handler: async (_data, { database }, { signal }) => {
    const { rows } = await sql<{ id: number }>`
      SELECT id FROM accounts WHERE EXISTS (SELECT FROM day_line_marks WHERE account_id = accounts.id)
      ORDER BY id`.execute(database.db);
    for (const { id } of rows) await keepDayLines(database, id, () => !signal.aborted);
  },
};

/** In batches that nobody waits for. Who is interrupted begins again: a mark is gone with the sum that it asked for. */
export async function keepDayLines(
  database: Database,
  accountId: number,
  mayGoOn: () => boolean = () => true,
): Promise<void> {
  let found: number[];
  do {
    found = await marksOfNoDay(database, accountId);
    await inBatches(database, found, (trx, ids) => nameDays(trx, accountId, ids), { mayGoOn });
  } while (found.length === MARKS_PER_READ && mayGoOn());
  if (!mayGoOn()) return;
  // The latest first: they are what is looked at.
  const { rows: days } = await sql<{ shopId: number; day: Day }>`
    SELECT DISTINCT shop_id AS "shopId", day FROM day_line_marks
    WHERE account_id = ${accountId} AND day IS NOT NULL ORDER BY day DESC, shop_id`.execute(database.db);
  const parts = Array.from({ length: Math.ceil(days.length / DAYS_AT_ONCE) }, (_, index) =>
    days.slice(index * DAYS_AT_ONCE, (index + 1) * DAYS_AT_ONCE),
  );
  await inBatches(database, parts, (trx, batch) => sumDays(trx, accountId, batch.flat()), {
    mayGoOn,
    // A part is a long item: twenty of them at first would hold the embedded database for a second and more.
    pace: { size: 1 },
  });
}

async function marksOfNoDay({ db }: Database, accountId: number): Promise<number[]> {
  const marks = await db
    .selectFrom('day_line_marks')
    .select('id')
    .where('account_id', '=', accountId)
    .where('day', 'is', null)
    .orderBy('id')
    .limit(MARKS_PER_READ)
    .execute();
  return marks.map(({ id }) => id);
}

/** The days that other marks mean are marked instead of them. */
async function nameDays(trx: Trx, accountId: number, ids: readonly number[]): Promise<void> {
  await waitForTurn(trx, accountId);
  const gone = sql`DELETE FROM day_line_marks
    WHERE account_id = ${accountId} AND id = any(${[...ids]}::bigint[]) RETURNING *`;
  await sql`
    WITH ${staleDays(accountId, gone)}
    INSERT INTO day_line_marks (account_id, shop_id, day) SELECT ${accountId}, shop_id, day FROM stale`.execute(
    trx,
  );
}

async function sumDays(
  trx: Trx,
  accountId: number,
  batch: readonly { shopId: number; day: Day }[],
): Promise<void> {
  await waitForTurn(trx, accountId);
  const these = sql`unnest(
    ${batch.map(({ shopId }) => shopId)}::bigint[], ${batch.map(({ day }) => day)}::date[]) AS`;
  // Before the rows are read: what is marked from here on stays for the next time.
  await sql`DELETE FROM day_line_marks mark USING ${these} these (shop_id, day)
    WHERE mark.account_id = ${accountId} AND mark.shop_id = these.shop_id AND mark.day = these.day`.execute(
    trx,
  );
  await sql`DELETE FROM day_lines kept USING ${these} these (shop_id, day)
    WHERE kept.account_id = ${accountId} AND kept.shop_id = these.shop_id AND kept.day = these.day`.execute(
    trx,
  );
  await sql`
    WITH these AS MATERIALIZED (SELECT shop_id, day FROM ${these} these (shop_id, day))
    INSERT INTO day_lines (account_id, shop_id, day, source, lines, nm_ids_without_cost)
    SELECT ${accountId}, shop_id, day, source, lines, nm_ids_without_cost
    FROM (${sumsOfDays(accountId, sql`these`)}) sums`.execute(trx);
}

/** One after another: whoever has read earlier rows never writes after whoever has read later ones. */
export async function waitForTurn(trx: Trx, accountId: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS.dayLines}, ${accountId % 2 ** 31}::int)`.execute(
    trx,
  );
}
