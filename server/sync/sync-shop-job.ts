import { z } from 'zod/mini';
import type { JobDefinition, Jobs } from '#server/jobs/job.ts';
import type { Deps } from '#server/jobs/deps.ts';
import { MarketplaceError } from '#server/marketplace/errors.ts';
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
});
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
const MIN_WAIT_S = 5;
const MAX_WAIT_S = 3600;

/** Reads a shop's cards, prices, warehouses and stocks from the marketplace: after it was added, and every hour. */
export const syncShopJob: JobDefinition<z.infer<typeof syncShopData>> = {
  name: SYNC_SHOP,
  schema: syncShopData,
  options: { cron: '17 * * * *', concurrency: 2, expireInSeconds: 300, isOneAtATimePerKey: true },
  handler: async (data, deps, { signal }) => {
    if (data.shopId === undefined) return enqueueAllShops(deps);
    const { stage = 'cards', offset = 0, ...shop } = data;
    await runStages({ deps, ...shop }, stage, offset, signal);
  },
};

export function enqueueShopSync(
  jobs: Jobs,
  shop: z.infer<typeof shopData>,
  startAfterSeconds = 0,
): Promise<void> {
  return jobs.enqueue(SYNC_SHOP, shop, { singletonKey: String(shop.shopId), startAfterSeconds });
}

async function enqueueAllShops({ database, jobs }: Deps): Promise<void> {
  // The only query without an account: the clock asks for everybody, and each shop's job then says whose it is.
  const shops = await database.db
    .selectFrom('shops')
    .select(['id as shopId', 'account_id as accountId'])
    .execute();
  for (const shop of shops) await enqueueShopSync(jobs, shop);
}

async function runStages(
  run: StageRun & { deps: Deps },
  firstStage: SyncStage,
  firstOffset: number,
  signal: AbortSignal,
): Promise<void> {
  const { deps, accountId, shopId } = run;
  if (!(await isShopThere(run))) return;
  const stopMs = Date.now() + RUN_MS;
  let offset = firstOffset;
  for (const stage of STAGES.slice(STAGES.indexOf(firstStage))) {
    try {
      if (stage === 'stocks' && offset === 0) await readWarehouses(deps, accountId, shopId);
      for (;;) {
        const step = await STEPS[stage](run, offset);
        if (step === null) break;
        offset = step.nextOffset;
        if (signal.aborted || Date.now() > stopMs) {
          await enqueueShopSync(deps.jobs, { accountId, shopId, stage, offset }, 1);
          return;
        }
      }
    } catch (error) {
      if (!(error instanceof MarketplaceError)) throw error;
      if (error.kind === 'limit') {
        await enqueueShopSync(deps.jobs, { accountId, shopId, stage, offset }, waitSeconds(error.retryAt));
        return;
      }
      // Without a token of its category a stage is left out; an hour later it is tried again.
      deps.log.info({ shopId, stage, reason: error.kind }, 'Shop is read in part');
    }
    offset = 0;
  }
  await deps.database.db
    .updateTable('shops')
    .set({ last_synced_at: new Date() })
    .where('account_id', '=', accountId)
    .where('id', '=', shopId)
    .execute();
}

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
