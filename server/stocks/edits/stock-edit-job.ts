import { z } from 'zod/mini';
import { isOfStocks } from '#contract/bulk-edits.ts';
import { STOCK_EDIT } from '#server/bulk-edits/go-on.ts';
import type { Deps } from '#server/jobs/deps.ts';
import type { JobDefinition } from '#server/jobs/job.ts';
import { MarketplaceError } from '#server/marketplace/errors.ts';
import { mayPass } from '../warehouse-stocks.ts';
import { prepareStockEdit } from './prepare-stock-edit.ts';
import { applyStockEdit, rollBackStockEdit } from './send-stock-edit.ts';

/** The time of one run; another run goes on. */
const RUN_MS = 60_000;
/** Far above the longest run with all its waiting for limits: two never work at one edit. */
const EXPIRE_SECONDS = 900;
/** A marketplace that does not answer is left alone for so long. */
const PAUSE_SECONDS = 20;

const stockEditData = z.object({ editId: z.int() });

/** Takes a change of stocks as far as it goes by itself: looked at, applied or rolled back. */
export const goOnWithStockEditJob: JobDefinition<z.infer<typeof stockEditData>> = {
  name: STOCK_EDIT,
  schema: stockEditData,
  options: { concurrency: 2, isOneAtATimePerKey: true, expireInSeconds: EXPIRE_SECONDS },
  handler: async ({ editId }, deps, { signal }) => {
    const until = Date.now() + RUN_MS;
    const mayGoOn = () => !signal.aborted && Date.now() < until;
    const pauseSeconds = await goOn(deps, editId, mayGoOn);
    if (pauseSeconds === null) return;
    const options = { singletonKey: String(editId), startAfterSeconds: pauseSeconds };
    await deps.jobs.enqueue(STOCK_EDIT, { editId }, options);
  },
};

/** In how many seconds it is to be gone on with; null: nothing is left to be done. */
async function goOn(
  deps: Pick<Deps, 'database' | 'marketplace'>,
  editId: number,
  mayGoOn: () => boolean,
): Promise<number | null> {
  const row = await deps.database.db
    .selectFrom('bulk_edits')
    .select(['account_id', 'user_id', 'state', 'change'])
    .where('id', '=', editId)
    .executeTakeFirst();
  if (!row || !isOfStocks(row.change)) return null;
  const edit = { accountId: row.account_id, userId: row.user_id, editId };
  try {
    if (row.state === 'PREPARING') {
      return (await prepareStockEdit(deps, edit, row.change, mayGoOn)) ? null : 0;
    }
    if (row.state !== 'APPLYING' && row.state !== 'ROLLING_BACK') return null;
    const work = row.state === 'APPLYING' ? applyStockEdit : rollBackStockEdit;
    const outcome = await work(deps, edit, mayGoOn);
    if (outcome === 'NO_MORE') return null;
    return outcome === 'MORE' ? 0 : PAUSE_SECONDS;
  } catch (error) {
    if (!(error instanceof MarketplaceError) || !mayPass(error)) throw error;
    const waitMs = (error.retryAt?.getTime() ?? 0) - Date.now();
    return Math.max(PAUSE_SECONDS, Math.ceil(waitMs / 1000));
  }
}
