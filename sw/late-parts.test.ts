import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isUserCacheName, LATE_PARTS_CACHE } from '#contract/service-worker.ts';
import { installFakeWorker, type FakeWorker } from '#tests/support/sw/fake-worker.ts';
import { isLatePart, respondWithLatePart } from './late-parts.ts';

const ORIGIN = 'https://shop.test';
const NEWER = `${ORIGIN}/assets/decode-worker-new_2.js`;
const OLDER = `${ORIGIN}/assets/decode-worker-old_1.js`;

let worker: FakeWorker;
const network = vi.fn<(request: Request) => Promise<Response>>();
const script = (body: string, type = 'text/javascript; charset=utf-8') =>
  new Response(body, { headers: { 'content-type': type, 'content-security-policy': "script-src 'self'" } });

beforeEach(() => {
  worker = installFakeWorker((name, value) => vi.stubGlobal(name, value));
  network.mockReset().mockImplementation(async () => script('decode'));
  vi.stubGlobal('fetch', network);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

async function ask(address: string) {
  const request = new Request(address);
  const event = worker.fetchEvent(request);
  const response = await respondWithLatePart(request, event);
  await event.settled();
  return response;
}
const kept = async () => (await (await caches.open(LATE_PARTS_CACHE)).keys()).map(({ url }) => url);

describe('SC-06: the decoder', () => {
  it('is asked for once, and is there without a connection, with the policy that it came with', async () => {
    await ask(NEWER);
    network.mockRejectedValue(new TypeError('Failed to fetch'));
    const response = await ask(NEWER);
    expect(await response.text()).toBe('decode');
    expect(response.headers.get('content-security-policy')).toBe("script-src 'self'");
    await expect(ask(OLDER)).rejects.toThrow('Failed to fetch');
  });

  it('of a build takes the place of the one before', async () => {
    await ask(OLDER);
    await ask(NEWER);
    expect(await kept()).toEqual([NEWER]);
  });

  it('is kept only where it is one: no error, and no page of a hotel', async () => {
    network.mockResolvedValueOnce(new Response('gone', { status: 404 }));
    await ask(NEWER);
    network.mockResolvedValueOnce(script('<html>', 'text/html'));
    await ask(NEWER);
    expect(await kept()).toEqual([]);
  });

  it('is nothing of a user: a sign-out leaves it', () => {
    expect(isUserCacheName(LATE_PARTS_CACHE)).toBe(false);
  });

  it('is the only file that is taken for it', () => {
    const isIt = (url: string, method = 'GET') => isLatePart({ method, url }, ORIGIN);
    expect(isIt(NEWER)).toBe(true);
    expect(isIt(NEWER, 'POST')).toBe(false);
    expect(isIt(NEWER.replace('shop.test', 'other.test'))).toBe(false);
    expect(isIt(`${ORIGIN}/assets/catalogue-worker-x1.js`)).toBe(false);
    expect(isIt(`${ORIGIN}/media/decode-worker-x1.js`)).toBe(false);
  });
});
