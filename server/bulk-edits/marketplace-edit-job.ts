import { z } from 'zod/mini';
import type { BulkChange } from '#contract/bulk-changes.ts';
import type { Deps } from '#server/jobs/deps.ts';
import type { JobDefinition } from '#server/jobs/job.ts';
import { MarketplaceError, mayPass } from '#server/marketplace/errors.ts';
import type { EditAtWork } from './preparing.ts';

/** The time of one run; another run goes on. */
const RUN_MS = 60_000;
/** Far above the longest run with all its waiting for limits: two never work at one edit. */
const EXPIRE_SECONDS = 900;
/** A marketplace that does not answer is left alone for so long. */
const PAUSE_SECONDS = 20;

const editData = z.object({ editId: z.int() });

/** NO_MORE: nothing is left to be done. LATER: the marketplace did not say how some of it went. */
export type Outcome = 'NO_MORE' | 'MORE' | 'LATER';

type EditDeps = Pick<Deps, 'database' | 'marketplace'>;
type Work<Change> = (
  deps: EditDeps,
  edit: EditAtWork,
  change: Change,
  mayGoOn: () => boolean,
) => Promise<Outcome>;

interface MarketplaceWork<Change extends BulkChange> {
  isOfKind: (change: BulkChange) => change is Change;
  /** Absent: it is looked at here, without the marketplace. */
  prepare?: Work<Change>;
  apply: Work<Change>;
  rollBack: Work<Change>;
}

/** A job that takes edits of a kind as far as they go by themselves at the marketplace: looked at, applied or rolled back. */
export function marketplaceEditJob<Change extends BulkChange>(
  name: string,
  work: MarketplaceWork<Change>,
): JobDefinition<z.infer<typeof editData>> {
  return {
    name,
    schema: editData,
    options: { concurrency: 2, isOneAtATimePerKey: true, expireInSeconds: EXPIRE_SECONDS },
    handler: async ({ editId }, deps, { signal }) => {
      const until = Date.now() + RUN_MS;
      const pauseSeconds = await goOn(deps, editId, work, () => !signal.aborted && Date.now() < until);
      if (pauseSeconds === null) return;
      const options = { singletonKey: String(editId), startAfterSeconds: pauseSeconds };
      await deps.jobs.enqueue(name, { editId }, options);
    },
  };
}

/** In how many seconds it is to be gone on with; null: nothing is left to be done. */
async function goOn<Change extends BulkChange>(
  deps: EditDeps,
  editId: number,
  { isOfKind, prepare, apply, rollBack }: MarketplaceWork<Change>,
  mayGoOn: () => boolean,
): Promise<number | null> {
  const row = await deps.database.db
    .selectFrom('bulk_edits')
    .select(['account_id', 'user_id', 'state', 'change'])
    .where('id', '=', editId)
    .executeTakeFirst();
  if (!row || !isOfKind(row.change)) return null;
  const turn = { PREPARING: prepare, APPLYING: apply, ROLLING_BACK: rollBack, ...IDLE }[row.state];
  if (!turn) return null;
  const edit = { accountId: row.account_id, userId: row.user_id, editId };
  try {
    const outcome = await turn(deps, edit, row.change, mayGoOn);
    if (outcome === 'NO_MORE') return null;
    return outcome === 'MORE' ? 0 : PAUSE_SECONDS;
  } catch (error) {
    if (!(error instanceof MarketplaceError) || !mayPass(error)) throw error;
    const waitMs = (error.retryAt?.getTime() ?? 0) - Date.now();
    return Math.max(PAUSE_SECONDS, Math.ceil(waitMs / 1000));
  }
}

/** Nothing is done by itself. */
const IDLE = { READY: undefined, STOPPED: undefined, APPLIED: undefined };
