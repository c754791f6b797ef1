import { z } from 'zod/mini';
import type { Deps } from './deps.ts';

export type JobName = string;

export interface EnqueueOptions {
  /** Jobs with one key and of one queue run one after another. */
  singletonKey?: string;
  startAfterSeconds?: number;
  /** Somebody waits for it: it goes before what the clock asks for. See `hasWorkerForAwaited`. */
  isAwaited?: boolean | undefined;
}

export interface Jobs {
  /**
   * Puts a job in its queue. Inside a transaction the job exists exactly when the transaction is committed. Data holds
   * ids, never secrets. Jobs run at least once: a handler looks at the state before it acts.
   */
  enqueue(name: JobName, data: object, options?: EnqueueOptions): Promise<void>;
  /** Creates the queues and, when there are workers, begins to take jobs. */
  start(): Promise<void>;
  /** Takes no more jobs and waits for running ones, 10 s at most. */
  stop(): Promise<void>;
}

export interface JobRun {
  /** Ends when the server stops: finish the step at hand, the job runs again later. */
  signal: AbortSignal;
  /** 1 for the first try. */
  attempt: number;
}

export interface JobDefinition<Data extends object = object> {
  name: JobName;
  /** A job may have waited through an update: data of another shape is logged and given up, no handler sees it. */
  schema: z.ZodMiniType<Data>;
  options?: {
    /** Jobs of this queue that run at the same time in one process. 4 unless said, 1 when the clock calls them. */
    concurrency?: number;
    /** A run that takes longer is taken for lost and started again. 120 s unless said. */
    expireInSeconds?: number;
    /** Tries after the first one. 4 unless said. */
    retryLimit?: number;
    /** One more worker, that takes awaited jobs alone: however long the clock's round is, they need not wait for its end. */
    hasWorkerForAwaited?: true;
    /** Jobs with one singletonKey never run at the same time. */
    isOneAtATimePerKey?: boolean;
    /** Runs by itself at these times (cron, Europe/Moscow), with empty data, once for all processes. */
    cron?: string;
  };
  // Methods: definitions of any data stand in one list, and the queue hands over only what their own schema has made.
  handler(data: Data, deps: Deps, run: JobRun): Promise<void>;
  /** After the last try failed: say it where a person reads it. */
  onGivenUp?(data: Data, deps: Deps): Promise<void>;
}

/** Of jobs that the clock alone calls. */
export const noData = z.object({});
