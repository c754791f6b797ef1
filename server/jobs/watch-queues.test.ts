import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import Fastify from 'fastify';
import type { Database } from '#server/db/database.ts';
import { openTestDatabase } from '#tests/setup/test-database.ts';
import type { Deps } from './deps.ts';
import { noData } from './job.ts';
import { createJobs } from './jobs.ts';
import { watchQueues } from './watch-queues.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** Far below what workers that ask for themselves need: eight queues of four workers made sixteen a second and more. */
const QUESTIONS_PER_SECOND = 4;
const WATCHED_MS = 6_000;
/** What a start asks is over then. */
const START_MS = 2_000;

describe('an idle queue', () => {
  it('is asked about as a whole, not by each worker, and a job is still taken at once', async () => {
    let questions = 0;
    const counting: Database = {
      ...database,
      executeSql: (text, values) => {
        questions += 1;
        return database.executeSql(text, values);
      },
    };
    const done = vi.fn();
    const jobs = createJobs({
      database: counting,
      log: Fastify({ logger: { level: 'silent' } }).log,
      definitions: Array.from({ length: 8 }, (_, index) => ({
        name: `queue-${String(index)}`,
        schema: noData,
        handler: async () => done(),
      })),
      // These handlers use nothing.
      deps: () => ({}) as Deps,
    });
    await jobs.start();
    await new Promise((resolve) => setTimeout(resolve, START_MS));
    questions = 0;
    await new Promise((resolve) => setTimeout(resolve, WATCHED_MS));
    expect(questions / (WATCHED_MS / 1000)).toBeLessThan(QUESTIONS_PER_SECOND);

    await jobs.enqueue('queue-3', {});
    await vi.waitFor(() => expect(done).toHaveBeenCalledOnce(), { timeout: 30_000 });
    await jobs.stop();
  });
});

describe('a job that waits for another one of its key', () => {
  it('does not have every worker ask for it again and again', async () => {
    let questions = 0;
    const counting: Database = {
      ...database,
      executeSql: (text, values) => {
        questions += 1;
        return database.executeSql(text, values);
      },
    };
    const over = new AbortController();
    const begun = vi.fn();
    const jobs = createJobs({
      database: counting,
      log: Fastify({ logger: { level: 'silent' } }).log,
      definitions: [
        {
          name: 'one-by-one',
          options: { isOneAtATimePerKey: true, concurrency: 12 },
          schema: noData,
          handler: async () => {
            begun();
            await new Promise<void>((resolve) => {
              if (over.signal.aborted) resolve();
              over.signal.addEventListener('abort', () => resolve());
            });
          },
        },
      ],
      // The handler uses nothing.
      deps: () => ({}) as Deps,
    });
    await jobs.start();
    await jobs.enqueue('one-by-one', {}, { singletonKey: 'shop' });
    await jobs.enqueue('one-by-one', {}, { singletonKey: 'shop' });
    await vi.waitFor(() => expect(begun).toHaveBeenCalledOnce(), { timeout: 30_000 });
    await new Promise((resolve) => setTimeout(resolve, START_MS));
    questions = 0;
    await new Promise((resolve) => setTimeout(resolve, WATCHED_MS));
    expect(questions / (WATCHED_MS / 1000)).toBeLessThan(QUESTIONS_PER_SECOND);
    over.abort();
    await vi.waitFor(() => expect(begun).toHaveBeenCalledTimes(2), { timeout: 30_000 });
    await jobs.stop();
  });
});

describe('a queue of which all commits are known', () => {
  const INTERVAL_MS = 1_000;

  /** A database that is asked, and what it answers: the queues of the next job. */
  function watched(queues: { name: string; due: number; dueInMs: number }[]) {
    const executeSql = vi.fn(async () => ({ rows: queues }));
    const state = { commits: 1 };
    const wake = vi.fn();
    const log = Fastify({ logger: { level: 'silent' } }).log;
    const stop = watchQueues({
      database: { executeSql, commitCount: () => state.commits },
      schema: 'jobs',
      intervalMs: INTERVAL_MS,
      wake,
      log,
    });
    return { executeSql, state, wake, stop, queues };
  }

  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is asked once, then after a commit and when a job’s time has come', async () => {
    const { executeSql, state, wake, stop, queues } = watched([{ name: 'later', due: 0, dueInMs: 60_000 }]);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(executeSql).toHaveBeenCalledTimes(1);
    state.commits += 1;
    await vi.advanceTimersByTimeAsync(INTERVAL_MS);
    expect(executeSql).toHaveBeenCalledTimes(2);
    queues.splice(0, 1, { name: 'later', due: 1, dueInMs: -1 });
    await vi.advanceTimersByTimeAsync(59_000);
    expect(wake).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2 * INTERVAL_MS);
    expect(wake).toHaveBeenCalledWith('later', 1);
    await stop();
  });

  it('is asked again for what was committed while it answered, and for what nobody could take', async () => {
    const { executeSql, state, stop, queues } = watched([]);
    executeSql.mockImplementationOnce(async () => {
      state.commits += 1;
      return { rows: queues };
    });
    await vi.advanceTimersByTimeAsync(2 * INTERVAL_MS);
    expect(executeSql).toHaveBeenCalledTimes(2);
    queues.push({ name: 'busy', due: 3, dueInMs: -5 });
    state.commits += 1;
    await vi.advanceTimersByTimeAsync(4 * INTERVAL_MS);
    expect(executeSql).toHaveBeenCalledTimes(6);
    await stop();
  });
});
