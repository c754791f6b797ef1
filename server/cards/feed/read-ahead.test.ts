import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Db } from '#server/db/database.ts';
import type { Portion } from './portions.ts';
import { readPortionsAhead, type ReadPortion } from './read-ahead.ts';

const OWNER = 1;
const OTHER = 2;
const LAST_PORTION = 4;
// Nobody asks it: portions are made here.
const db = {} as Db;

const portion = (number: number): Portion => ({
  isReset: false,
  columns: '{}',
  removedIds: [],
  cursor: `c${number}`,
  hasMore: true,
  isWithinWalk: number < LAST_PORTION,
  count: null,
  checksum: null,
  fullChecksum: null,
});
const numberAfter = (since: string | undefined) => (since === undefined ? 1 : Number(since.slice(1)) + 1);

let read: ReturnType<typeof vi.fn<ReadPortion>>;
let ask: (since?: string, accountId?: number) => Promise<Portion>;
const readSoFar = () => read.mock.calls.map(([, accountId, since]) => [accountId, since]);

beforeEach(() => {
  vi.useFakeTimers();
  read = vi.fn<ReadPortion>(async (_db, _accountId, since) => portion(numberAfter(since)));
  const readPortion = readPortionsAhead(read);
  ask = (since, accountId = OWNER) => readPortion(db, accountId, since);
});
afterEach(() => void vi.useRealTimers());

describe('portions read ahead', () => {
  it('are read while the last one is on its way, each once, up to the end of the walk', async () => {
    expect(await ask()).toEqual(portion(1));
    expect(readSoFar()).toEqual([
      [OWNER, undefined],
      [OWNER, 'c1'],
    ]);
    expect(await ask('c1')).toEqual(portion(2));
    expect(await ask('c2')).toEqual(portion(3));
    expect(await ask('c3')).toEqual(portion(4));
    expect(readSoFar().map(([, since]) => since)).toEqual([undefined, 'c1', 'c2', 'c3']);
    // What has changed since the walk began is of the moment of its question.
    expect(await ask('c4')).toEqual(portion(5));
    expect(readSoFar()).toHaveLength(5);
  });

  it('are handed out once: who asks again gets what is there then', async () => {
    await ask();
    await ask('c1');
    await ask('c1');
    expect(readSoFar().filter(([, since]) => since === 'c1')).toHaveLength(2);
  });

  it('are handed out to nobody of another account', async () => {
    await ask();
    await ask('c1', OTHER);
    expect(readSoFar()).toContainEqual([OTHER, 'c1']);
  });

  it('are read anew where they failed ahead', async () => {
    await ask();
    read.mockRejectedValueOnce(new Error('the connection was lost'));
    await ask('c1');
    expect(await ask('c2')).toEqual(portion(3));
  });

  it('are let go when nobody comes for them', async () => {
    await ask();
    vi.advanceTimersByTime(2_000);
    await ask('c1');
    expect(readSoFar().filter(([, since]) => since === 'c1')).toHaveLength(2);
  });

  it('are kept for eight devices at once', async () => {
    for (let accountId = 1; accountId <= 9; accountId += 1) await ask(undefined, accountId);
    expect(readSoFar().filter(([, since]) => since === 'c1')).toHaveLength(8);
  });
});
