import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openTestDatabase } from '#tests/setup/test-database.ts';
import type { Database } from './database.ts';
import { inBatches, type Pace } from './in-batches.ts';

let database: Database;
beforeAll(async () => (database = await openTestDatabase()));
afterAll(() => database.close());
afterEach(() => vi.restoreAllMocks());

const items = (count: number) => Array.from({ length: count }, (_, index) => index);

interface MachineCost {
  msPerItem: number;
  /** However few items are in it. */
  msPerBatch?: number;
  cpuShare?: number;
}

/** A machine with a clock of its own: so long each item takes, of which so much is the processor's. */
function machine({ msPerItem, msPerBatch = 0, cpuShare = 1 }: MachineCost) {
  let nowMs = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  vi.spyOn(process, 'cpuUsage').mockImplementation((since) => ({
    user: nowMs * cpuShare * 1000 - (since?.user ?? 0),
    system: 0,
  }));
  const sizes: number[] = [];
  const work = async (_trx: unknown, batch: readonly number[]) => {
    nowMs += msPerBatch + batch.length * msPerItem;
    sizes.push(batch.length);
  };
  const pass = (ms: number) => (nowMs += ms);
  return { sizes, work, pass };
}

async function sizesAt(msPerItem: number, count: number, cpuShare = 1): Promise<number[]> {
  const { sizes, work } = machine({ msPerItem, cpuShare });
  await inBatches({ ...database, kind: 'embedded', asked: () => 0 }, items(count), work);
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

  it('makes no more of them because the disk or other programs are slow', async () => {
    expect(await sizesAt(1, 300, 1 / 50)).toEqual([20, 40, 80, 100, 60]);
    expect(await sizesAt(50, 60, 1 / 50)).toEqual([20, 20, 20]);
    expect(await sizesAt(50, 30, 1 / 10)).toEqual([20, 5, 5]);
  });

  it('BW-06: makes no more of them because each takes its time however small it is', async () => {
    const { sizes, work } = machine({ msPerItem: 1, msPerBatch: 30 });
    await inBatches({ ...database, kind: 'embedded', asked: () => 0 }, items(100), work);
    expect(sizes).toEqual([20, 10, 9, 8, 7, 8, 7, 8, 7, 8, 7, 1]);
  });

  it('takes no turn half as long again because items become dearer as the work goes on', async () => {
    const cost = { msPerItem: 0.25 };
    const { sizes, work, pass } = machine(cost);
    let turnMs = 0;
    await inBatches({ ...database, kind: 'embedded', asked: () => 0 }, items(1000), async (trx, batch) => {
      await work(trx, batch);
      // From the third batch on each takes four times as long.
      if (sizes.length > 2) pass(batch.length * cost.msPerItem * 3);
      turnMs = batch.length * cost.msPerItem * 4;
    });
    expect(turnMs).toBeLessThanOrEqual(37.5);
  });

  it('BW-15: learns nothing of its pace from what somebody else has done meanwhile', async () => {
    const { sizes, work } = machine({ msPerItem: 0.5 });
    const one = { ...database, kind: 'embedded' as const, asked: () => 0 };
    await inBatches(one, items(400), async (trx, batch) => {
      const isDoneByOther = sizes.length % 2 === 1;
      await work(trx, isDoneByOther ? [] : batch);
      sizes.splice(-1, 1, batch.length);
      return isDoneByOther ? 0 : batch.length;
    });
    expect(sizes).toEqual([20, 40, 40, 50, 50, 50, 50, 50, 50]);
    const half = machine({ msPerItem: 0.5 });
    await inBatches(one, items(200), async (trx, batch) => {
      await half.work(trx, batch.slice(0, batch.length / 2));
      return batch.length / 2;
    });
    expect(half.sizes).toEqual([10, 10, 10, 10, 10, 10, 10, 10, 10, 10]);
  });

  it('is made no smaller by the batches of another work, which it waits for', async () => {
    const { sizes, work, pass } = machine({ msPerItem: 0.5 });
    const one = {
      ...database,
      kind: 'embedded' as const,
      asked: () => 0,
      transaction: <Result>(write: Parameters<typeof database.transaction<Result>>[0]) => {
        pass(200);
        return database.transaction(write);
      },
    };
    await inBatches(one, items(260), work);
    expect(sizes).toEqual([20, 40, 50, 50, 50, 50]);
  });

  it('goes on at the pace of the part before, and leaves others their turn before the next', async () => {
    const { sizes, work } = machine({ msPerItem: 0.25 });
    const pace: Pace = {};
    let looks = 0;
    const one = { ...database, kind: 'embedded' as const, asked: () => (looks += 1) && 0 };
    for (let part = 0; part < 3; part += 1) await inBatches(one, items(150), work, { pace });
    expect(sizes).toEqual([20, 40, 80, 10, 100, 50, 100, 50]);
    // Twice before each but the first.
    expect(looks).toBe(2 * (sizes.length - 1));
  });

  it('BW-07: waits while somebody has asked and has no answer yet, and not for ever', async () => {
    const { sizes, work } = machine({ msPerItem: 1 });
    const looks: boolean[] = [true, true, true, false];
    const isAnyLight = vi.fn(() => looks.shift() ?? false);
    const requests = { ...database.requests, isAnyLight };
    await inBatches({ ...database, kind: 'embedded', asked: () => 0, requests }, items(45), work);
    expect(sizes).toEqual([20, 25]);
    expect(isAnyLight).toHaveBeenCalledTimes(4);
    vi.restoreAllMocks();
    const withoutEnd = { ...requests, isAnyLight: () => true };
    const done: number[] = [];
    await inBatches(
      { ...database, kind: 'embedded', asked: () => 0, requests: withoutEnd },
      items(60),
      async (_trx, batch) => void done.push(...batch),
    );
    expect(done).toHaveLength(60);
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
