import { z } from 'zod/mini';
import type { JobDefinition, Jobs } from '#server/jobs/job.ts';
import type { Deps } from '#server/jobs/deps.ts';
import { MarketplaceError } from '#server/marketplace/errors.ts';
import { backoffMs } from '#server/marketplace/retry.ts';
import { readWarehouses } from '#server/warehouses/read-warehouses.ts';
import type { StageRun, StageStep } from './stage.ts';
import { syncCards } from './sync-cards.ts';
import { syncHeldPrices } from './sync-held-prices.ts';
import { syncPrices } from './sync-prices.ts';
import { syncStocks } from './sync-stocks.ts';

export const SYNC_SHOP = 'sync-shop';

/** Stages follow one another; a big shop takes several runs, each going on where the last one stopped. */
const STAGES = ['cards', 'prices', 'held-prices', 'stocks'] as const;
export type SyncStage = (typeof STAGES)[number];

const shopData = z.object({
  accountId: z.int(),
  shopId: z.int(),
  stage: z.optional(z.enum(STAGES)),
  /** How far the stage got. */
  offset: z.optional(z.int()),
  /** Runs in a row that found the marketplace silent. */
  silentRuns: z.optional(z.int()),
  /** Its seller waits for it. */
  isAwaited: z.optional(z.boolean()),
});
type ShopData = z.infer<typeof shopData>;

/** Without a shop it is the clock's call, for all of them. */
const syncShopData = z.union([shopData, z.strictObject({ shopId: z.optional(z.undefined()) })]);

const STEPS: Record<SyncStage, StageStep> = {
  cards: syncCards,
  prices: syncPrices,
  'held-prices': syncHeldPrices,
  stocks: syncStocks,
};
/** Well below the time after which a run is taken for lost. */
const RUN_MS = 60_000;
/** So many times a silent marketplace is asked again, each time a minute later in the end; then the stage waits for the clock. */
const MAX_SILENT_RUNS = 10;
const MIN_WAIT_S = 5;
const MAX_WAIT_S = 3600;

/** Reads a shop's cards, prices, warehouses and stocks from the marketplace: after it was added, and every hour. */
export const syncShopJob: JobDefinition<z.infer<typeof syncShopData>> = {
  name: SYNC_SHOP,
  schema: syncShopData,
  options: {
    cron: '17 * * * *',
    concurrency: 2,
    hasWorkerForAwaited: true,
    expireInSeconds: 300,
    isOneAtATimePerKey: true,
  },
  handler: async (data, deps, { signal }) => {
    if (data.shopId === undefined) return enqueueAllShops(deps);
    await runStages(data, deps, signal);
  },
};

export function enqueueShopSync(jobs: Jobs, shop: ShopData, startAfterSeconds = 0): Promise<void> {
  const { shopId, isAwaited } = shop;
  return jobs.enqueue(SYNC_SHOP, shop, { singletonKey: String(shopId), startAfterSeconds, isAwaited });
}

async function enqueueAllShops({ database, jobs }: Deps): Promise<void> {
  // The only query without an account: the clock asks for everybody, and each shop's job then says whose it is.
  const shops = await database.db
    .selectFrom('shops')
    .select(['id as shopId', 'account_id as accountId'])
    .execute();
  for (const shop of shops) await enqueueShopSync(jobs, shop);
}

async function runStages(data: ShopData, deps: Deps, signal: AbortSignal): Promise<void> {
  const { accountId, shopId, stage: firstStage = 'cards', isAwaited } = data;
  const run = { deps, accountId, shopId };
  if (!(await isShopThere(run))) return;
  const stopMs = Date.now() + RUN_MS;
  let { offset = 0, silentRuns = 0 } = data;
  for (const stage of STAGES.slice(STAGES.indexOf(firstStage))) {
    const goOnLater = (seconds: number) =>
      enqueueShopSync(deps.jobs, { accountId, shopId, stage, offset, silentRuns, isAwaited }, seconds);
    try {
      if (stage === 'stocks' && offset === 0) await readWarehouses(deps, accountId, shopId);
      for (;;) {
        const step = await STEPS[stage](run, offset);
        silentRuns = 0;
        if (step === null) break;
        offset = step.nextOffset;
        if (signal.aborted || Date.now() > stopMs) return await goOnLater(1);
      }
    } catch (error) {
      if (!(error instanceof MarketplaceError)) throw error;
      if (error.kind === 'limit') return await goOnLater(waitSeconds(error.retryAt));
      if (isSilent(error) && silentRuns < MAX_SILENT_RUNS) {
        silentRuns += 1;
        return await goOnLater(waitSeconds(new Date(Date.now() + backoffMs(silentRuns))));
      }
      // Without a token of its category a stage is left out; an hour later it is tried again.
      deps.log.info({ shopId, stage, reason: error.kind }, 'Shop is read in part');
    }
    offset = 0;
    silentRuns = 0;
  }
  await deps.database.db
    .updateTable('shops')
    .set({ last_synced_at: new Date() })
    .where('account_id', '=', accountId)
    .where('id', '=', shopId)
    .execute();
}

/** No answer at all: an answer of another shape comes again however often it is asked for. */
const isSilent = ({ kind, misfit }: MarketplaceError) => kind === 'unavailable' && misfit === undefined;

async function isShopThere({ deps, accountId, shopId }: StageRun): Promise<boolean> {
  const shop = await deps.database.db
    .selectFrom('shops')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', shopId)
    .executeTakeFirst();
  return shop !== undefined;
}

function waitSeconds(retryAt: Date | undefined): number {
  const seconds = Math.ceil(((retryAt?.getTime() ?? 0) - Date.now()) / 1000);
  return Math.min(MAX_WAIT_S, Math.max(MIN_WAIT_S, seconds));
}
