import { sql } from 'kysely';
import { z } from 'zod/mini';
import { isOfStocks, isOfWbTags, type BulkChange } from '#contract/bulk-changes.ts';
import type { BulkEdit, BulkEditState } from '#contract/bulk-edits.ts';
import type { Author } from '#server/cards/card-writes.ts';
import type { Deps } from '#server/jobs/deps.ts';
import { noData, type EnqueueOptions, type JobDefinition } from '#server/jobs/job.ts';
import { applyRows, rollBackRows } from './change-rows.ts';
import { prepareRows } from './prepare.ts';
import type { EditAtWork } from './preparing.ts';
import { bulkEditOr404, KEEP_APPLIED_DAYS, KEEP_PREPARED_HOURS, LEFT_AFTER_MINUTES } from './repository.ts';

/** A person waits so long for an answer; what is left then goes on as a job, and the screen asks how far it is. */
const RESPONSE_WITHIN_MS = 3_000;
/** By then the person has an answer, or the process has died: a job that was put down before looks what is left. */
const TAKEN_OVER_AFTER_S = 10;
/** The time of one run of the job; another run goes on. */
const RUN_MS = 60_000;

const GO_ON = 'bulk-edit';
/** The jobs of `server/stocks/edits` and `server/wb-tags/edits`: what waits for the marketplace is not done while a person waits. */
export const STOCK_EDIT = 'bulk-edit-stocks';
export const WB_TAG_EDIT = 'bulk-edit-wb-tags';
const goOnData = z.object({ editId: z.optional(z.int()) });
type GoOnData = z.infer<typeof goOnData>;

const AT_WORK = ['PREPARING', 'APPLYING', 'ROLLING_BACK'] as const satisfies BulkEditState[];
const isAtWork = (state: BulkEditState) => AT_WORK.some((one) => one === state);

export type EditDeps = Pick<Deps, 'database' | 'jobs'>;

/** Works at the edit as long as a person waits for an answer; a job does the rest. */
export async function goOnForAWhile(deps: EditDeps, author: Author, editId: number): Promise<BulkEdit> {
  const { database, jobs } = deps;
  await finishLater(jobs, editId, { startAfterSeconds: TAKEN_OVER_AFTER_S });
  const until = Date.now() + RESPONSE_WITHIN_MS;
  const isDone = await goOn(deps, { ...author, editId }, () => Date.now() < until);
  if (!isDone) await finishLater(jobs, editId);
  return await bulkEditOr404(database.db, author.accountId, editId);
}

/** Whatever the edit is at. Resolves with whether nothing is left to be done by itself. */
async function goOn(
  { database, jobs }: EditDeps,
  edit: EditAtWork,
  mayGoOn: () => boolean,
): Promise<boolean> {
  const { editId } = edit;
  const { state, change } = await database.db
    .selectFrom('bulk_edits')
    .select(['state', 'change'])
    .where('account_id', '=', edit.accountId)
    .where('id', '=', editId)
    .executeTakeFirstOrThrow();
  const job = marketplaceJobOf(change, state);
  if (job !== null) {
    if (isAtWork(state)) await jobs.enqueue(job, { editId }, { singletonKey: String(editId) });
    return true;
  }
  if (state === 'PREPARING') return await prepareRows(database, edit, mayGoOn);
  if (state === 'APPLYING') return await applyRows(database, edit, mayGoOn);
  if (state === 'ROLLING_BACK') return await rollBackRows(database, edit, mayGoOn);
  return true;
}

/** null: it is done here. Tags are looked at here, too: what the marketplace shows of them is kept with each card. */
function marketplaceJobOf(change: BulkChange, state: BulkEditState): string | null {
  if (isOfStocks(change)) return STOCK_EDIT;
  return isOfWbTags(change) && state !== 'PREPARING' ? WB_TAG_EDIT : null;
}

export function finishLater(
  jobs: Deps['jobs'],
  editId: number,
  when: Pick<EnqueueOptions, 'startAfterSeconds'> = {},
): Promise<void> {
  return jobs.enqueue(GO_ON, { editId }, { singletonKey: String(editId), ...when });
}

/** Goes on with the named edit; without a name, with what a process that died has left: nobody may ask for that again. */
export const goOnWithBulkEditsJob: JobDefinition<GoOnData> = {
  name: GO_ON,
  schema: goOnData,
  options: { cron: '*/5 * * * *', concurrency: 2, isOneAtATimePerKey: true },
  handler: async ({ editId }, { database, jobs }, { signal }) => {
    const until = Date.now() + RUN_MS;
    const left = await database.db
      .selectFrom('bulk_edits')
      .select(['id', 'account_id', 'user_id'])
      .where('state', 'in', [...AT_WORK])
      .$if(editId !== undefined, (query) => query.where('id', '=', editId ?? 0))
      .$if(editId === undefined, (query) =>
        query.where('worked_at', '<', sql<Date>`now() - make_interval(mins => ${LEFT_AFTER_MINUTES})`),
      )
      .orderBy('id')
      .execute();
    for (const { id, account_id: accountId, user_id: userId } of left) {
      const mayGoOn = () => !signal.aborted && Date.now() < until;
      const isDone = await goOn({ database, jobs }, { accountId, userId, editId: id }, mayGoOn);
      if (!isDone) await finishLater(jobs, id);
    }
  },
};

/** Forgets what can no longer be looked at. */
export const forgetBulkEditsJob: JobDefinition = {
  name: 'bulk-edits-forget',
  schema: noData,
  options: { cron: '53 * * * *' },
  handler: async (_data, { database: { db } }) => {
    await sql`DELETE FROM bulk_edits WHERE
      (applied_at IS NULL AND created_at < now() - make_interval(hours => ${KEEP_PREPARED_HOURS}))
      OR applied_at < now() - make_interval(days => ${KEEP_APPLIED_DAYS})`.execute(db);
  },
};
