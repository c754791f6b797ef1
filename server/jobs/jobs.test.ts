import { setTimeout as delay } from 'node:timers/promises';
import Fastify from 'fastify';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { z } from 'zod/mini';
import type { Database } from '#server/db/database.ts';
import { openTestDatabase } from '#tests/setup/test-database.ts';
import { noData, type JobDefinition, type Jobs } from './job.ts';
import type { Deps } from './deps.ts';
import { guardKeys } from './guard-keys.ts';
import { createJobs } from './jobs.ts';

let database: Database;
let started: Jobs[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
});
afterEach(async () => {
  for (const jobs of started) await jobs.stop();
  started = [];
});
afterAll(() => database.close());

const BACKLOG = 1000;

const byId = z.object({ id: z.int() });
const byShop = z.object({ shop: z.string() });

const deps = {} as Deps; // these jobs need nothing

async function start(definitions: JobDefinition[]): Promise<Jobs> {
  const jobs = createJobs({ database, log: Fastify().log, definitions, deps: () => deps });
  started.push(jobs);
  await jobs.start();
  return jobs;
}

async function until(isTrue: () => boolean): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (!isTrue()) {
    if (Date.now() > deadline) throw new Error('waited in vain');
    await delay(50);
  }
}

it('runs a job of a committed transaction and none of one that was rolled back', async () => {
  const seen: unknown[] = [];
  const jobs = await start([{ name: 'note', schema: byId, handler: async (data) => void seen.push(data) }]);
  await database.transaction(async () => {
    await jobs.enqueue('note', { id: 1 });
  });
  await expect(
    database.transaction(async () => {
      await jobs.enqueue('note', { id: 2 });
      throw new Error('undone');
    }),
  ).rejects.toThrow('undone');
  await jobs.enqueue('note', { id: 3 });
  await until(() => seen.length >= 2);
  await delay(1500);
  expect(seen).toEqual(expect.arrayContaining([{ id: 1 }, { id: 3 }]));
  expect(seen).toHaveLength(2);
});

it('runs jobs of one key one after another and jobs of other keys meanwhile', async () => {
  let atOnce = 0;
  let most = 0;
  let mostOfOneKey = 0;
  const done: string[] = [];
  const running = new Map<string, number>();
  const jobs = await start([
    {
      name: 'by-shop',
      schema: byShop,
      options: { isOneAtATimePerKey: true, concurrency: 4 },
      handler: async (data) => {
        const { shop } = data as { shop: string };
        running.set(shop, (running.get(shop) ?? 0) + 1);
        atOnce += 1;
        most = Math.max(most, atOnce);
        mostOfOneKey = Math.max(mostOfOneKey, running.get(shop) ?? 0);
        // The first stays until another has come; workers look for work at their own pace.
        await until(() => most > 1);
        await delay(300);
        running.set(shop, (running.get(shop) ?? 0) - 1);
        atOnce -= 1;
        done.push(shop);
      },
    },
  ]);
  for (const shop of ['a', 'a', 'b', 'b']) await jobs.enqueue('by-shop', { shop }, { singletonKey: shop });
  await until(() => done.length === 4);
  expect(most).toBeGreaterThan(1);
  expect(mostOfOneKey).toBe(1);
});

it('hands out one job of a key even to workers that ask within the same moment', async () => {
  const running = new Map<string, number>();
  let mostOfOneKey = 0;
  let doneCount = 0;
  const definition: JobDefinition = {
    name: 'contended',
    schema: byShop,
    options: { isOneAtATimePerKey: true, concurrency: 6 },
    handler: async (data) => {
      const { shop } = data as { shop: string };
      running.set(shop, (running.get(shop) ?? 0) + 1);
      mostOfOneKey = Math.max(mostOfOneKey, running.get(shop) ?? 0);
      await delay(100);
      running.set(shop, (running.get(shop) ?? 0) - 1);
      doneCount += 1;
    },
  };
  // Two processes on one database.
  const jobs = await start([definition]);
  if (database.kind === 'postgres') await start([definition]);
  for (const shop of ['a', 'b', 'c']) {
    for (let index = 0; index < 6; index += 1)
      await jobs.enqueue('contended', { shop }, { singletonKey: shop });
  }
  await until(() => doneCount === 18);
  expect(mostOfOneKey).toBe(1);
});

it('takes over a queue in which an earlier version let two jobs of a key run beside each other', async () => {
  const jobs = createJobs({
    database,
    log: Fastify().log,
    definitions: [{ name: 'doubled', schema: noData, handler: async () => {} }],
    deps: () => deps,
    hasWorkers: false,
  });
  started.push(jobs);
  await jobs.start();
  for (let index = 0; index < 3; index += 1) await jobs.enqueue('doubled', { index }, { singletonKey: 'a' });
  await database.executeSql('DROP INDEX jobs.job_active_key');
  await database.executeSql(
    "UPDATE jobs.job SET state = 'active', started_on = now() WHERE name = 'doubled'",
  );
  await guardKeys(database, 'jobs');
  const { rows } = await database.executeSql(
    "SELECT state::text, count(*)::int FROM jobs.job WHERE name = 'doubled' GROUP BY state ORDER BY state",
  );
  expect(rows).toEqual([
    { state: 'active', count: 1 },
    { state: 'retry', count: 2 },
  ]);
  await expect(
    database.executeSql("UPDATE jobs.job SET state = 'active' WHERE name = 'doubled'"),
  ).rejects.toMatchObject({ code: '23505' });
  await database.executeSql("DELETE FROM jobs.job WHERE name = 'doubled'");
});

it('lets a newcomer in past the backlog of another key', async () => {
  const seen: string[] = [];
  const jobs = await start([
    {
      name: 'crowded',
      schema: byShop,
      options: { isOneAtATimePerKey: true, concurrency: 4 },
      handler: async (data) => {
        seen.push((data as { shop: string }).shop);
        await delay(50);
      },
    },
  ]);
  await database.transaction(async () => {
    for (let index = 0; index < BACKLOG; index += 1) {
      await jobs.enqueue('crowded', { shop: 'big' }, { singletonKey: 'big' });
    }
  });
  await until(() => seen.length > 0);
  const before = seen.length;
  await jobs.enqueue('crowded', { shop: 'new' }, { singletonKey: 'new' });
  await until(() => seen.includes('new'));
  expect(seen.length - before).toBeLessThan(BACKLOG / 2);
  await database.executeSql("DELETE FROM jobs.job WHERE name = 'crowded'");
});

it('takes a job that somebody waits for while the clock’s round keeps every other worker', async () => {
  const seen: string[] = [];
  let isRoundOver = false;
  const jobs = await start([
    {
      name: 'rounds',
      schema: byShop,
      options: { isOneAtATimePerKey: true, concurrency: 2, hasWorkerForAwaited: true },
      handler: async (data) => {
        const { shop } = data as { shop: string };
        seen.push(shop);
        if (shop !== 'new') await until(() => isRoundOver);
      },
    },
  ]);
  for (const shop of ['a', 'b', 'c', 'd']) await jobs.enqueue('rounds', { shop }, { singletonKey: shop });
  await until(() => seen.length >= 2);
  await jobs.enqueue('rounds', { shop: 'new' }, { singletonKey: 'new', isAwaited: true });
  await until(() => seen.includes('new'));
  expect(seen).toHaveLength(3);
  isRoundOver = true;
  await until(() => seen.length === 5);
});

it('hands a job that fails at every try to its given-up handler', async () => {
  const tries: number[] = [];
  const givenUp: unknown[] = [];
  const jobs = await start([
    {
      name: 'poison',
      schema: byId,
      options: { retryLimit: 0 },
      handler: async (_data, _deps, run) => {
        tries.push(run.attempt);
        throw new Error('never works');
      },
      onGivenUp: async (data) => void givenUp.push(data),
    },
  ]);
  await jobs.enqueue('poison', { id: 7 });
  await until(() => givenUp.length > 0);
  expect(tries).toEqual([1]);
  expect(givenUp).toEqual([{ id: 7 }]);
});

it('logs and gives up data of another shape: neither handler sees it, and it is not tried again', async () => {
  const seen: unknown[] = [];
  const logged: unknown[] = [];
  const log = Fastify().log;
  log.error = (facts: unknown) => void logged.push(facts);
  const known: JobDefinition<z.infer<typeof byId>> = {
    name: 'reshaped',
    schema: byId,
    handler: async (data) => void seen.push(data),
    onGivenUp: async (data) => void seen.push(data),
  };
  const jobs = createJobs({ database, log, definitions: [known], deps: () => deps });
  started.push(jobs);
  await jobs.start();
  await jobs.enqueue('reshaped', { id: 'семь' });
  await until(() => logged.length === 1);
  await database.executeSql(
    `INSERT INTO jobs.job (name, data, source_name) VALUES ('given-up', '{"number": 7}', 'reshaped')`,
  );
  await until(() => logged.length === 3);
  await jobs.enqueue('reshaped', { id: 8 });
  await until(() => seen.length > 0);
  expect(seen).toEqual([{ id: 8 }]);
  expect(logged).toMatchObject([
    { job: 'reshaped', data: { id: 'семь' } },
    { job: 'reshaped', data: { number: 7 } },
    { job: 'reshaped', data: { number: 7 }, issues: [{ path: ['id'] }] },
  ]);
  const { rows } = await database.executeSql(
    `SELECT count(*)::int FROM jobs.job WHERE name = 'reshaped' AND state <> 'completed'`,
  );
  expect(rows).toEqual([{ count: 0 }]);
});

it('takes up again a job that hangs, when its time is over', async () => {
  const tries: number[] = [];
  const jobs = await start([
    {
      name: 'hanging',
      schema: noData,
      options: { expireInSeconds: 2 },
      handler: async (_data, _deps, run) => {
        tries.push(run.attempt);
        if (run.attempt === 1) await new Promise(() => undefined);
      },
    },
  ]);
  await jobs.enqueue('hanging', {});
  await until(() => tries.length === 2);
  expect(tries).toEqual([1, 2]);
});

it('keeps the schedule of a job in Moscow time', async () => {
  await start([
    { name: 'nightly', schema: noData, options: { cron: '0 4 * * *' }, handler: () => Promise.resolve() },
  ]);
  const { rows } = await database.executeSql('SELECT name, cron, timezone FROM jobs.schedule');
  expect(rows).toEqual([{ name: 'nightly', cron: '0 4 * * *', timezone: 'Europe/Moscow' }]);
});

it('SY-05: what the clock calls again while it is still at work waits for its end', async () => {
  let atWork = 0;
  let most = 0;
  let done = 0;
  const jobs = await start([
    {
      name: 'walk',
      schema: noData,
      options: { cron: '0 4 * * *' },
      handler: async () => {
        atWork += 1;
        most = Math.max(most, atWork);
        await delay(100);
        atWork -= 1;
        done += 1;
      },
    },
  ]);
  for (let call = 0; call < 3; call += 1) await jobs.enqueue('walk', {});
  await until(() => done === 3);
  expect(most).toBe(1);
});

it('refuses a job that nobody takes', async () => {
  const jobs = await start([]);
  await expect(jobs.enqueue('unknown', {})).rejects.toThrow('unknown');
});
