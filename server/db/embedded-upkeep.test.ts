import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openEmbeddedDatabase, type EmbeddedDatabase } from './embedded-database.ts';
import { startUpkeep } from './embedded-upkeep.ts';

/** The engine counts dead rows a second late. */
const SEEN_WITHIN_MS = 60_000;
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

const untilClean = (name: string) =>
  vi.waitFor(async () => expect((await deadRows())[name]).toBe(0), { timeout: SEEN_WITHIN_MS });

it('a large table is cleaned when nobody has asked anything for a while, a small one every few rounds', async () => {
  await changeAll('large', 'small');
  let quietMs = 59_000;
  const stop = startUpkeep({
    pool: database.pool,
    commitCount: () => 0,
    quietMs: () => quietMs,
    intervalMs: 100,
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
  const stop = startUpkeep({ pool: database.pool, commitCount: () => 0, quietMs: () => 0, intervalMs: 5 });
  try {
    await untilClean('large');
  } finally {
    await stop();
  }
});
