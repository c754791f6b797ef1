import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { installFakeWorker, type FakeWorker } from '#tests/support/sw/fake-worker.ts';
import { deleteUntakenCaches } from './caches.ts';
import { respondWithMedia } from './media-cache.ts';
import { obey } from './messages.ts';
import { resign } from './resign.ts';

let worker: FakeWorker;
const network = vi.fn<(request: Request) => Promise<Response>>();

beforeEach(() => {
  worker = installFakeWorker((name, value) => vi.stubGlobal(name, value));
  network.mockReset().mockImplementation(async () => picture('P'));
  vi.stubGlobal('fetch', network);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const picture = (body: string) => new Response(body, { headers: { 'content-type': 'image/webp' } });

async function ask(path = '/media/1.webp') {
  const request = new Request(`https://shop.test${path}`);
  const event = worker.fetchEvent(request);
  const response = await respondWithMedia(request, event);
  return { text: await response.text(), settled: () => event.settled() };
}

describe('a picture', () => {
  it('is asked for once', async () => {
    await caches.open('api-u1');
    await (await ask()).settled();
    expect((await ask()).text).toBe('P');
    expect(network).toHaveBeenCalledTimes(1);
  });

  it('opens with the pass of the next day from where it was kept with the last one, also without a connection', async () => {
    await caches.open('api-u1');
    await (await ask('/media/photos/1.jpg?pass=7.20780.a')).settled();
    network.mockRejectedValue(new TypeError('Failed to fetch'));
    expect((await ask('/media/photos/1.jpg?pass=7.20781.b')).text).toBe('P');
    expect((await ask('/media/photos/1.jpg')).text).toBe('P');
    await expect(ask('/media/photos/2.jpg?pass=7.20781.b')).rejects.toThrow('Failed to fetch');
  });

  it('is asked for with its pass, which is not kept', async () => {
    await caches.open('api-u1');
    await (await ask('/media/photos/1.jpg?pass=7.20780.a')).settled();
    expect(network.mock.calls[0]?.[0].url).toBe('https://shop.test/media/photos/1.jpg?pass=7.20780.a');
    const [kept] = await (await caches.open('media-v1')).keys();
    expect(kept?.url).toBe('https://shop.test/media/photos/1.jpg');
  });

  it('is kept only where API answers are: a foreign device keeps neither', async () => {
    await (await ask()).settled();
    expect(await caches.keys()).toEqual([]);
  });

  it('TA-13: that was taken along opens without a connection, and stays when room is made', async () => {
    const cache = await caches.open('taken-u1');
    await cache.put('https://shop.test/media/photos/1.jpg', picture('взято'));
    await caches.open('media-v1');
    await deleteUntakenCaches();
    expect(await caches.keys()).toEqual(['taken-u1']);
    network.mockRejectedValue(new TypeError('Failed to fetch'));
    expect((await ask('/media/photos/1.jpg?pass=7.20781.b')).text).toBe('взято');
    await obey({ type: 'LOGOUT' }, async () => undefined);
    expect(await caches.keys()).toEqual([]);
  });

  it('that was taken along stands in for the large one without a connection', async () => {
    const cache = await caches.open('taken-u1');
    await cache.put('https://shop.test/media/photos/c516x688/1.jpg', picture('взято'));
    network.mockRejectedValue(new TypeError('Failed to fetch'));
    expect((await ask('/media/photos/big/1.jpg?pass=7.20781.b')).text).toBe('взято');
    await expect(ask('/media/photos/big/2.jpg')).rejects.toThrow('Failed to fetch');
  });

  it('is not kept when it is none', async () => {
    await caches.open('api-u1');
    network.mockResolvedValue(new Response('<html>', { headers: { 'content-type': 'text/html' } }));
    await (await ask()).settled();
    expect(await caches.keys()).toEqual(['api-u1']);
  });

  it('on its way at a logout is not kept', async () => {
    await caches.open('api-u1');
    network.mockImplementation(async () => {
      await obey({ type: 'LOGOUT' }, async () => undefined);
      await caches.open('api-u2');
      return picture('P');
    });
    await (await ask()).settled();
    expect(await caches.keys()).toEqual(['api-u2']);
  });

  it('goes, the oldest first, when there are well more than three hundred', async () => {
    await caches.open('api-u1');
    for (let number = 1; number <= 400; number += 1) await (await ask(`/media/${number}.webp`)).settled();
    const keys = (await (await caches.open('media-v1')).keys()).map(({ url }) => url);
    expect(keys.length).toBeGreaterThanOrEqual(300);
    expect(keys.length).toBeLessThanOrEqual(325);
    expect(keys.at(-1)).toContain('/media/400.webp');
    expect(keys.join()).not.toContain('/media/1.webp');
  });
});

it('the kill switch removes every cache and the worker, and loads the open pages anew', async () => {
  await caches.open('workbox-precache-v2');
  await caches.open('api-u1');
  const unregister = vi.fn(async () => true);
  const navigate = vi.fn();
  vi.stubGlobal('registration', { unregister });
  vi.stubGlobal('clients', { matchAll: async () => [{ url: 'https://shop.test/home/cards', navigate }] });
  await resign();
  expect(await caches.keys()).toEqual([]);
  expect(unregister).toHaveBeenCalledTimes(1);
  expect(navigate).toHaveBeenCalledWith('https://shop.test/home/cards');
});
