import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openTestDatabase } from '#tests/setup/test-database.ts';
import type { Database } from './database.ts';
import { inBatches } from './in-batches.ts';

let database: Database;
beforeAll(async () => (database = await openTestDatabase()));
afterAll(() => database.close());
afterEach(() => vi.restoreAllMocks());

const items = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Batches of a work that takes so long per item, by a clock of its own. */
async function sizesAt(msPerItem: number, count: number): Promise<number[]> {
  let nowMs = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  const sizes: number[] = [];
  await inBatches({ ...database, kind: 'embedded', asked: () => 0 }, items(count), async (_trx, batch) => {
    nowMs += batch.length * msPerItem;
    sizes.push(batch.length);
  });
  return sizes;
}

describe('long work in batches', () => {
  it('does each item once and in order, and says how many', async () => {
    const done: number[] = [];
    expect(await inBatches(database, items(250), async (_trx, batch) => void done.push(...batch))).toBe(250);
    expect(done).toEqual(items(250));
    expect(await inBatches(database, [], async () => undefined)).toBe(0);
  });

  it('makes a batch as large as fits into a moment, on a slow machine and on a fast one', async () => {
    expect((await sizesAt(5, 60)).slice(1)).toEqual([5, 5, 5, 5, 5, 5, 5, 5]);
    expect(await sizesAt(100, 22)).toEqual([20, 1, 1]);
    expect(await sizesAt(0.05, 2000)).toEqual([20, 40, 80, 160, 320, 500, 500, 380]);
  });

  it('stops between two batches when it may not go on, and leaves what is done', async () => {
    const done: number[] = [];
    const count = await inBatches(database, items(250), async (_trx, batch) => void done.push(...batch), {
      mayGoOn: () => false,
    });
    expect(count).toBe(done.length);
    expect(done.length).toBeGreaterThan(0);
    expect(done.length).toBeLessThan(250);
  });

  it('ends with the batch that fails; those before it stand', async () => {
    const done: number[] = [];
    const work = inBatches(database, items(250), async (_trx, batch) => {
      if (done.length > 0) throw new Error('broken');
      done.push(...batch);
    });
    await expect(work).rejects.toThrow('broken');
    expect(done.length).toBeLessThan(250);
  });
});

describe.skipIf(process.env.TEST_DATABASE_URL !== undefined)('on the one connection', () => {
  it('somebody else’s next question does not wait for another batch', async () => {
    let batches = 0;
    const over = new AbortController();
    const working = inBatches(
      database,
      items(100_000),
      async (trx) => {
        batches += 1;
        await trx.selectFrom('accounts').select('id').execute();
      },
      { mayGoOn: () => !over.signal.aborted },
    );
    const questions = 60;
    for (let asked = 0; asked < questions; asked += 1) {
      await database.db.selectFrom('accounts').select('id').execute();
    }
    over.abort();
    await working;
    expect(batches).toBeLessThan(questions / 2);
  });
});
