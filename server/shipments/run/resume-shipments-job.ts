import { sql } from 'kysely';
import { noData, type JobDefinition } from '#server/jobs/job.ts';
import type { Deps } from '#server/jobs/deps.ts';
import { MarketplaceError } from '#server/marketplace/errors.ts';
import { addEvent } from '#server/shipments/store/events.ts';
import { findByVendorCode } from '#server/marketplace/find-card.ts';
import { startRuns } from '#server/shipments/store/runs.ts';
import { keepSent } from '#server/shipments/store/keep-sent.ts';
import { saveConfirmed } from '#server/shipments/store/save-progress.ts';
import { resumeRequestedStocks } from './requested-stocks.ts';
import { findItemsByIds, saveItems } from '#server/shipments/store/work-items.ts';

/** A run that says nothing for this long has lost its job. */
const STALE_MINUTES = 15;
const WATCHED_HOURS = 24;
/** Each is a call; the rest has its turn next time. */
const WATCHED_AT_ONCE = 50;

/** Every ten minutes: goes on with work that was lost, looks for cards that the marketplace was late with, sends stocks. */
export const resumeShipmentsJob: JobDefinition = {
  // The queue of installed databases is called so.
  name: 'tend-shipments',
  schema: noData,
  options: { cron: '*/10 * * * *', concurrency: 1 },
  handler: async (_data, deps, { signal }) => {
    await resumeStaleRuns(deps);
    await findLateCards(deps, signal);
    await resumeRequestedStocks(deps, signal);
  },
};

export async function resumeStaleRuns({ database, jobs }: Pick<Deps, 'database' | 'jobs'>): Promise<void> {
  const stale = await database.db
    .selectFrom('shipment_runs')
    .select(['account_id', 'shipment_id', 'shop_id'])
    .where('is_active', '=', true)
    .where(
      sql<boolean>`greatest(updated_at, waiting_until) < now() - make_interval(mins => ${STALE_MINUTES})`,
    )
    .execute();
  for (const run of stale) {
    const key = { accountId: run.account_id, shipmentId: run.shipment_id };
    await database.transaction((trx) => startRuns(trx, jobs, key, [run.shop_id]));
  }
}

/** A card that appears after its hour is tied to ours; a retry then sends its prices and photos, and creates nothing. */
export async function findLateCards(
  { database, marketplace, log }: Pick<Deps, 'database' | 'marketplace' | 'log'>,
  signal: AbortSignal,
): Promise<void> {
  const late = await database.db
    .selectFrom('shipment_errors')
    .innerJoin('shipment_items', 'shipment_items.id', 'shipment_errors.item_id')
    .select([
      'shipment_items.id',
      'shipment_items.account_id',
      'shipment_items.shipment_id',
      'shipment_items.shop_id',
      'shipment_items.vendor_code',
    ])
    .where('shipment_errors.code', '=', 'timeout')
    .where('shipment_errors.stage', '=', 'CARD')
    .where('shipment_errors.resolved_at', 'is', null)
    .where('shipment_errors.at', '>', sql<Date>`now() - make_interval(hours => ${WATCHED_HOURS})`)
    .where('shipment_items.state', '=', 'failed')
    .where('shipment_items.nm_id', 'is', null)
    .orderBy(sql`random()`)
    .limit(WATCHED_AT_ONCE)
    .execute();
  for (const item of late) {
    if (signal.aborted) return;
    const run = { accountId: item.account_id, shipmentId: item.shipment_id, shopId: item.shop_id };
    try {
      const client = await marketplace.forShop(database.db, run.accountId, run.shopId);
      const card = await findByVendorCode(client, item.vendor_code);
      if (!card) continue;
      await database.transaction(async (trx) => {
        const items = await findItemsByIds(trx, run, [item.id]);
        const found = items.map((one) => ({ ...one, nmId: card.nmId, isUpdate: true }));
        await saveItems(trx, run, found);
        // The card arrived, its prices and photos did not.
        await keepSent(
          trx,
          run,
          found.map((one) => ({ ...one, stage: 'DISCOUNTS' as const })),
        );
        await saveConfirmed(trx, run, found, new Map(found.map((one) => [one.id, card])));
        const text = `Карточка ${item.vendor_code} появилась на Wildberries: нажмите «Повторить», чтобы отправить остальное`;
        await addEvent(trx, run.accountId, run.shipmentId, text);
      });
    } catch (error) {
      if (!(error instanceof MarketplaceError)) throw error;
      log.info({ shop: run.shopId, err: error.message }, 'late card not looked up');
    }
  }
}
