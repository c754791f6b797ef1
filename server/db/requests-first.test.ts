import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { openEmbeddedDatabase, type EmbeddedDatabase } from './embedded-database.ts';
import { serveRequestsFirst } from './requests-first.ts';
import { createRequestsUnderWay, type RequestUnderWay } from './requests-under-way.ts';

const requests = createRequestsUnderWay();
let database: EmbeddedDatabase;
beforeAll(async () => (database = await openEmbeddedDatabase({ requests })));
afterAll(() => database.close());

let done: string[];
beforeEach(() => (done = []));
afterEach(() => vi.restoreAllMocks());
const ask = async (name: string) => {
  await database.pool.query('SELECT 1');
  done.push(name);
};

/** However busy the machine: nobody has waited long, or each look at the clock finds that he has. */
const clock = (stepMs: number) => {
  let nowMs = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => (nowMs += stepMs));
};

/** A request that asks so many questions, one after another. */
function begin(name: string, questions: number): { request: RequestUnderWay; over: Promise<void> } {
  const request = requests.begin();
  let over = Promise.resolve();
  request.run(() => {
    over = (async () => {
      for (let question = 1; question <= questions; question += 1) {
        await ask(`${name} ${question}`);
        // As it reads and writes between two of them.
        await pause(1);
      }
      request.end();
    })();
  });
  return { request, over };
}

it('all questions of a request are before those of the jobs that have come before it', async () => {
  clock(0);
  const holder = await database.pool.connect();
  const jobs = ['job 1', 'job 2', 'job 3'].map(ask);
  const { over } = begin('request', 3);
  holder.release();
  await Promise.all([...jobs, over]);
  expect(done).toEqual(['request 1', 'request 2', 'request 3', 'job 1', 'job 2', 'job 3']);
});

it('a request that has asked for large work lets others go first, and is done', async () => {
  clock(0);
  const holder = await database.pool.connect();
  const large = begin('large', 2);
  // Its first question stands there already.
  large.request.addUse(1000);
  const light = begin('light', 3);
  holder.release();
  await Promise.all([large.over, light.over]);
  expect(done).toEqual(['large 1', 'light 1', 'light 2', 'light 3', 'large 2']);
});

it('jobs go on although somebody asks without end, one at a time', async () => {
  clock(20);
  const over = new AbortController();
  const asking = (async () => {
    for (let number = 1; !over.signal.aborted; number += 1) await begin(`request ${number}:`, 1).over;
  })();
  vi.spyOn(requests, 'isAnyLight').mockReturnValue(true);
  await Promise.all(['job 1', 'job 2', 'job 3'].map(ask));
  over.abort();
  await asking;
  expect(done.filter((name) => name.startsWith('job'))).toEqual(['job 1', 'job 2', 'job 3']);
  expect(done.indexOf('job 3') - done.indexOf('job 1')).toBeGreaterThan(2);
});

it('whoever comes while jobs work is heard before the next of them', async () => {
  let turn = 0;
  let ticking = setImmediate(function tick() {
    turn += 1;
    ticking = setImmediate(tick);
  });
  const turns: number[] = [];
  await Promise.all(['job 1', 'job 2', 'job 3'].map((name) => ask(name).then(() => turns.push(turn))));
  clearImmediate(ticking);
  expect(new Set(turns).size).toBe(3);
});

it('work of several questions is done before anything else but requests, which are served between its questions', async () => {
  clock(0);
  const own = await openEmbeddedDatabase();
  const alone = serveRequestsFirst(own.pool, requests);
  const step = async (name: string) => {
    await own.pool.query('SELECT 1');
    done.push(name);
  };
  let request = Promise.resolve();
  const work = alone(async (askAlone) => {
    await askAlone('SELECT 1');
    done.push('first');
    const light = requests.begin();
    light.run(() => {
      request = step('request').finally(() => light.end());
    });
    await askAlone('SELECT 1');
    done.push('second');
  });
  await Promise.all([work, step('job 1'), step('job 2')]);
  await request;
  expect(done).toEqual(['first', 'request', 'second', 'job 1', 'job 2']);

  await expect(alone(() => Promise.reject(new Error('no room')))).rejects.toThrow('no room');
  await step('job 3');
  await own.close();
  expect(done.at(-1)).toBe('job 3');
});

it('a failed question lets the next one go', async () => {
  await expect(database.pool.query('SELECT 1 / 0')).rejects.toThrow('division by zero');
  await ask('job');
  expect(done).toEqual(['job']);
});

it('asks by callback too', async () => {
  const rows = await new Promise((found, failed) =>
    database.pool.query('SELECT 1 AS one', (error: Error | undefined, result) =>
      error ? failed(error) : found(result.rows),
    ),
  );
  expect(rows).toEqual([{ one: 1 }]);
});
