import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { takenCopies } from './taken-copies.ts';
import { takingsChanged } from './takings-changed.ts';
import * as userTakings from './user-takings.ts';

const TAKEN = { savedAt: 1, text: 'taken', fetchedAt: 1 };
const KEPT = { savedAt: 2, text: '{"dataUpdatedAt":2}' };

/** A device that finds a copy after so long; never without a time. */
function deviceOf(findsAfterMs?: number): void {
  const store = {
    readCopy: () =>
      new Promise((resolve) => {
        if (findsAfterMs !== undefined) setTimeout(() => resolve(TAKEN), findsAfterMs);
      }),
  };
  // All that is asked for here.
  vi.spyOn(userTakings, 'userTakings').mockReturnValue({ store } as unknown as userTakings.UserTakings);
}

async function foundWithin(ms: number, kept?: typeof KEPT): Promise<unknown> {
  let found: unknown = 'nothing yet';
  void takenCopies.younger('key', kept).then((copy) => (found = copy));
  await vi.advanceTimersByTimeAsync(ms);
  return found;
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('TA-01: of two copies', () => {
  it('the younger is given, wherever it lies', async () => {
    deviceOf(0);
    expect(await foundWithin(0, KEPT)).toBe(KEPT);
    expect(await foundWithin(0, { savedAt: 3, text: '{"dataUpdatedAt":0}' })).toBe(TAKEN);
  });
});

describe('TA-21: a disk that is stuck', () => {
  it('does not keep a save or an answer of the server waiting, and the drop is told of', async () => {
    const isStuck = () => new Promise<void>(() => undefined);
    const store = { drop: isStuck, refresh: isStuck };
    vi.spyOn(userTakings, 'userTakings').mockReturnValue({ store } as unknown as userTakings.UserTakings);
    const settled: string[] = [];
    const stopListening = takingsChanged.subscribe(() => settled.push('told'));
    void takenCopies.drop('prefix').then(() => settled.push('drop'));
    void takenCopies.refresh('key', KEPT).then(() => settled.push('refresh'));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(settled.sort()).toEqual(['drop', 'refresh', 'told']);
    stopListening();
  });
});

describe('TA-24: what was taken, on a busy device', () => {
  it('is waited for where there is nothing else to show', async () => {
    deviceOf(3_000);
    expect(await foundWithin(3_000)).toBe(TAKEN);
  });

  it('does not hold up what there is', async () => {
    deviceOf(3_000);
    expect(await foundWithin(1_000, KEPT)).toBe(KEPT);
  });

  it('is given up on a disk that is stuck', async () => {
    deviceOf();
    expect(await foundWithin(5_999)).toBe('nothing yet');
    expect(await foundWithin(6_000)).toBeUndefined();
  });
});
