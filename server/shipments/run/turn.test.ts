import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Turn } from './turn.ts';

const LONG_MS = 8000;
const forever = { inMs: Number.POSITIVE_INFINITY, isLimit: false };

function startTurn(workers: number) {
  const stopping = new AbortController();
  return { turn: new Turn(workers, stopping.signal), stop: () => stopping.abort() };
}

async function isPending(promise: Promise<unknown>): Promise<boolean> {
  const other = Symbol('other');
  return (await Promise.race([promise, delay(50, other)])) === other;
}

afterEach(() => void vi.useRealTimers());

describe('a turn', () => {
  it('ends when every worker has long to wait, and says who waits the least and for what', async () => {
    const { turn } = startTurn(3);
    const rests = [
      turn.rest(0, forever, 0),
      turn.rest(1, { inMs: LONG_MS, isLimit: true }, 0),
      turn.rest(2, { inMs: LONG_MS * 2, isLimit: false }, 0),
    ];
    await Promise.all(rests);
    expect(turn.isOver()).toBe(true);
    const { inMs, isLimit } = turn.remainingRest();
    expect(isLimit).toBe(true);
    expect(inMs).toBeGreaterThan(0);
    expect(inMs).toBeLessThanOrEqual(LONG_MS);
  });

  it('goes on while one worker is at work or back soon, also from a limit', async () => {
    const { turn } = startTurn(2);
    const resting = turn.rest(0, forever, 0);
    await turn.rest(1, { inMs: 20, isLimit: true }, 0);
    expect(turn.isOver()).toBe(false);
    expect(await isPending(resting)).toBe(true);
    expect(turn.remainingRest()).toEqual({ inMs: 0, isLimit: false });
    turn.end();
    await resting;
  });

  it('wakes the workers after the one that has worked, and no others', async () => {
    const { turn } = startTurn(3);
    const before = turn.rest(0, forever, 0);
    const after = turn.rest(2, forever, 0);
    turn.callNext(1);
    await after;
    expect(await isPending(before)).toBe(true);
    expect(turn.isOver()).toBe(false);
    turn.end();
    await before;
  });

  it('does not let a worker rest that was called while it looked for work', async () => {
    const { turn } = startTurn(2);
    const callsBefore = turn.callsOf(1);
    turn.callNext(0);
    await turn.rest(1, forever, callsBefore);
    expect(turn.isOver()).toBe(false);
  });

  it('is over at once when the server stops', async () => {
    const { turn, stop } = startTurn(2);
    const resting = turn.rest(0, forever, 0);
    stop();
    await resting;
    expect(turn.isOver()).toBe(true);
    expect(turn.remainingRest()).toEqual({ inMs: 0, isLimit: false });
  });

  it.each([
    [3_000, true, false],
    [3_001, true, true],
    [400, false, false],
    [401, false, true],
  ])('sits out a wait of %i ms (a limit: %s), or ends: %s', async (inMs, isLimit, isOver) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { turn } = startTurn(1);
    const resting = turn.rest(0, { inMs, isLimit }, 0);
    expect(turn.isOver()).toBe(isOver);
    turn.end();
    await resting;
  });

  it('is over when its ten seconds are', () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { turn } = startTurn(1);
    vi.advanceTimersByTime(9_999);
    expect(turn.isOver()).toBe(false);
    vi.advanceTimersByTime(1);
    expect(turn.isOver()).toBe(true);
  });

  it('does not end while a worker that was called has not looked for its work', async () => {
    const { turn } = startTurn(2);
    const called = turn.rest(1, forever, 0);
    turn.callNext(0);
    const resting = turn.rest(0, forever, 0);
    expect(turn.isOver()).toBe(false);
    turn.end();
    await Promise.all([called, resting]);
  });
});
