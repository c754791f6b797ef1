import { z } from 'zod/mini';
import type { ApplicationState } from '#contract/promotion-applications.ts';
import type { ApplicationStep } from '#server/db/schema.ts';
import { HttpError } from '#server/errors/http-error.ts';
import type { Deps } from '#server/jobs/deps.ts';
import { noData, type JobDefinition, type Jobs } from '#server/jobs/job.ts';
import { MarketplaceError, mayPass } from '#server/marketplace/errors.ts';
import { nextLookInMs, shipmentTiming } from '#server/shipments/rules/timing.ts';
import { finishApplication, type ApplicationAtWork } from './application-at-work.ts';
import { confirmStep } from './confirm-step.ts';
import { refuseStep, sendStep } from './send-step.ts';

const APPLY_PROMOTION = 'apply-promotion';
const KEEP_READY_HOURS = 24;
const KEEP_DAYS = 365;
/** One that is due for so long was left by a process that died. */
const LEFT_AFTER_MS = 5 * 60_000;
/** So long the marketplace may not answer to a sending. */
const SEND_WITHIN_MS = 60 * 60_000;
const PAUSE_MS = 20_000;
/** The job itself does not wait for longer: the clock takes it up when it is due. */
const LONGEST_WAIT_MS = 15 * 60_000;
const AT_WORK = ['SENDING', 'CONFIRMING', 'SCHEDULED'] as const;

const applicationData = z.object({ applicationId: z.optional(z.int()) });
type ApplicationData = z.infer<typeof applicationData>;

export function enqueueApplication(jobs: Jobs, applicationId: number, inMs = 0): Promise<void> {
  return jobs.enqueue(
    APPLY_PROMOTION,
    { applicationId },
    { singletonKey: String(applicationId), ...(inMs > 0 ? { startAfterSeconds: inMs / 1000 } : {}) },
  );
}

/** Takes an application forward: sent, read back; without a name, those that are due and that nobody is at. */
export const applyPromotionJob: JobDefinition<ApplicationData> = {
  name: APPLY_PROMOTION,
  schema: applicationData,
  options: { cron: '*/5 * * * *', concurrency: 2, isOneAtATimePerKey: true, expireInSeconds: 600 },
  handler: async ({ applicationId }, deps, { signal }) => {
    if (applicationId === undefined) {
      for (const id of await findLeft(deps)) await enqueueApplication(deps.jobs, id);
      return;
    }
    const application = await findAtWork(deps, applicationId);
    if (!application) return;
    const inMs = await takeForward(deps, application, signal);
    if (inMs === null) await finishApplication(deps.database, application);
    else await lookAgainIn(deps, application, inMs);
  },
  onGivenUp: async ({ applicationId }, deps) => {
    const application = applicationId === undefined ? undefined : await findAtWork(deps, applicationId);
    if (!application) return;
    for (const step of application.steps.filter(({ state }) => state !== 'OVER')) {
      await refuseStep(
        deps.database,
        application,
        step,
        'Внутренняя ошибка: заявка остановлена. Повторите её',
      );
    }
    await finishApplication(deps.database, application);
  },
};

/** Forgets what nobody has started, and what is long over. */
export const forgetApplicationsJob: JobDefinition = {
  name: 'promotion-applications-forget',
  schema: noData,
  options: { cron: '47 4 * * *' },
  handler: async (_data, { database: { db } }) => {
    const before = (hours: number) => new Date(Date.now() - hours * 3_600_000);
    await db
      .deleteFrom('promotion_applications')
      .where((where) =>
        where.or([
          where.and([where('state', '=', 'READY'), where('created_at', '<', before(KEEP_READY_HOURS))]),
          where('created_at', '<', before(KEEP_DAYS * 24)),
        ]),
      )
      .execute();
  },
};

async function findLeft({ database }: Deps): Promise<number[]> {
  const rows = await database.db
    .selectFrom('promotion_applications')
    .select('id')
    .where('look_at', '<', new Date(Date.now() - LEFT_AFTER_MS))
    .orderBy('look_at')
    .execute();
  return rows.map(({ id }) => id);
}

async function findAtWork({ database }: Deps, applicationId: number): Promise<ApplicationAtWork | undefined> {
  const row = await database.db
    .selectFrom('promotion_applications as application')
    .innerJoin('accounts', 'accounts.id', 'application.account_id')
    .select([
      'application.id',
      'application.account_id as accountId',
      'kind',
      'state',
      'wb_promotion_id as wbPromotionId',
      'upload_now as uploadNow',
      'steps',
      'started_at',
      'accounts.is_demo as isDemo',
    ])
    .where('application.id', '=', applicationId)
    .where('state', 'in', AT_WORK)
    .executeTakeFirst();
  if (!row) return undefined;
  const { started_at: startedAt, ...application } = row;
  return { ...application, startedAtMs: startedAt?.getTime() ?? Date.now() };
}

/** Resolves with the time until it has to be taken further; null: it is over. */
async function takeForward(
  deps: Deps,
  application: ApplicationAtWork,
  signal: AbortSignal,
): Promise<number | null> {
  const waits: number[] = [];
  for (const step of application.steps) {
    if (step.state === 'OVER') continue;
    if (signal.aborted) return 0;
    waits.push(...(await advance(deps, application, step)));
  }
  return waits.length === 0 ? null : Math.max(0, Math.min(...waits));
}

/** In how many milliseconds the step is to be looked at again; none: it is over. */
async function advance(deps: Deps, application: ApplicationAtWork, step: ApplicationStep): Promise<number[]> {
  const { database, marketplace, env } = deps;
  try {
    const client = await marketplace.forShop(database.db, application.accountId, step.shopId);
    if (step.state === 'WAITING') await sendStep(database, client, application, step);
    else await confirmStep(database, client, application, step);
  } catch (error) {
    // The shop was removed, and its cards with it.
    if (error instanceof HttpError && error.status === 404) {
      step.state = 'OVER';
      return [];
    }
    if (!(error instanceof MarketplaceError)) throw error;
    const isLate = step.state === 'WAITING' && Date.now() - application.startedAtMs > SEND_WITHIN_MS;
    if (mayPass(error) && !isLate) return [Math.max(PAUSE_MS, (error.retryAt?.getTime() ?? 0) - Date.now())];
    await refuseStep(database, application, step, error.detail.join('. '));
  }
  if (step.state === 'OVER') return [];
  const timing = shipmentTiming(env, application.isDemo);
  if (step.state === 'SCHEDULED') return [Math.max(timing.pollBaseMs, step.startsAtMs - Date.now())];
  return [nextLookInMs(Date.now() - (step.sentAtMs ?? Date.now()), timing)];
}

async function lookAgainIn(deps: Deps, application: ApplicationAtWork, inMs: number): Promise<void> {
  await deps.database.db
    .updateTable('promotion_applications')
    .set({ state: stateOf(application.steps), look_at: new Date(Date.now() + inMs) })
    .where('account_id', '=', application.accountId)
    .where('id', '=', application.id)
    .execute();
  if (inMs <= LONGEST_WAIT_MS) await enqueueApplication(deps.jobs, application.id, inMs);
}

function stateOf(steps: readonly ApplicationStep[]): ApplicationState {
  if (steps.some(({ state }) => state === 'WAITING')) return 'SENDING';
  return steps.some(({ state }) => state === 'SENT') ? 'CONFIRMING' : 'SCHEDULED';
}
