import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { respondToKeptCall, registerQuotaPurge } from './api-cache.ts';
import { installFakeWorker, type FakeWorker } from '#tests/support/sw/fake-worker.ts';
import { obey, type parseMessage } from './messages.ts';
import { keptCall } from './policy.ts';

const ORIGIN = 'https://shop.test';
const DAY_MS = 24 * 3600 * 1000;

let worker: FakeWorker;
let respond: (request: Request) => Promise<Response>;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-20T09:00:00Z') });
  worker = installFakeWorker((name, value) => vi.stubGlobal(name, value));
  vi.stubGlobal('fetch', (request: Request) => respond(request));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function json(body: unknown, init: ResponseInit = {}): Response {
  return new Response(JSON.stringify(body), { ...init, headers: { 'content-type': 'application/json' } });
}

function bearer(id: number) {
  return `Bearer e30.${btoa(JSON.stringify({ id })).replace(/=+$/, '')}.signature`;
}

/** One call of a page; `answer` is what the page gets, `settled` when the worker has nothing more to do. */
function ask(path: string, userId = 1) {
  const request = new Request(new URL(path, ORIGIN), { headers: { authorization: bearer(userId) } });
  const kept = keptCall(request, ORIGIN);
  if (!kept) throw new Error(`${path} is not kept`);
  const event = worker.fetchEvent(request);
  const pending = respondToKeptCall(kept, request, event);
  pending.catch(() => undefined);
  const settled = async () => {
    await vi.advanceTimersByTimeAsync(0);
    await event.settled();
  };
  return { pending, settled };
}

/** A call whose answer has been stored. */
async function visit(path: string, body: unknown, userId = 1) {
  respond = async () => json(body);
  const { pending, settled } = ask(path, userId);
  await vi.advanceTimersByTimeAsync(1);
  await (await pending).text();
  await settled();
}

const offline = () => Promise.reject(new TypeError('Failed to fetch'));
const after = (ms: number, response: () => Response) => () =>
  new Promise<Response>((resolve) => setTimeout(() => resolve(response()), ms));
const command = (message: NonNullable<ReturnType<typeof parseMessage>>) =>
  obey(message, async () => undefined);

describe('an answer of the network', () => {
  it('reaches the page unmarked and is stored with its time, under the user’s name, without the token', async () => {
    respond = async () => json({ name: 'A' });
    const { pending, settled } = ask('/api/v1/cards/?shop=1');
    await vi.advanceTimersByTimeAsync(1);
    expect((await pending).headers.get('x-sw-cache')).toBeNull();
    await settled();
    const dump = await worker.dump();
    expect(dump).toContain('api-u1');
    expect(dump).toContain('/api/v1/cards/?shop=1&__u=u1');
    expect(dump).toContain(`["x-fetched-at","${Date.parse('2026-11-20T09:00:00Z')}"]`);
    expect(dump).not.toMatch(/authorization|bearer|signature/i);
  });

  it.each([
    ['an error of the client', () => json({}, { status: 404 })],
    ['an expired session', () => json({}, { status: 401 })],
    ['a page of a portal', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
    ['a body that is cut', () => cutBody()],
  ])('that is %s is not stored', async (_, response) => {
    respond = async () => response();
    const { pending, settled } = ask('/api/v1/cards/');
    await vi.advanceTimersByTimeAsync(1);
    await pending;
    await settled();
    expect(await worker.dump()).not.toContain('/api/v1/cards/');
  });
});

describe('a stored copy', () => {
  beforeEach(async () => {
    await visit('/api/v1/cards/', { name: 'A' });
    await vi.advanceTimersByTimeAsync(60_000);
  });

  const fetchedAt = String(Date.parse('2026-11-20T09:00:00Z'));

  async function expectCopy(response: Response) {
    expect(await response.json()).toEqual({ name: 'A' });
    expect(response.headers.get('x-sw-cache')).toBe('hit');
    expect(Math.abs(Number(response.headers.get('x-fetched-at')) - Number(fetchedAt))).toBeLessThan(10);
  }

  it('is given without a network, marked and with its own time', async () => {
    respond = offline;
    const { pending } = ask('/api/v1/cards/');
    await vi.advanceTimersByTimeAsync(1);
    await expectCopy(await pending);
  });

  it('is given after three seconds of silence; the late answer is stored and the page is told', async () => {
    respond = after(8_000, () => json({ name: 'B' }));
    const { pending, settled } = ask('/api/v1/cards/');
    await vi.advanceTimersByTimeAsync(3_000);
    await expectCopy(await pending);
    expect(worker.told).toEqual([]);
    await vi.advanceTimersByTimeAsync(5_001);
    await settled();
    expect(worker.told).toEqual([{ type: 'LATE_ANSWER' }]);
    respond = offline;
    const next = ask('/api/v1/cards/');
    await vi.advanceTimersByTimeAsync(1);
    expect(await (await next.pending).json()).toEqual({ name: 'B' });
  });

  it.each([500, 502, 503])('is given when the server answers %i', async (status) => {
    respond = async () => json({ detail: ['Беда'] }, { status });
    const { pending } = ask('/api/v1/cards/');
    await vi.advanceTimersByTimeAsync(1);
    await expectCopy(await pending);
  });

  it('is given to nobody else', async () => {
    respond = offline;
    const { pending } = ask('/api/v1/cards/', 2);
    await vi.advanceTimersByTimeAsync(1);
    await expect(pending).rejects.toThrow();
  });

  it('is not given after a week', async () => {
    vi.setSystemTime(Date.now() + 7 * DAY_MS);
    respond = offline;
    const { pending } = ask('/api/v1/cards/');
    await vi.advanceTimersByTimeAsync(1);
    await expect(pending).rejects.toThrow();
  });
});

describe('without a copy', () => {
  it('an error of the server reaches the page as it is', async () => {
    respond = async () => json({ detail: ['Обновляемся'] }, { status: 503 });
    const { pending } = ask('/api/v1/cards/');
    await vi.advanceTimersByTimeAsync(1);
    expect((await pending).status).toBe(503);
    expect(await (await pending).json()).toEqual({ detail: ['Обновляемся'] });
  });

  it('a slow network is waited for', async () => {
    respond = after(8_000, () => json({ name: 'A' }));
    const { pending } = ask('/api/v1/cards/');
    await vi.advanceTimersByTimeAsync(8_001);
    expect(await (await pending).json()).toEqual({ name: 'A' });
  });

  it('no network is no network', async () => {
    respond = offline;
    const { pending } = ask('/api/v1/cards/');
    await vi.advanceTimersByTimeAsync(1);
    await expect(pending).rejects.toThrow();
  });
});

describe('an answer on its way', () => {
  it.each([{ type: 'LOGOUT' } as const, { type: 'INVALIDATE', tag: 'Cards' } as const])(
    'is not stored after $type',
    async (message) => {
      respond = after(1_000, () => json({ name: 'old' }));
      const { pending, settled } = ask('/api/v1/cards/');
      await vi.advanceTimersByTimeAsync(500);
      await command(message);
      const writing = vi.spyOn(caches, 'open');
      await vi.advanceTimersByTimeAsync(501);
      expect(await (await pending).json()).toEqual({ name: 'old' });
      await settled();
      expect(writing).not.toHaveBeenCalled();
      expect(await caches.keys()).toEqual([]);
    },
  );

  it('is taken out again when the logout comes in the very moment of writing', async () => {
    respond = async () => json({ name: 'old' });
    const open = caches.open.bind(caches);
    vi.spyOn(caches, 'open').mockImplementationOnce(async (name) => {
      await command({ type: 'LOGOUT' });
      return open(name);
    });
    const { pending, settled } = ask('/api/v1/cards/');
    await vi.advanceTimersByTimeAsync(1);
    await pending;
    await settled();
    expect(await worker.dump()).toBe('');
  });
});

describe('messages', () => {
  it('LOGOUT removes answers of all users and pictures, and leaves the shell', async () => {
    await visit('/api/v1/cards/', {}, 1);
    await visit('/api/v1/cards/', {}, 2);
    await caches.open('media-v1');
    await caches.open('workbox-precache-v2');
    await command({ type: 'LOGOUT' });
    expect(await caches.keys()).toEqual(['workbox-precache-v2']);
  });

  it('INVALIDATE removes what the tag names, of one entity when it is given', async () => {
    for (const path of ['/api/v1/cards/', '/api/v1/cards/17/', '/api/v1/cards/18/']) await visit(path, {});
    const stored = async () =>
      (await (await caches.open('api-u1')).keys()).map(({ url }) => new URL(url).pathname);
    await command({ type: 'INVALIDATE', tag: 'Card', entityId: 17 });
    expect(await stored()).toEqual(['/api/v1/cards/', '/api/v1/cards/18/']);
    await command({ type: 'INVALIDATE', tag: 'Cards' });
    expect(await stored()).toEqual(['/api/v1/cards/18/']);
  });
});

describe('room on the device', () => {
  it('is limited: the oldest copies go first', async () => {
    for (let id = 1; id <= 302; id += 1) await visit(`/api/v1/cards/${id}/`, {});
    const keys = await (await caches.open('api-u1')).keys();
    expect(keys).toHaveLength(300);
    expect(keys[0]?.url).toContain('/cards/3/');
  });

  it('that is gone costs the copies, never the answer', async () => {
    registerQuotaPurge();
    await visit('/api/v1/users/me/', {});
    const cache = await caches.open('api-u1');
    cache.put = () => Promise.reject(Object.assign(new Error('full'), { name: 'QuotaExceededError' }));
    vi.spyOn(caches, 'open').mockResolvedValueOnce(cache);
    respond = async () => json({ name: 'A' });
    const { pending, settled } = ask('/api/v1/cards/');
    await vi.advanceTimersByTimeAsync(1);
    expect(await (await pending).json()).toEqual({ name: 'A' });
    await settled();
    expect(await caches.keys()).toEqual([]);
  });
});

function cutBody(): Response {
  const stream = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"name":'));
      controller.error(new TypeError('cut'));
    },
  });
  return new Response(stream, { headers: { 'content-type': 'application/json' } });
}
