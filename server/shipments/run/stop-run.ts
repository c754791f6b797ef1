import type { Deps } from '#server/jobs/deps.ts';
import { findRunningItems } from '#server/shipments/store/work-items.ts';
import { endRun, holdsTicket, type AdvanceData } from '#server/shipments/store/runs.ts';
import { saveProgress, type ItemError } from '#server/shipments/store/save-progress.ts';
import { fail } from '#server/shipments/steps/step.ts';

/** Nothing can go on in the shop: every item that runs there has failed for the same reason. Other shops go on. */
export async function failRunning(
  deps: Pick<Deps, 'database'>,
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
