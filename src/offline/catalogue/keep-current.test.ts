import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '#api/http/api-error.ts';
import { keepCurrent } from './keep-current.ts';
import type { TakeOutcome } from './replica.ts';
import type { CallName, ReplicaWorker } from './worker-calls.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A server that fails, and whoever has a reason to ask it. */
function startFailing(failure: Error = new Error('Away')) {
  const ending = new AbortController();
  let waking = new AbortController();
  const askedAtMs: number[] = [];
  const listeners = new Set<() => void>();
  let isReachable = true;
  void keepCurrent({
    worker: { call: async () => null },
    fetchPortion: async () => {
      askedAtMs.push(Date.now());
      throw failure;
    },
    reachability: {
      isReachable: () => isReachable,
      subscribe(listener) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },
    signal: ending.signal,
    nextWake: () => (waking = new AbortController()).signal,
    onStep: async () => undefined,
    onTaken: () => undefined,
    onRest: () => undefined,
    random: () => 1,
  });
  return {
    askedAtMs,
    listeners,
    wake: () => waking.abort(),
    end: () => ending.abort(),
    reach(can: boolean) {
      isReachable = can;
      for (const listener of listeners) listener();
    },
  };
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

it('RE-39: a network that comes back is asked over at once, whatever pause its failures had earned', async () => {
  const { askedAtMs, listeners, reach, end } = startFailing();
  await vi.advanceTimersByTimeAsync(40_000);
  const failures = askedAtMs.length;
  reach(true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(askedAtMs).toHaveLength(failures);
  reach(false);
  await vi.advanceTimersByTimeAsync(1_000);
  reach(true);
  await vi.advanceTimersByTimeAsync(200);
  expect(askedAtMs).toHaveLength(failures + 1);
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(listeners.size).toBeLessThanOrEqual(1);
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

/** A server whose portions say which one comes next, and a worker that takes them; each takes a second. */
function startFilling({ cursors, outcomes }: { cursors: (string | null)[]; outcomes: TakeOutcome[] }) {
  const ending = new AbortController();
  const happened: string[] = [];
  const second = () => new Promise((resolve) => setTimeout(resolve, 1000));
  const textOf = (since: string | null) => {
    const next = Number(since ?? 0) + 1;
    return `{"is_reset":false,"has_more":${next < 3},"cursor":"${next}"}`;
  };
  const call = async (name: CallName, asked: unknown) => {
    if (name === 'cursor') return cursors.shift() ?? null;
    if (name === 'gather') {
      await second();
      happened.push('gathered');
      return undefined;
    }
    const { since, bytes, askedAtMs } = asked as { since: string; bytes: ArrayBuffer; askedAtMs: number };
    await second();
    const isOfIt = new TextDecoder().decode(bytes) === textOf(since);
    happened.push(`took ${isOfIt ? 'its' : 'another'} answer to ${since}, asked at ${askedAtMs}`);
    return outcomes.shift() ?? 'whole';
  };
  vi.setSystemTime(-100);
  void keepCurrent({
    // It answers each call with what the table of calls says.
    worker: { call: call as ReplicaWorker['call'] },
    fetchPortion: async (since) => {
      happened.push(`asked ${since}`);
      await second();
      return Uint8Array.from(new TextEncoder().encode(textOf(since))).buffer;
    },
    reachability: { isReachable: () => true, subscribe: () => () => undefined },
    signal: ending.signal,
    nextWake: () => new AbortController().signal,
    onStep: async () => void happened.push('answers'),
    onTaken: () => happened.push('others read'),
    onRest: () => undefined,
  });
  return { happened, end: () => ending.abort() };
}

it('RE-20: the next portion is asked for while one is taken, and its age is that of its own question', async () => {
  const { happened, end } = startFilling({ cursors: [null, '1', '2'], outcomes: ['again', 'again'] });
  await vi.advanceTimersByTimeAsync(6000);
  expect(happened.filter((one) => /asked/.test(one))).toEqual([
    'asked null',
    'asked 1',
    'took its answer to null, asked at 0',
    'asked 2',
    'took its answer to 1, asked at 1000',
    'took its answer to 2, asked at 2000',
  ]);
  end();
});

it('RE-20: what was asked ahead is thrown away when the replica is elsewhere by then', async () => {
  const { happened, end } = startFilling({
    cursors: [null, null, '1', '2'],
    outcomes: ['again', 'again', 'again'],
  });
  await vi.advanceTimersByTimeAsync(7000);
  const taken = happened.filter((one) => one.startsWith('took'));
  expect(taken.map((one) => one.replace(/, asked.*/, ''))).toEqual([
    'took its answer to null',
    'took its answer to null',
    'took its answer to 1',
    'took its answer to 2',
  ]);
  end();
});

it('RE-21: it answers before it is put in order for the next start, and other tabs read it after', async () => {
  const { happened, end } = startFilling({ cursors: ['2'], outcomes: [] });
  await vi.advanceTimersByTimeAsync(4000);
  expect(happened.slice(2)).toEqual(['answers', 'gathered', 'others read']);
  end();
});
