import { setTimeout as delay } from 'node:timers/promises';
import type { SubjectCharacteristic } from '#contract/cards.ts';
import { characteristicsOf } from '#server/cards/directory.ts';
import type { JobDefinition, JobDeps } from '#server/jobs/job.ts';
import { MarketplaceError } from '#server/marketplace/errors.ts';
import { backoffMs } from '#server/marketplace/retry.ts';
import { confirmCards } from './confirm-cards-step.ts';
import { confirmImages } from './confirm-images-step.ts';
import { lookAtPrices } from './look-at-prices-step.ts';
import { createPhotoLink } from './photo-link.ts';
import { ADVANCE_SHIPMENT, continueRun, endRun, holdsTicket, type AdvanceData } from './runs.ts';
import { saveProgress } from './save-progress.ts';
import { reconcileCards, sendFreshCards } from './send-cards-step.ts';
import { sendImages } from './send-images-step.ts';
import { askPriceTask, askRefusedPrices } from './price-task-step.ts';
import { uploadPrices } from './upload-prices-step.ts';
import { failRunning } from './stop-run.ts';
import type { Step, StepContext } from './step.ts';
import { shipmentTiming } from './timing.ts';
import { nextDueInMs } from './work-items.ts';

/** A turn is over after this, so that the shipments of one shop take turns and a stop is quick. */
const TURN_MS = 10_000;
/** A limit that is open again so soon is sat out: giving the place to others would cost more. */
const SAT_OUT_LIMIT_MS = 3000;
/** Other work of the shop goes on while this one waits for an answer. */
const SAT_OUT_MS = 400;
/** A page follows a page: the list's limit gives one call in 600 ms. */
const PATIENCE_MS = 1500;
/** A refusal of a call that only asks will not get better by asking. */
const REFUSALS_AT_MOST = 5;

/**
 * What was sent is looked for before anything is sent again. A step needs one call of a limit, or saves what each call
 * has brought: with a limit of four calls an hour, two calls in a row would never come.
 */
const STEPS: readonly Step[] = [
  confirmCards,
  reconcileCards,
  sendFreshCards,
  askPriceTask,
  askRefusedPrices,
  lookAtPrices,
  uploadPrices,
  confirmImages,
  sendImages,
];

/** Takes a shipment forward in one shop: cards, then prices and discounts, then images, each item as far as it can. */
export const advanceShipmentJob: JobDefinition = {
  name: ADVANCE_SHIPMENT,
  options: { isOneAtATimePerKey: true, concurrency: 4, expireInSeconds: 120 },
  // Only startRuns and continueRun put this job in the queue.
  handler: (data, deps, run) => advanceShipment(data as AdvanceData, deps, run.signal),
  onGivenUp: async (data, deps) => {
    const run = data as AdvanceData;
    if (!(await holdsTicket(deps.database.db, run))) return;
    await failRunning(deps, run, {
      code: 'internal',
      message: 'Внутренняя ошибка: работа остановлена. Нажмите «Повторить»',
    });
  },
};

async function advanceShipment(data: AdvanceData, deps: JobDeps, signal: AbortSignal): Promise<void> {
  const { database } = deps;
  const held = await holdsTicket(database.db, data);
  if (!held) return;
  let { failures } = held;
  const context = await openContext(data, deps);
  const endsAtMs = Date.now() + TURN_MS;
  for (;;) {
    const round = await takeRound(context, deps, signal);
    if (round.stop) {
      await failRunning(deps, data, round.stop);
      return;
    }
    failures = round.isAnswered ? 0 : failures + round.failures;
    if (round.refusal && failures >= REFUSALS_AT_MOST) {
      await failRunning(deps, data, { code: round.refusal.code, message: round.refusal.detail.join('. ') });
      return;
    }
    const dueInMs = await nextDueInMs(database.db, data);
    if (dueInMs === null) {
      await database.transaction((trx) => endRun(trx, data));
      return;
    }
    const pause = pauseAfter(round, dueInMs, failures);
    const isTurnOver = signal.aborted || Date.now() + pause.inMs > endsAtMs;
    if (isTurnOver || pause.inMs > (pause.isLimit ? SAT_OUT_LIMIT_MS : SAT_OUT_MS)) {
      await database.transaction((trx) => continueRun(trx, deps.jobs, data, { ...pause, failures }));
      return;
    }
    await delay(pause.inMs, undefined, { signal }).catch(() => undefined);
  }
}

interface Round {
  hasWorked: boolean;
  /** The marketplace answered something. */
  isAnswered: boolean;
  failures: number;
  /** A call that only asks was refused. */
  refusal?: MarketplaceError;
  /** When the first limit that stopped a step is over. */
  limitInMs: number | undefined;
  /** The shop has no working token: nothing can go on. */
  stop?: { code: string | undefined; message: string };
}

/** Each step once, as long as it has something to do. A step that meets a limit does not stop the others. */
async function takeRound(context: StepContext, deps: JobDeps, signal: AbortSignal): Promise<Round> {
  const round: Round = { hasWorked: false, isAnswered: false, failures: 0, limitInMs: undefined };
  for (const step of STEPS) {
    if (signal.aborted) return round;
    try {
      if ((await step(context)) === 'idle') continue;
      round.hasWorked = true;
      round.isAnswered = true;
    } catch (error) {
      if (!(error instanceof MarketplaceError)) throw error;
      if (error.kind === 'token')
        return { ...round, stop: { code: 'token', message: error.detail.join('. ') } };
      if (error.kind === 'limit') {
        const inMs = Math.max(0, (error.retryAt?.getTime() ?? 0) - Date.now());
        round.limitInMs = Math.min(round.limitInMs ?? inMs, inMs);
        continue;
      }
      deps.log.warn({ step: step.name, shop: context.run.shopId, err: error.message }, 'marketplace');
      round.failures = 1;
      if (error.kind === 'rejected') round.refusal = error;
    }
  }
  return round;
}

/** Never less: what is due and still idle must not be asked without end. */
const SHORTEST_PAUSE_MS = 100;

function pauseAfter(round: Round, dueInMs: number, failures: number): { inMs: number; isLimit: boolean } {
  if (round.hasWorked) return { inMs: 0, isLimit: false };
  if (round.failures > 0) return { inMs: backoffMs(failures), isLimit: false };
  if (round.limitInMs !== undefined) return { inMs: round.limitInMs, isLimit: true };
  return { inMs: Math.max(SHORTEST_PAUSE_MS, dueInMs), isLimit: false };
}

async function openContext(data: AdvanceData, deps: JobDeps): Promise<StepContext> {
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
    save: (progress) => database.transaction((trx) => saveProgress(trx, run, progress)),
    characteristicsOf(subjectId) {
      const read =
        known.get(subjectId) ?? characteristicsOf({ db: database.db, marketplace, accountId }, subjectId);
      known.set(subjectId, read);
      return read;
    },
    photoLink: createPhotoLink(env, row.is_demo),
  };
}
