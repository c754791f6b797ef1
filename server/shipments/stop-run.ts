import type { JobDeps } from '#server/jobs/job.ts';
import { findRunningItems } from './work-items.ts';
import { endRun, holdsTicket, type AdvanceData } from './runs.ts';
import { saveProgress, type ItemError } from './save-progress.ts';
import { fail } from './step.ts';

/** Nothing can go on in the shop: every item that runs there has failed for the same reason. Other shops go on. */
export async function failRunning(
  deps: Pick<JobDeps, 'database'>,
  run: AdvanceData,
  error: ItemError,
): Promise<void> {
  const { database } = deps;
  await database.transaction(async (trx) => {
    // A run that was begun anew meanwhile is not this one's to stop.
    if (!(await holdsTicket(trx, run))) return;
    const items = await findRunningItems(trx, run);
    if (items.length > 0) {
      const shop = await trx
        .selectFrom('shops')
        .select('name')
        .where('account_id', '=', run.accountId)
        .where('id', '=', run.shopId)
        .executeTakeFirst();
      await saveProgress(trx, run, {
        items: items.map(fail),
        errors: new Map(items.map((item) => [item.id, [error]])),
        event: `«${shop?.name ?? ''}»: ${error.message}`,
      });
    }
    await endRun(trx, run);
  });
}
