import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openEmbeddedDatabase, type EmbeddedDatabase } from './embedded-database.ts';
import { startUpkeep, type UpkeepOptions } from './embedded-upkeep.ts';
import { writeOutPages } from './write-out-pages.ts';

/** The engine counts dead rows a second late. */
const SEEN_WITHIN_MS = 60_000;
/** It looks each second. */
const SOME_LOOKS_MS = 3_000;
const LARGE = 25_000;
const SMALL = 5_000;

let database: EmbeddedDatabase;
beforeAll(async () => {
  database = await openEmbeddedDatabase();
  for (const [name, rows] of [
    ['large', LARGE],
    ['small', SMALL],
  ] as const) {
    await database.pool.query(`CREATE TABLE "${name}" (id integer)`);
    await database.pool.query(`INSERT INTO "${name}" SELECT generate_series(1, ${rows})`);
  }
});
afterAll(() => database.close());

async function deadRows(): Promise<Record<string, number>> {
  const { rows } = await database.pool.query<{ name: string; dead: number }>(
    'SELECT relname AS name, n_dead_tup::int AS dead FROM pg_stat_user_tables',
  );
  return Object.fromEntries(rows.map(({ name, dead }) => [name, dead]));
}

async function changeAll(...names: string[]): Promise<void> {
  for (const name of names) await database.pool.query(`UPDATE "${name}" SET id = id`);
  await vi.waitFor(
    async () => {
      const dead = await deadRows();
      for (const name of names) expect(dead[name]).toBeGreaterThan(1000);
    },
    { timeout: SEEN_WITHIN_MS },
  );
}

async function timesAnalyzed(name: string): Promise<number> {
  const { rows } = await database.pool.query<{ times: number }>(
    'SELECT analyze_count::int AS times FROM pg_stat_user_tables WHERE relname = $1',
    [name],
  );
  return rows[0]?.times ?? 0;
}

const untilAnalyzed = (name: string, times: number) =>
  vi.waitFor(async () => expect(await timesAnalyzed(name)).toBeGreaterThanOrEqual(times), {
    timeout: SEEN_WITHIN_MS,
  });

/** Somebody is at work and has written nothing, unless it is said otherwise. */
const start = (changed: Partial<UpkeepOptions>) =>
  startUpkeep({
    pool: database.pool,
    commitCount: () => 0,
    flushAhead: () => Promise.resolve(),
    quietMs: () => 0,
    ...changed,
  });

const lastCheckpoint = async () =>
  (await database.pool.query<{ at: string }>('SELECT redo_lsn::text AS at FROM pg_control_checkpoint()'))
    .rows[0]?.at;

const untilClean = (name: string) =>
  vi.waitFor(async () => expect((await deadRows())[name]).toBe(0), { timeout: SEEN_WITHIN_MS });

it('a large table is cleaned when nobody has asked anything for a while, a small one every few rounds', async () => {
  await changeAll('large', 'small');
  let quietMs = 59_000;
  const stop = start({
    quietMs: () => quietMs,
    // A hundred and eighty rounds without a quiet minute are as good as one: on a busy machine they must not be over too soon.
    intervalMs: 1_000,
  });
  try {
    await untilClean('small');
    await changeAll('small');
    await untilClean('small');
    expect((await deadRows())['large']).toBeGreaterThan(1000);
    quietMs = 60_000;
    await untilClean('large');
  } finally {
    await stop();
  }
});

it('a large table is cleaned all the same where somebody asks day and night', async () => {
  await changeAll('large');
  const stop = start({ intervalMs: 5 });
  try {
    await untilClean('large');
  } finally {
    await stop();
  }
});

it('how a large table is spread is reckoned when it has grown by far, otherwise when nobody has asked anything for a while', async () => {
  await database.pool.query('CREATE TABLE grown (id integer)');
  await database.pool.query(`INSERT INTO grown SELECT generate_series(1, ${LARGE})`);
  let quietMs = 0;
  const stop = start({
    quietMs: () => quietMs,
    intervalMs: 1_000,
  });
  try {
    await untilAnalyzed('grown', 1);
    await database.pool.query('UPDATE grown SET id = id WHERE id % 2 = 0');
    await database.pool.query(`CREATE TABLE later AS SELECT generate_series(1, ${SMALL}) AS id`);
    await untilAnalyzed('later', 1);
    // Every fifth round maintains small ones.
    await database.pool.query('UPDATE later SET id = id');
    await untilAnalyzed('later', 2);
    expect(await timesAnalyzed('grown')).toBe(1);
    quietMs = 60_000;
    await untilAnalyzed('grown', 2);
  } finally {
    await stop();
  }
});

it('BW-14: a table that was filled before a power cut, and never looked through, is looked through once', async () => {
  await database.pool.query('CREATE TABLE forgotten (id integer)');
  await database.pool.query(`INSERT INTO forgotten SELECT generate_series(1, ${LARGE})`);
  await vi.waitFor(
    async () => {
      const { rows } = await database.pool.query<{ count: number }>(
        "SELECT n_live_tup::int AS count FROM pg_stat_user_tables WHERE relname = 'forgotten'",
      );
      expect(rows).toEqual([{ count: LARGE }]);
    },
    { timeout: SEEN_WITHIN_MS },
  );
  // As the engine does when it finds that it was not shut down.
  await database.pool.query('SELECT pg_stat_reset()');
  const stop = start({ intervalMs: 1_000 });
  try {
    await untilAnalyzed('forgotten', 1);
    await pause(SOME_LOOKS_MS);
    expect(await timesAnalyzed('forgotten')).toBe(1);
  } finally {
    await stop();
  }
});

it('a log that has grown waits while somebody is at work, and is brought to the tables when he rests', async () => {
  await database.pool.query('CREATE TABLE notes (text text)');
  const before = await lastCheckpoint();
  await database.pool.query(
    'INSERT INTO notes SELECT repeat(md5(n::text), 30) FROM generate_series(1, 20000) AS n',
  );
  let quietMs = 0;
  let commits = 0;
  const seenAtFlush: (string | undefined)[] = [];
  const unwrittenPages: number[] = [];
  const stop = start({
    commitCount: () => commits,
    flushAhead: async () => {
      seenAtFlush.push(await lastCheckpoint());
      unwrittenPages.push(await writeOutPages((text, values) => database.pool.query(text, values)));
    },
    quietMs: () => quietMs,
    intervalMs: 3_600_000,
  });
  try {
    commits = 1;
    await pause(SOME_LOOKS_MS);
    expect(await lastCheckpoint()).toBe(before);
    quietMs = 2_000;
    await vi.waitFor(async () => expect(await lastCheckpoint()).not.toBe(before), {
      timeout: SEEN_WITHIN_MS,
    });
    // The files are written and flushed before everybody has to wait for it.
    expect(seenAtFlush).toEqual([before, before]);
    expect(Math.max(...unwrittenPages)).toBeLessThan(100);
    // Nothing has been written since: there is nothing to look at.
    const after = await lastCheckpoint();
    await pause(SOME_LOOKS_MS);
    expect(await lastCheckpoint()).toBe(after);
  } finally {
    await stop();
  }
});
