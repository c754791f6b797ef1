import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { respondToKeptCall } from './api-cache.ts';
import { installFakeWorker, type FakeWorker } from '#tests/support/sw/fake-worker.ts';
import { obey } from './messages.ts';
import { keptCall } from './policy.ts';
import type { FirstRead } from '#contract/service-worker.ts';

const ORIGIN = 'https://shop.test';
const CARDS = `${ORIGIN}/api/v1/cards/?limit=50`;
const NOON = Date.parse('2026-11-20T12:00:00Z');

let worker: FakeWorker;

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
  worker = installFakeWorker((name, value) => vi.stubGlobal(name, value));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const handOver = (read: Partial<FirstRead> = {}) =>
  obey(
    { type: 'KEEP', userId: 1, url: CARDS, body: '{"count":3}', fetchedAt: NOON, ...read },
    async () => undefined,
  );

async function readOffline(address: string): Promise<Response> {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const authorization = `Bearer e30.${btoa('{"id":1}').replace(/=+$/, '')}.signature`;
  const request = new Request(address, { headers: { authorization } });
  const kept = keptCall(request, ORIGIN);
  if (!kept) throw new Error(`${address} is not kept`);
  return respondToKeptCall(kept, request, worker.fetchEvent(request));
}

describe('what the page read before the worker was in charge', () => {
  it('is given without a network as if it had passed the worker, with its time', async () => {
    await handOver();
    const response = await readOffline(CARDS);
    expect(response.headers.get('x-sw-cache')).toBe('hit');
    expect(response.headers.get('x-fetched-at')).toBe(String(NOON));
    expect(await response.json()).toEqual({ count: 3 });
  });

  it('does not replace what the worker has fetched since', async () => {
    await handOver({ body: '{"count":4}' });
    await handOver({ body: '{"count":3}', fetchedAt: NOON - 1_000 });
    expect(await (await readOffline(CARDS)).json()).toEqual({ count: 4 });
  });

  it.each([
    ['of a path that is not kept', { url: `${ORIGIN}/api/v1/shops/` }],
    ['of another origin', { url: 'https://evil.test/api/v1/cards/' }],
    ['without an address', { url: 'cards' }],
  ])('%s is not kept', async (_, read) => {
    await handOver(read);
    expect(await worker.dump()).toBe('');
  });

  it('is gone with a logout that comes while it is written', async () => {
    const keeping = handOver();
    const leaving = obey({ type: 'LOGOUT' }, async () => undefined);
    await Promise.all([keeping, leaving]);
    expect(await worker.dump()).toBe('');
  });
});
