import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFakeFetch, json, type SentRequest } from '#tests/fixtures/fake-server.ts';
import { dropEarlyReads, withEarlyReads } from './early-reads.ts';

const ADDRESS = '/api/v1/cards/counters/';
let sent: SentRequest[];
let fetchNow: typeof fetch;
let early: AbortController;
let textOf: (init?: RequestInit & { token?: string }) => Promise<string>;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const server = createFakeFetch(() => json('now'));
  sent = server.sent;
  fetchNow = withEarlyReads(server.fetch);
  early = new AbortController();
  globalThis.earlyReads = {
    token: 'a',
    sentAtMs: performance.now(),
    byAddress: new Map([[ADDRESS, { response: Promise.resolve(json('early')), abort: early }]]),
    changes: undefined,
  };
  textOf = async ({ token = 'a', ...init } = {}) => {
    const headers = { authorization: `Bearer ${token}` };
    return (await (await fetchNow(ADDRESS, { method: 'GET', ...init, headers })).json()) as string;
  };
});

afterEach(() => {
  dropEarlyReads();
  vi.useRealTimers();
});

describe('an early answer', () => {
  it('is taken once, in place of a request', async () => {
    expect(await textOf()).toBe('early');
    expect(sent).toHaveLength(0);
    expect(await textOf()).toBe('now');
  });

  it('is of the user who asks: another token asks by itself', async () => {
    expect(await textOf({ token: 'b' })).toBe('now');
    expect(await textOf()).toBe('early');
  });

  it('counts for nothing once something is written', async () => {
    await fetchNow('/api/v1/cards/1/', { method: 'PATCH', headers: { authorization: 'Bearer a' } });
    expect(await textOf()).toBe('now');
    expect(early.signal.aborted).toBe(true);
  });

  it('counts for nothing after ten seconds', async () => {
    vi.advanceTimersByTime(10_001);
    expect(await textOf()).toBe('now');
  });

  it('is given up together with the call that took it, and not by the end of the start', async () => {
    const caller = new AbortController();
    expect(await textOf({ signal: caller.signal })).toBe('early');
    dropEarlyReads();
    expect(early.signal.aborted).toBe(false);
    caller.abort();
    expect(early.signal.aborted).toBe(true);
  });

  it('that failed is the failure of the call that took it', async () => {
    globalThis.earlyReads?.byAddress.set(ADDRESS, {
      response: Promise.reject(new TypeError('Failed to fetch')),
      abort: early,
    });
    await expect(textOf()).rejects.toThrow('Failed to fetch');
    expect(await textOf()).toBe('now');
  });
});
