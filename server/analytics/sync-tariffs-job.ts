import { sql } from 'kysely';
import { z } from 'zod/mini';
import type { Deps } from '#server/jobs/deps.ts';
import type { JobDefinition } from '#server/jobs/job.ts';
import { MarketplaceError } from '#server/marketplace/errors.ts';
import { keepCommissions } from './commission-tariffs.ts';

export const SYNC_TARIFFS = 'sync-tariffs';

/** Of one shop; without a shop it is the clock's call, for all of them. */
const syncTariffsData = z.union([
  z.object({ accountId: z.int(), shopId: z.int() }),
  z.strictObject({ shopId: z.optional(z.undefined()) }),
]);

/** Younger than this they are not read again: once a day, whenever the clock's round comes. */
const FRESH = sql`make_interval(hours => 23)`;

/** Reads what the marketplace says it takes, once a day for each shop; the clock asks oftener for those that were refused. */
export const syncTariffsJob: JobDefinition<z.infer<typeof syncTariffsData>> = {
  name: SYNC_TARIFFS,
  schema: syncTariffsData,
  options: { cron: '41 * * * *', concurrency: 1, isOneAtATimePerKey: true },
  handler: async (data, deps) => {
    await (data.shopId === undefined ? enqueueShopsThatAreDue(deps) : syncTariffs(data, deps));
  },
};

export function enqueueTariffsSync(
  jobs: Deps['jobs'],
  shop: { accountId: number; shopId: number },
): Promise<void> {
  return jobs.enqueue(SYNC_TARIFFS, shop, { singletonKey: String(shop.shopId) });
}

async function enqueueShopsThatAreDue({ database, jobs }: Deps): Promise<void> {
  // The only query without an account: the clock asks for everybody, and each shop's job then says whose it is.
  const shops = await dueShops(database.db).execute();
  for (const shop of shops) await enqueueTariffsSync(jobs, shop);
}

/** The sandbox has no tariffs. */
function dueShops(db: Deps['database']['db']) {
  return db
    .selectFrom('shops')
    .leftJoin('commission_tariffs', 'commission_tariffs.shop_id', 'shops.id')
    .select(['shops.id as shopId', 'shops.account_id as accountId'])
    .where('is_sandbox', '=', false)
    .where((eb) => eb.or([eb('read_at', 'is', null), eb('read_at', '<', sql<Date>`now() - ${FRESH}`)]));
}

async function syncTariffs(
  { accountId, shopId }: { accountId: number; shopId: number },
  { database: { db }, marketplace, log }: Deps,
): Promise<void> {
  const shop = await dueShops(db)
    .where('shops.account_id', '=', accountId)
    .where('shops.id', '=', shopId)
    .executeTakeFirst();
  // Removed since it was asked for, or read meanwhile.
  if (!shop) return;
  try {
    const client = await marketplace.forShop(db, accountId, shopId);
    const { rows, unread } = await client.listCommissions();
    if (unread.length > 0)
      log.warn({ shopId, count: unread.length }, 'Tariffs of some subjects were not read');
    // An empty list would say that the marketplace sells nothing.
    if (rows.length > 0) await keepCommissions(db, shop, rows);
  } catch (error) {
    if (!(error instanceof MarketplaceError)) throw error;
    // What was read before stands; the clock's next round asks again.
    log.info({ shopId, reason: error.kind }, 'Tariffs were not read');
  }
}
