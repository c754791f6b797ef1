import { z } from 'zod/mini';
import { noteSyncProblem, readSyncCursor } from '#server/sync/sync-cursors.ts';
import type { Db } from '#server/db/database.ts';
import type { JobDefinition } from '#server/jobs/job.ts';
import type { Deps } from '#server/jobs/deps.ts';
import { MarketplaceError } from '#server/marketplace/errors.ts';
import type { Marketplace } from '#server/marketplace/marketplace.ts';
import { HttpError } from '#server/errors/http-error.ts';
import { syncPromotions } from './sync-promotions.ts';

export const SYNC_PROMOTIONS = 'sync-promotions';

const shopOfAccount = z.object({ accountId: z.int(), shopId: z.int() });
type ShopOfAccount = z.infer<typeof shopOfAccount>;

/** Younger data is not read again, however often the page is opened. */
export const PROMOTIONS_FRESH_MS = 10 * 60_000;

/** Reads one shop's calendar again. It is asked for by the page, not by the clock: most tokens have few calls. */
export const syncPromotionsJob: JobDefinition<ShopOfAccount> = {
  name: SYNC_PROMOTIONS,
  schema: shopOfAccount,
  options: { concurrency: 2, isOneAtATimePerKey: true },
  handler: async (shop, { database, marketplace }) => {
    await refreshPromotions({ db: database.db, marketplace }, shop);
  },
};

export function enqueuePromotionsSync(jobs: Deps['jobs'], shop: ShopOfAccount): Promise<void> {
  return jobs.enqueue(SYNC_PROMOTIONS, shop, { singletonKey: String(shop.shopId) });
}

/** Reads the calendar unless it is fresh. A refusal of the marketplace is kept as the shop's problem, not thrown. */
export async function refreshPromotions(
  { db, marketplace }: { db: Db; marketplace: Marketplace },
  { accountId, shopId }: ShopOfAccount,
): Promise<void> {
  const key = { accountId, shopId, kind: 'promotions' } as const;
  const { syncedAt } = await readSyncCursor(db, key);
  const now = new Date();
  if (syncedAt !== null && now.getTime() - syncedAt.getTime() < PROMOTIONS_FRESH_MS) return;
  try {
    const client = await marketplace.forShop(db, accountId, shopId);
    await syncPromotions({ db, client, accountId, shopId, now });
  } catch (error) {
    // Removed since it was asked for.
    if (error instanceof HttpError && error.status === 404) return;
    if (!(error instanceof MarketplaceError)) throw error;
    await noteSyncProblem(db, key, error);
  }
}
