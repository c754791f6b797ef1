import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '#api/http/api-error.ts';
import { keepCurrent } from './keep-current.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A server that fails, and whoever has a reason to ask it. */
function startFailing(failure: Error = new Error('Away')) {
  const ending = new AbortController();
  let waking = new AbortController();
  const askedAtMs: number[] = [];
  void keepCurrent({
    worker: { call: async () => null },
    fetchPortion: async () => {
      askedAtMs.push(Date.now());
      throw failure;
    },
    reachability: { isReachable: () => true, subscribe: () => () => undefined },
    signal: ending.signal,
    nextWake: () => (waking = new AbortController()).signal,
    onStep: async () => undefined,
    random: () => 1,
  });
  return { askedAtMs, wake: () => waking.abort(), end: () => ending.abort() };
}

it('RS-03: after failures it asks ever more seldom, until somebody has a reason to ask', async () => {
  const { askedAtMs, wake, end } = startFailing();
  await vi.advanceTimersByTimeAsync(60_000);
  const pauses = askedAtMs.map((atMs, n) => Math.round((atMs - (askedAtMs[n - 1] ?? atMs)) / 1000)).slice(1);
  expect(pauses).toEqual([2, 4, 8, 16]);
  const failures = askedAtMs.length;
  wake();
  await vi.advanceTimersByTimeAsync(100);
  expect(askedAtMs).toHaveLength(failures + 1);
  end();
});

it('RS-03: a reason to ask again and again does not wear out a server that fails', async () => {
  const { askedAtMs, wake, end } = startFailing();
  for (let ms = 0; ms < 60_000; ms += 100) {
    wake();
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(askedAtMs.length).toBeLessThanOrEqual(30);
  end();
});

it('RS-08: a server that cannot keep up is not asked sooner than it says, whoever has a reason to', async () => {
  const busy = new ApiError({ status: 429, detail: ['Много'], retryAfterMs: 30_000 });
  const { askedAtMs, wake, end } = startFailing(busy);
  for (let ms = 0; ms < 60_000; ms += 100) {
    wake();
    await vi.advanceTimersByTimeAsync(100);
  }
  const [first = 0, second = 0, ...later] = askedAtMs;
  expect(second - first).toBeGreaterThanOrEqual(30_000);
  expect(later).toEqual([]);
  end();
});
