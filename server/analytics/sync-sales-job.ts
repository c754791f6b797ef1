import { z } from 'zod/mini';
import type { JobDefinition } from '#server/jobs/job.ts';
import type { Deps } from '#server/jobs/deps.ts';
import { MarketplaceError } from '#server/marketplace/errors.ts';
import type { ShopClient } from '#server/marketplace/shop-client.ts';
import { noteSyncProblem, type SyncKind } from '#server/sync/sync-cursors.ts';
import { countRecentOrders } from './count-recent-orders.ts';
import { keepDayLines } from './keep-day-lines.ts';
import { isDailyReportDue, syncDailyReport } from './sync-daily-report.ts';
import { isReportDue, syncOrders, syncReport, syncSales, type SalesSync } from './sync-sales.ts';
import { areWeeklyReportsDue, syncWeeklyReports, type WeeklyReportsSync } from './sync-weekly-reports.ts';

export const SYNC_SALES = 'sync-sales';

const shopOfAccount = z.object({
  accountId: z.int(),
  shopId: z.int(),
  /** Its seller waits for it. */
  isAwaited: z.optional(z.boolean()),
});
type ShopOfAccount = z.infer<typeof shopOfAccount>;

/** Of one shop; without a shop it is the clock's call, for all of them. */
const syncSalesData = z.union([shopOfAccount, z.strictObject({ shopId: z.optional(z.undefined()) })]);

/** The marketplace refreshes orders and sales each half an hour. */
const INTERVAL_MS = 30 * 60_000;

type ShopSync = SalesSync & WeeklyReportsSync & { client: ShopClient };

interface SyncedKind {
  kind: SyncKind;
  isDue?: (sync: ShopSync) => Promise<boolean>;
  /** The clock's next round is soon enough when the limit is spent. */
  canWait?: true;
  run: (sync: ShopSync) => Promise<void>;
}

/**
 * The list of reports comes last: profit does not need it, and a basic token is refused it. The daily report has the same limit as the
 * weekly one, and gives way to it.
 */
const KINDS: SyncedKind[] = [
  { kind: 'orders', run: syncOrders },
  { kind: 'sales', run: syncSales },
  { kind: 'report', isDue: isReportDue, run: syncReport },
  { kind: 'daily-report', isDue: isDailyReportDue, canWait: true, run: syncDailyReport },
  { kind: 'weekly-reports', isDue: areWeeklyReportsDue, canWait: true, run: syncWeeklyReports },
];

/** Reads orders, sales and reports of every shop each half an hour, and of one shop when it is asked for. */
export const syncSalesJob: JobDefinition<z.infer<typeof syncSalesData>> = {
  name: SYNC_SALES,
  schema: syncSalesData,
  options: {
    cron: '*/30 * * * *',
    concurrency: 2,
    hasWorkerForAwaited: true,
    expireInSeconds: 900,
    isOneAtATimePerKey: true,
  },
  handler: async (data, deps, { signal }) => {
    await (data.shopId === undefined ? enqueueAllShops(deps) : syncShop(data, deps, signal));
  },
};

/** Starts reading one shop's sales now: after its first token, for example. */
export function enqueueSalesSync(
  jobs: Deps['jobs'],
  shop: ShopOfAccount,
  startAfterSeconds = 0,
): Promise<void> {
  const { shopId, isAwaited } = shop;
  return jobs.enqueue(SYNC_SALES, shop, { singletonKey: String(shopId), startAfterSeconds, isAwaited });
}

async function enqueueAllShops({ database, jobs }: Deps): Promise<void> {
  // The only query without an account: the clock asks for everybody, and each shop's job then says whose it is.
  const shops = await database.db
    .selectFrom('shops')
    .select(['id as shopId', 'account_id as accountId'])
    .where('is_sandbox', '=', false)
    .execute();
  for (const shop of shops) await enqueueSalesSync(jobs, shop);
}

async function syncShop(
  { accountId, shopId, isAwaited }: ShopOfAccount,
  { database, marketplace, jobs, log }: Deps,
  signal: AbortSignal,
): Promise<void> {
  const { db } = database;
  const shop = await db
    .selectFrom('shops')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', shopId)
    // What a sandbox sells is no money: it must be in no sum.
    .where('is_sandbox', '=', false)
    .executeTakeFirst();
  // Removed since it was asked for, or a sandbox's.
  if (!shop) return;
  const now = new Date();
  const sync: ShopSync = {
    db,
    client: await marketplace.forShop(db, accountId, shopId),
    accountId,
    shopId,
    now,
    onUnreadRows: (kind, count) => log.warn({ shopId, kind, count }, 'Rows of the marketplace were not read'),
  };
  const retries: number[] = [];
  for (const { kind, isDue, canWait, run } of KINDS) {
    signal.throwIfAborted();
    if (isDue && !(await isDue(sync))) continue;
    try {
      await run(sync);
    } catch (error) {
      if (!(error instanceof MarketplaceError)) throw error;
      const waitMs = error.kind === 'limit' ? (error.retryAt?.getTime() ?? Infinity) - now.getTime() : null;
      if (waitMs !== null && waitMs < INTERVAL_MS && !canWait) retries.push(waitMs);
      else await noteSyncProblem(db, { accountId, shopId, kind }, error);
    }
  }
  const mayGoOn = () => !signal.aborted;
  await countRecentOrders(database, accountId, new Date(), mayGoOn);
  await keepDayLines(database, accountId, mayGoOn);
  // Whoever is interrupted is not done: the queue gives the shop to somebody again, who would else wait half an hour for the clock.
  signal.throwIfAborted();
  // A longer wait needs no job of its own: the clock's next round comes first.
  if (retries.length > 0) {
    const waitSeconds = Math.max(1, Math.ceil(Math.min(...retries) / 1000));
    await enqueueSalesSync(jobs, { accountId, shopId, isAwaited }, waitSeconds);
  }
}
