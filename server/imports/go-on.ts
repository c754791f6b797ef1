import { sql } from 'kysely';
import { z } from 'zod/mini';
import type { CardImport } from '#contract/imports.ts';
import type { Author } from '#server/cards/card-writes.ts';
import type { Deps } from '#server/jobs/deps.ts';
import { noData, type EnqueueOptions, type JobDefinition } from '#server/jobs/job.ts';
import { checkCards } from './check-cards.ts';
import { checkRows } from './check-rows.ts';
import { createCards } from './create-cards.ts';
import { finishCheck } from './finish-check.ts';
import { removeImport } from './new-import.ts';
import { importOr404, KEEP_DAYS, type ImportAtWork } from './repository.ts';

/** A person waits so long for an answer; what is left then goes on as a job, and the screen asks how far it is. */
const RESPONSE_WITHIN_MS = 2_000;
/** By then the person has an answer, or the process has died: a job that was put down before looks what is left. */
const TAKEN_OVER_AFTER_S = 10;
/** The time of one run of the job; another run goes on. */
const RUN_MS = 60_000;
/** An import at work says so with each batch; one that is silent for this long was left by a process that died. */
const LEFT_AFTER_MINUTES = 3;
/** A file is read within minutes: what is still being read then has nobody. */
const UNREAD_HOURS = 1;

const GO_ON = 'import';
const goOnData = z.object({ importId: z.optional(z.int()) });
type GoOnData = z.infer<typeof goOnData>;

export type ImportDeps = Pick<Deps, 'database' | 'jobs'>;

/** Works at the import as long as a person waits for an answer; a job does the rest. */
export async function goOnForAWhile(deps: ImportDeps, author: Author, importId: number): Promise<CardImport> {
  await finishLater(deps.jobs, importId, { startAfterSeconds: TAKEN_OVER_AFTER_S });
  const until = Date.now() + RESPONSE_WITHIN_MS;
  const isDone = await goOn(deps, { ...author, importId }, () => Date.now() < until);
  if (!isDone) await finishLater(deps.jobs, importId);
  return await importOr404(deps.database.db, author.accountId, importId);
}

/** Whatever the import is at. Resolves with whether nothing is left to be done by itself. */
async function goOn(deps: ImportDeps, work: ImportAtWork, mayGoOn: () => boolean): Promise<boolean> {
  const { database } = deps;
  const row = await database.db
    .selectFrom('imports')
    .select('state')
    .where('account_id', '=', work.accountId)
    .where('id', '=', work.importId)
    .executeTakeFirst();
  if (row?.state === 'CHECKING') {
    return (
      (await checkRows(database, work, mayGoOn)) &&
      (await checkCards(database, work, mayGoOn)) &&
      (await finishCheck(deps, work, mayGoOn))
    );
  }
  return row?.state === 'CREATING' ? await createCards(database, work, mayGoOn) : true;
}

function finishLater(
  jobs: Deps['jobs'],
  importId: number,
  when: Pick<EnqueueOptions, 'startAfterSeconds'> = {},
): Promise<void> {
  return jobs.enqueue(GO_ON, { importId }, { singletonKey: String(importId), ...when });
}

/** Goes on with the named import; without a name, with what a process that died has left. */
export const goOnWithImportsJob: JobDefinition<GoOnData> = {
  name: GO_ON,
  schema: goOnData,
  options: { cron: '*/5 * * * *', concurrency: 2, isOneAtATimePerKey: true },
  handler: async ({ importId }, { database, jobs }, { signal }) => {
    const until = Date.now() + RUN_MS;
    const left = await database.db
      .selectFrom('imports')
      .select(['id', 'account_id', 'user_id'])
      .where('state', 'in', ['CHECKING', 'CREATING'])
      .$if(importId !== undefined, (query) => query.where('id', '=', importId ?? 0))
      .$if(importId === undefined, (query) =>
        query.where('worked_at', '<', sql<Date>`now() - make_interval(mins => ${LEFT_AFTER_MINUTES})`),
      )
      .orderBy('id')
      .execute();
    for (const { id, account_id: accountId, user_id: userId } of left) {
      const mayGoOn = () => !signal.aborted && Date.now() < until;
      const isDone = await goOn({ database, jobs }, { accountId, userId, importId: id }, mayGoOn);
      if (!isDone) await finishLater(jobs, id);
    }
  },
};

/** Forgets what nobody comes back to: fifty thousand rows are many megabytes. */
export const forgetImportsJob: JobDefinition = {
  name: 'imports-forget',
  schema: noData,
  options: { cron: '23 * * * *' },
  handler: async (_data, { database: { db } }) => {
    const { rows } = await sql<{ id: number; accountId: number }>`
      SELECT id, account_id AS "accountId" FROM imports
      WHERE created_at < now() - make_interval(days => ${KEEP_DAYS})
        OR (state = 'READING' AND worked_at < now() - make_interval(hours => ${UNREAD_HOURS}))`.execute(db);
    for (const { id, accountId } of rows) await removeImport(db, accountId, id);
  },
};
