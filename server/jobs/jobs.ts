import type { FastifyBaseLogger } from 'fastify';
import { PgBoss, type JobWithMetadata, type WorkWithMetadataHandler } from 'pg-boss';
import type { Database } from '#server/db/database.ts';
import { guardKeys } from './guard-keys.ts';
import type { JobDefinition, Jobs } from './job.ts';
import type { Deps } from './deps.ts';
import { watchQueues } from './watch-queues.ts';

export interface JobsOptions {
  database: Database;
  log: FastifyBaseLogger;
  definitions: readonly JobDefinition[];
  /** Asked when a job runs: the queue is itself one of the things that jobs use. */
  deps: () => Deps;
  /** false: jobs are only put into queues, another process takes them. */
  hasWorkers?: boolean;
  /** How often it is asked whether a job is due, and how soon a job that failed is tried again. Tests are in a hurry. */
  pace?: { pollingSeconds: number; retrySeconds: number };
}

const SCHEMA = 'jobs';
const GIVEN_UP = 'given-up';
const TIME_ZONE = 'Europe/Moscow';

const CONCURRENCY = 4;
const PACE = { pollingSeconds: 1, retrySeconds: 5 };
/** Workers are woken when a job is due: that they also ask for themselves is for the case that nobody wakes them. */
const WORKER_POLLING_S = 300;
/** Looks for schedules that are due, for changed queues and for features that are not used here: none is in a hurry. */
const SCHEDULE_POLLING_S = 30;
const UNUSED_POLLING_S = 600;
const EXPIRE_S = 120;
/** A worker that is killed is noticed after one missed heartbeat and one look of the supervisor. */
const HEARTBEAT_S = 20;
/** The embedded database has one process: nobody there can miss another, so it is looked at seldom. */
const SUPERVISE_S = { embedded: 60, postgres: 5 };
const RETRY_LIMIT = 4;
const RETRY_DELAY_MAX_S = 60;
const KEEP_DONE_S = 3600;
const STOP_TIMEOUT_MS = 10_000;
/** Of a job that somebody waits for; others have 0. */
const AWAITED_PRIORITY = 1;

interface Worker {
  id: string;
  isBusy: boolean;
}

/**
 * The durable queue on the product's own database (pg-boss). A job that is enqueued in a transaction is committed with
 * it; a job runs at least once; after its last try it is handed to its definition's `onGivenUp`.
 */
export function createJobs(options: JobsOptions): Jobs {
  const { database, log, definitions, pace = PACE } = options;
  const byName = new Map(definitions.map((definition) => [definition.name, definition]));
  const stopping = new AbortController();
  const workers = new Map<string, Worker[]>();
  let stopWatching = () => Promise.resolve();
  const hasSchedules = definitions.some((definition) => definition.options?.cron !== undefined);
  const boss = new PgBoss({
    db: { executeSql: (text, values) => database.executeSql(text, values) },
    backend: database.kind === 'embedded' ? 'pglite' : 'postgres',
    schema: SCHEMA,
    schedule: hasSchedules,
    superviseIntervalSeconds: SUPERVISE_S[database.kind],
    // A second less: a look that comes a moment early would be skipped.
    monitorIntervalSeconds: SUPERVISE_S[database.kind] - 1,
    cronWorkerIntervalSeconds: SCHEDULE_POLLING_S,
    bamIntervalSeconds: UNUSED_POLLING_S,
    flowIntervalSeconds: UNUSED_POLLING_S,
    // Rebuilding an index takes a lock and a statement of its own that the embedded database would stop for.
    reindex: false,
    monitorVacuum: false,
  });
  boss.on('error', (error) => log.error({ err: error }, 'job queue'));
  boss.on('warning', (warning) => log.warn({ warning: warning.message }, 'job queue'));

  async function createQueue(definition: JobDefinition): Promise<void> {
    const { expireInSeconds = EXPIRE_S, retryLimit = RETRY_LIMIT } = definition.options ?? {};
    const settings = {
      expireInSeconds,
      heartbeatSeconds: HEARTBEAT_S,
      retryLimit,
      retryDelay: pace.retrySeconds,
      retryBackoff: true,
      retryDelayMax: RETRY_DELAY_MAX_S,
      deleteAfterSeconds: KEEP_DONE_S,
      deadLetter: GIVEN_UP,
    };
    await boss.createQueue(definition.name, settings);
    // A queue that an earlier version made keeps its own settings otherwise.
    await boss.updateQueue(definition.name, settings);
  }

  async function work(definition: JobDefinition): Promise<void> {
    const { cron, isOneAtATimePerKey, hasWorkerForAwaited } = definition.options ?? {};
    // What the clock calls does all that there is to do: called again meanwhile, it would do the same beside itself.
    const { concurrency = cron === undefined ? CONCURRENCY : 1 } = definition.options ?? {};
    const take = async ([job]: JobWithMetadata[]) => {
      const data = job && parse(definition, job.data);
      if (!data) return;
      const signal = AbortSignal.any([job.signal, stopping.signal]);
      try {
        await definition.handler(data, options.deps(), { signal, attempt: job.retryCount + 1 });
      } catch (error) {
        if (stopping.signal.aborted) log.info({ job: job.name }, 'job left by a stop, it is tried again');
        else log.warn({ err: error, job: job.name, attempt: job.retryCount + 1 }, 'job failed');
        throw error;
      }
    };
    // Counted in the database at each fetch, and held by an index (guardKeys) against fetches within the same moment. The
    // policy «singleton» goes by a list that is seconds old: one busy key would hold up the others.
    const byKey = isOneAtATimePerKey === true ? { groupConcurrency: 1 } : {};
    for (let worker = 0; worker < concurrency; worker += 1) await addWorker(definition.name, take, byKey);
    // Last: of idle workers the first are woken, and this one can do the least.
    if (hasWorkerForAwaited)
      await addWorker(definition.name, take, { ...byKey, minPriority: AWAITED_PRIORITY });
    if (cron !== undefined) await boss.schedule(definition.name, cron, {}, { tz: TIME_ZONE });
  }

  /** The embedded database belongs to one process: what is under way when it starts was left by one that died. */
  async function takeBackLostJobs(): Promise<void> {
    if (database.kind !== 'embedded') return;
    const { rows } = await database.executeSql(`SELECT name, id FROM ${SCHEMA}.job WHERE state = 'active'`);
    // The queue's own table: a name and a uuid, never null.
    for (const { name, id } of rows as { name: string; id: string }[]) {
      await boss.fail(name, id, { message: 'the process ended' });
    }
  }

  async function workOffGivenUp(): Promise<void> {
    await addWorker(GIVEN_UP, async ([job]) => {
      if (!job) return;
      log.error({ job: job.sourceName, data: job.data }, 'job given up');
      const definition = byName.get(job.sourceName ?? '');
      const data = definition && parse(definition, job.data);
      if (data) await definition.onGivenUp?.(data, options.deps());
    });
  }

  /** Undefined for what the definition does not know, an earlier version's for one: no repetition would make it fit. */
  function parse({ name, schema }: JobDefinition, data: object): object | undefined {
    const parsed = schema.safeParse(data);
    if (!parsed.success)
      log.error({ job: name, data, issues: parsed.error.issues }, 'job data not understood');
    return parsed.data;
  }

  /** One by one: the queue tells the id of the first of several only, and each has to be woken by its own. */
  async function addWorker(
    queue: string,
    take: WorkWithMetadataHandler<object>,
    settings: { groupConcurrency?: number; minPriority?: number } = {},
  ): Promise<void> {
    const worker: Worker = { id: '', isBusy: false };
    const takeWatched: typeof take = async (jobs) => {
      worker.isBusy = true;
      try {
        return await take(jobs);
      } finally {
        worker.isBusy = false;
      }
    };
    const polling = { pollingIntervalSeconds: WORKER_POLLING_S, includeMetadata: true as const };
    worker.id = await boss.work(queue, { ...polling, ...settings }, takeWatched);
    workers.set(queue, [...(workers.get(queue) ?? []), worker]);
  }

  /** No more than there are jobs: each that wakes asks, also for jobs that wait for another one of their key. */
  function wakeWorkers(queue: string, dueCount: number): void {
    const idle = (workers.get(queue) ?? []).filter((worker) => !worker.isBusy);
    for (const { id } of idle.slice(0, dueCount)) boss.notifyWorker(id);
  }

  return {
    async enqueue(name, data, { singletonKey, startAfterSeconds, isAwaited = false } = {}) {
      if (!byName.has(name)) throw new Error(`There is no job «${name}»`);
      await boss.send(name, data, {
        ...(singletonKey === undefined ? {} : { group: { id: singletonKey } }),
        ...(startAfterSeconds === undefined ? {} : { startAfter: startAfterSeconds }),
        ...(isAwaited && { priority: AWAITED_PRIORITY }),
      });
    },

    async start() {
      await boss.start();
      await guardKeys(database, SCHEMA);
      await boss.createQueue(GIVEN_UP, { retryLimit: RETRY_LIMIT, retryDelay: pace.retrySeconds });
      for (const definition of definitions) await createQueue(definition);
      if (options.hasWorkers === false) return;
      await takeBackLostJobs();
      for (const definition of definitions) await work(definition);
      await workOffGivenUp();
      const intervalMs = pace.pollingSeconds * 1000;
      stopWatching = watchQueues({ database, schema: SCHEMA, intervalMs, wake: wakeWorkers, log });
    },

    async stop() {
      stopping.abort();
      await stopWatching();
      await boss.stop({ graceful: true, timeout: STOP_TIMEOUT_MS, close: false });
    },
  };
}
