import type { SubjectCharacteristic } from '#contract/subjects.ts';
import { characteristicsOf } from '#server/directory/directory.ts';
import type { JobDefinition } from '#server/jobs/job.ts';
import type { Deps } from '#server/jobs/deps.ts';
import { MarketplaceError } from '#server/marketplace/errors.ts';
import { backoffMs } from '#server/marketplace/retry.ts';
import { createPhotoStore } from '#server/media/photo-store.ts';
import { createVideoStore } from '#server/media/video-store.ts';
import { confirmCards } from '#server/shipments/steps/confirm-cards-step.ts';
import { confirmImages } from '#server/shipments/steps/confirm-images-step.ts';
import { lookAtPrices } from '#server/shipments/steps/look-at-prices-step.ts';
import { MARKED_AT_ONCE, markPending } from '#server/shipments/store/mark-pending.ts';
import { createPhotoLink } from './photo-link.ts';
import {
  ADVANCE_SHIPMENT,
  advanceData,
  continueRun,
  endRun,
  holdsTicket,
  type AdvanceData,
} from '#server/shipments/store/runs.ts';
import { saveInParts, type ItemError } from '#server/shipments/store/save-progress.ts';
import { reconcileCards, sendFreshCards } from '#server/shipments/steps/send-cards-step.ts';
import { sendImages } from '#server/shipments/steps/send-images-step.ts';
import { askPriceTask, askRefusedPrices } from '#server/shipments/steps/price-task-step.ts';
import { uploadPrices } from '#server/shipments/steps/upload-prices-step.ts';
import { failRunning } from './stop-run.ts';
import { sendRequestedStocks } from './requested-stocks.ts';
import type { ItemStage } from '#server/shipments/rules/state-machine.ts';
import type { Step, StepContext } from '#server/shipments/steps/step.ts';
import { shipmentTiming } from '#server/shipments/rules/timing.ts';
import { Turn, type Rest } from './turn.ts';
import { nextDueInMs } from '#server/shipments/store/work-items.ts';

/** A page follows a page: the list's limit gives one call in 600 ms. */
const PATIENCE_MS = 1500;
/** A refusal of a call that only asks will not get better by asking. */
const REFUSALS_AT_MOST = 5;

interface StageWorker {
  stage: ItemStage;
  steps: readonly Step[];
}

/**
 * Stages have limits of their own, so they are worked on side by side; an item is in one of them, so no two workers touch it.
 * A worker looks for what was sent before it sends anything again. A step needs one call of a limit, or saves what
 * each call has brought: with a limit of four calls an hour, two calls in a row would never come.
 */
const STAGE_WORKERS: readonly StageWorker[] = [
  { stage: 'CARD', steps: [confirmCards, reconcileCards, sendFreshCards] },
  { stage: 'DISCOUNTS', steps: [askPriceTask, askRefusedPrices, lookAtPrices, uploadPrices] },
  { stage: 'IMAGES', steps: [confirmImages, sendImages] },
];

/** A turn mostly waits for limits, which each shop has its own: eight shops with four places took half as long again. */
const TURNS_AT_ONCE = 12;

/** Takes a shipment forward in one shop: cards, then prices and discounts, then images, each item as far as it can. */
export const advanceShipmentJob: JobDefinition<AdvanceData> = {
  name: ADVANCE_SHIPMENT,
  schema: advanceData,
  options: { isOneAtATimePerKey: true, concurrency: TURNS_AT_ONCE, expireInSeconds: 120 },
  handler: (data, deps, run) => advanceShipment(data, deps, run.signal),
  onGivenUp: async (run, deps) => {
    if (!(await holdsTicket(deps.database.db, run))) return;
    await failRunning(deps, run, {
      code: 'internal',
      message: 'Внутренняя ошибка: работа остановлена. Нажмите «Повторить»',
    });
  },
};

async function advanceShipment(data: AdvanceData, deps: Deps, signal: AbortSignal): Promise<void> {
  const { database } = deps;
  const held = await holdsTicket(database.db, data);
  if (!held) return;
  const isMarked = data.isMarked === true || (await markTheRest(data, deps, signal));
  const turn = new Turn(STAGE_WORKERS.length, signal);
  const work: Work = {
    context: await openContext(data, deps, () => turn.isOver()),
    log: deps.log,
    turn,
    failures: held.failures,
    stop: undefined,
  };
  const workers = await Promise.allSettled(
    STAGE_WORKERS.map((worker, index) => runStageWorker(work, worker, index)),
  );
  const failed = workers.find((worker) => worker.status === 'rejected');
  if (failed) throw failed.reason;
  if (work.stop) {
    await failRunning(deps, data, work.stop);
    return;
  }
  const dueInMs = await nextDueInMs(database.db, data);
  if (dueInMs === null) {
    await database.transaction((trx) => endRun(trx, data));
    // What does not get through now is tended to later: the run has ended.
    await sendRequestedStocks(deps, data);
    return;
  }
  const { inMs, isLimit } = turn.remainingRest();
  const pause = { inMs: Number.isFinite(inMs) ? inMs : dueInMs, isLimit, failures: work.failures };
  await database.transaction((trx) => continueRun(trx, deps.jobs, { ...data, isMarked }, pause));
}

/** Says whether all are marked: a turn that is told to stop leaves some to the next one. */
async function markTheRest(data: AdvanceData, { database }: Deps, signal: AbortSignal): Promise<boolean> {
  while (!signal.aborted) {
    const marked = await database.transaction((trx) => markPending(trx, data));
    if (marked < MARKED_AT_ONCE) return true;
  }
  return false;
}

/** What the workers of one run share. */
interface Work {
  context: StepContext;
  log: Deps['log'];
  turn: Turn;
  /** Passes in a row without an answer. */
  failures: number;
  /** Nothing can go on in the shop. */
  stop: ItemError | undefined;
}

async function runStageWorker(work: Work, worker: StageWorker, index: number): Promise<void> {
  const { context, turn } = work;
  try {
    while (!turn.isOver()) {
      const callsBefore = turn.callsOf(index);
      // Most looks concern one stage: the steps of the others would ask one by one for what is not there.
      if ((await nextDueInMs(context.db, context.run, worker.stage)) === null) {
        await turn.rest(index, { inMs: Number.POSITIVE_INFINITY, isLimit: false }, callsBefore);
        continue;
      }
      const pass = await takePass(work, worker);
      work.failures = pass.isAnswered ? 0 : work.failures + pass.failures;
      if (pass.refusal && work.failures >= REFUSALS_AT_MOST) {
        const { code, detail, requestId } = pass.refusal;
        work.stop ??= { code, message: detail.join('. '), requestId };
      }
      if (work.stop) return;
      if (pass.isAnswered) {
        turn.callNext(index);
        continue;
      }
      const dueInMs = await nextDueInMs(context.db, context.run, worker.stage);
      await turn.rest(index, restAfter(pass, dueInMs, work.failures), callsBefore);
    }
  } catch (error) {
    turn.end();
    throw error;
  } finally {
    if (work.stop) turn.end();
  }
}

interface Pass {
  /** The marketplace answered something, or something was done without it. */
  isAnswered: boolean;
  failures: number;
  /** A call that only asks was refused. */
  refusal?: MarketplaceError;
  /** When the first limit that stopped a step is over. */
  limitInMs: number | undefined;
}

/** Each step once, as long as it has something to do. A step that meets a limit does not stop the others. */
async function takePass(work: Work, { steps }: StageWorker): Promise<Pass> {
  const { context, turn } = work;
  const pass: Pass = { isAnswered: false, failures: 0, limitInMs: undefined };
  for (const step of steps) {
    if (turn.isOver()) return pass;
    try {
      if ((await step(context)) === 'worked') pass.isAnswered = true;
    } catch (error) {
      if (!(error instanceof MarketplaceError)) throw error;
      if (error.kind === 'token') {
        const message = `${error.detail.join('. ')}. Добавьте токен в разделе «Магазины» и повторите`;
        work.stop ??= { code: 'token', message, requestId: error.requestId };
        return pass;
      }
      if (error.kind === 'limit') {
        const inMs = Math.max(0, (error.retryAt?.getTime() ?? 0) - Date.now());
        pass.limitInMs = Math.min(pass.limitInMs ?? inMs, inMs);
        continue;
      }
      work.log.warn({ step: step.name, shop: context.run.shopId, err: error.message }, 'marketplace');
      pass.failures = 1;
      if (error.kind === 'rejected') pass.refusal = error;
    }
  }
  return pass;
}

/** Never less: what is due and still idle must not be asked without end. */
const SHORTEST_REST_MS = 100;

function restAfter(pass: Pass, dueInMs: number | null, failures: number): Rest {
  if (pass.failures > 0) return { inMs: backoffMs(failures), isLimit: false };
  if (pass.limitInMs !== undefined) return { inMs: pass.limitInMs, isLimit: true };
  return { inMs: Math.max(SHORTEST_REST_MS, dueInMs ?? Number.POSITIVE_INFINITY), isLimit: false };
}

async function openContext(
  data: AdvanceData,
  deps: Deps,
  isTurnOver: StepContext['isTurnOver'],
): Promise<StepContext> {
  const { database, marketplace, env } = deps;
  const { accountId, shipmentId, shopId } = data;
  const run = { accountId, shipmentId, shopId };
  const row = await database.db
    .selectFrom('shipments')
    .innerJoin('accounts', 'accounts.id', 'shipments.account_id')
    .innerJoin('shops', 'shops.account_id', 'shipments.account_id')
    .select(['with_prices', 'with_discounts', 'with_images', 'is_demo', 'shops.name as shop_name'])
    .where('shipments.id', '=', shipmentId)
    .where('shipments.account_id', '=', accountId)
    .where('shops.id', '=', shopId)
    .executeTakeFirstOrThrow();
  const known = new Map<number, Promise<SubjectCharacteristic[]>>();
  const photos = createPhotoStore(env.dataDir);
  const videos = createVideoStore(env.dataDir);
  return {
    run,
    shopName: row.shop_name,
    options: {
      withPrices: row.with_prices,
      withDiscounts: row.with_discounts,
      withImages: row.with_images,
    },
    timing: shipmentTiming(env, row.is_demo),
    client: await marketplace.forShop(database.db, accountId, shopId, { patienceMs: PATIENCE_MS }),
    db: database.db,
    isTurnOver,
    save: (progress) => saveInParts(database, run, progress),
    characteristicsOf(subjectId) {
      const read =
        known.get(subjectId) ?? characteristicsOf({ db: database.db, marketplace, accountId }, subjectId);
      known.set(subjectId, read);
      return read;
    },
    photoLink: createPhotoLink(env, { accountId, isDemo: row.is_demo }),
    photoFile: (address) => photos.read(database.db, accountId, address),
    hasPhotoFile: (address) => photos.has(database.db, accountId, address),
    videoFile: (address) => videos.read(database.db, accountId, address),
  };
}
