import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, networkError } from '#api/http/api-error.ts';
import { createListeners } from '#lib/listeners.ts';
import { keepListening } from './lead.ts';
import type { StreamEnding } from './read-hints.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A server whose streams end when the test says so. */
function lead({ isReachable = true } = {}) {
  const streams: {
    end: (ending: StreamEnding) => void;
    refuse: (error: unknown) => void;
    signal: AbortSignal;
  }[] = [];
  const listeners = createListeners();
  const network = { isReachable };
  const leave = new AbortController();
  const done = keepListening({
    listen: (signal) =>
      new Promise((end, refuse) => {
        signal.addEventListener('abort', () => refuse(new DOMException('Aborted', 'AbortError')));
        streams.push({ end, refuse, signal });
      }),
    reachability: { isReachable: () => network.isReachable, subscribe: listeners.subscribe },
    signal: leave.signal,
    random: () => 1,
  });
  const setReachable = async (next: boolean) => {
    network.isReachable = next;
    listeners.tell();
    await vi.advanceTimersByTimeAsync(0);
  };
  const lastEnds = async (ending: StreamEnding) => {
    streams.at(-1)?.end(ending);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { streams, lastEnds, setReachable, leave: () => leave.abort(), done };
}

const CUT = { comeBackMs: undefined };

describe('a stream that ended', () => {
  it('is opened again when the server wants it', async () => {
    const { streams, lastEnds, leave, done } = lead();
    await vi.advanceTimersByTimeAsync(60_000);
    await lastEnds({ comeBackMs: 3_000 });
    await vi.advanceTimersByTimeAsync(2_999);
    expect(streams).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(streams).toHaveLength(2);
    leave();
    await done;
  });

  it('is opened again at once when its token was all that ended', async () => {
    const { streams, lastEnds, leave, done } = lead();
    await vi.advanceTimersByTimeAsync(600_000);
    await lastEnds({ comeBackMs: 0 });
    await vi.advanceTimersByTimeAsync(0);
    expect(streams).toHaveLength(2);
    leave();
    await done;
  });

  it('again and again after a moment is asked for ever more seldom, whatever it says', async () => {
    const { streams, lastEnds, leave, done } = lead();
    const pauses: number[] = [];
    for (let round = 0; round < 8; round += 1) {
      await vi.advanceTimersByTimeAsync(0);
      const { length } = streams;
      const endedAt = Date.now();
      await lastEnds(round % 2 === 0 ? CUT : { comeBackMs: 0 });
      while (streams.length === length) await vi.advanceTimersByTimeAsync(500);
      pauses.push(Date.now() - endedAt);
    }
    expect(pauses.slice(1)).toEqual([4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000]);
    leave();
    await done;
  });

  async function pausesAfter(error: () => unknown, count: number): Promise<number[]> {
    const { streams, leave, done } = lead();
    const pauses: number[] = [];
    for (let round = 0; round < count; round += 1) {
      await vi.advanceTimersByTimeAsync(0);
      const { length } = streams;
      const endedAt = Date.now();
      streams.at(-1)?.refuse(error());
      while (streams.length === length) await vi.advanceTimersByTimeAsync(100);
      pauses.push(Date.now() - endedAt);
    }
    leave();
    await done;
    return pauses;
  }

  it.each([
    ['network', () => networkError('network')],
    ['portal', () => networkError('portal')],
    ['gateway', () => new ApiError({ status: 502, detail: ['Нет'] })],
  ])('RS-10: because nobody was there is opened a fiftieth of that time later (%s)', async (_, error) => {
    const pauses = await pausesAfter(error, 200);
    let awayMs = 0;
    for (const pauseMs of pauses) {
      expect(pauseMs).toBeLessThanOrEqual(2_200 + awayMs / 45);
      awayMs += pauseMs;
    }
    expect(pauses.at(-1)).toBe(60_000);
  });

  it.each([
    ['refused', () => new ApiError({ status: 500, detail: ['Ошибка'] })],
    ['silent', () => networkError('timeout')],
  ])('RS-10: from a server that is in trouble is asked for ever more seldom (%s)', async (_, error) => {
    expect(await pausesAfter(error, 6)).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, 60_000]);
  });

  it('because the server refused it waits as long as the server asks', async () => {
    const { streams, leave, done } = lead();
    await vi.advanceTimersByTimeAsync(0);
    streams[0]?.refuse(new ApiError({ status: 429, detail: ['Много'], retryAfterMs: 60_000 }));
    await vi.advanceTimersByTimeAsync(59_999);
    expect(streams).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(streams).toHaveLength(2);
    leave();
    await done;
  });
});

describe('without a connection', () => {
  it('nothing is asked for until it is back', async () => {
    const { streams, setReachable, leave, done } = lead({ isReachable: false });
    await vi.advanceTimersByTimeAsync(600_000);
    expect(streams).toHaveLength(0);
    await setReachable(true);
    expect(streams).toHaveLength(1);
    leave();
    await done;
  });

  it('RE-39: a stream that failed again and again is opened as soon as the network is back, not before the server wants it', async () => {
    const { streams, lastEnds, setReachable, leave, done } = lead();
    for (let round = 0; round < 8; round += 1) {
      const { length } = streams;
      await lastEnds(CUT);
      while (streams.length === length) await vi.advanceTimersByTimeAsync(500);
    }
    const { length } = streams;
    await lastEnds({ comeBackMs: 10_000 });
    await setReachable(false);
    await setReachable(true);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(streams).toHaveLength(length);
    await vi.advanceTimersByTimeAsync(1);
    expect(streams).toHaveLength(length + 1);
    leave();
    await done;
  });

  it('an open stream is given up, and opened anew afterwards', async () => {
    const { streams, setReachable, leave, done } = lead();
    await vi.advanceTimersByTimeAsync(60_000);
    await setReachable(false);
    expect(streams[0]?.signal.aborted).toBe(true);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(streams).toHaveLength(1);
    await setReachable(true);
    expect(streams).toHaveLength(2);
    leave();
    await done;
  });
});

it('ends with its tab: the stream, the pauses and the waiting', async () => {
  for (const state of ['open', 'paused', 'waiting'] as const) {
    const { streams, lastEnds, leave, done } = lead({ isReachable: state !== 'waiting' });
    await vi.advanceTimersByTimeAsync(0);
    if (state === 'paused') await lastEnds(CUT);
    leave();
    await done;
    expect(streams.every(({ signal }) => state !== 'open' || signal.aborted)).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  }
});
