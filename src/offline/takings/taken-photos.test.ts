import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hasPhotos, keepPhotosOf, photoPaths, PhotoUnreachable, takePhotos } from './taken-photos.ts';

const network = vi.fn<(address: string, options: RequestInit) => Promise<Response>>();
const UPLOADED = '0123456789abcdef0123456789abcdef.jpg';
let abort: AbortController;

beforeEach(() => {
  vi.stubGlobal('caches', createCaches());
  vi.stubGlobal('fetch', network);
  network.mockReset().mockImplementation(async () => picture('12345'));
  abort = new AbortController();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** Cache Storage in memory, as far as pictures need it. */
function createCaches() {
  const stored = new Map<string, Map<string, Response>>();
  const open = async (name: string) => {
    const entries = stored.get(name) ?? new Map<string, Response>();
    stored.set(name, entries);
    return {
      match: async (url: string) => entries.get(url)?.clone(),
      put: async (url: string, response: Response) => void entries.set(url, response),
      keys: async () => [...entries.keys()].map((url) => ({ url })),
      delete: async ({ url }: { url: string }) => entries.delete(url),
    };
  };
  return {
    open,
    match: async (url: string, { cacheName }: { cacheName: string }) =>
      stored.get(cacheName)?.get(url)?.clone(),
    keys: async () => [...stored.keys()],
    has: async (name: string) => stored.has(name),
    delete: async (name: string) => stored.delete(name),
  };
}

const picture = (body: string, status = 200) =>
  new Response(body, { status, headers: { 'content-type': 'image/webp' } });

function take(paths: readonly string[], options: { isOver?: () => boolean } = {}) {
  return takePhotos(paths, {
    cacheName: 'taken-u1',
    pass: '7.a',
    signal: abort.signal,
    isOver: options.isOver ?? (() => false),
    onPhoto: () => undefined,
  });
}
const kept = async () =>
  (await (await caches.open('taken-u1')).keys()).map(({ url }) => new URL(url).pathname);
const path = (name: string) => `https://shop.test/media/${name}`;

describe('photos that are taken', () => {
  it('are the cover of lists, and each as the editor shows it', () => {
    expect(
      photoPaths([`/media/photos/${UPLOADED}`, '/media/drawn/a.svg', 'https://elsewhere.test/x.jpg']),
    ).toEqual([
      `/media/photos/c246x328/${UPLOADED}`,
      `/media/photos/c516x688/${UPLOADED}`,
      '/media/drawn/a.svg',
    ]);
    expect(photoPaths([])).toEqual([]);
  });

  it('TA-13: go past the worker, are kept without their pass, and are not asked for twice', async () => {
    const uploaded = `/media/photos/c516x688/${UPLOADED}`;
    const paths = [`https://shop.test${uploaded}`, path('a.webp')];
    expect(await take(paths)).toEqual(paths.map((one) => ({ path: one, bytes: 5 })));
    expect(
      network.mock.calls.every(([, { headers }]) => new Headers(headers).get('x-no-store-device') === '1'),
    ).toBe(true);
    expect(await kept()).toEqual([uploaded, '/media/a.webp']);
    await take(paths);
    expect(network).toHaveBeenCalledTimes(2);
  });

  it('that are dead links are left out; a network that is away is told', async () => {
    network
      .mockResolvedValueOnce(picture('нет', 404))
      .mockResolvedValueOnce(new Response('{}', { headers: { 'content-type': 'application/json' } }));
    expect(await take([path('1.webp'), path('2.webp')])).toEqual([]);
    network.mockRejectedValue(new TypeError('Failed to fetch'));
    await expect(take([path('3.webp')])).rejects.toThrow(PhotoUnreachable);
    expect(await kept()).toEqual([]);
  });

  it.each([
    ['a server in trouble', () => new Response('', { status: 502 })],
    [
      'a login page of some network',
      () => new Response('<html>', { headers: { 'content-type': 'text/html' } }),
    ],
  ])('TA-14: that %s answers for are not taken for dead links', async (_name, answer) => {
    network.mockImplementation(async () => answer());
    await expect(take([path('1.webp')])).rejects.toThrow(PhotoUnreachable);
    expect(await kept()).toEqual([]);
  });

  it('TA-12: that come after the end of the session bring nothing back', async () => {
    let isOver = false;
    network.mockImplementation(async () => {
      isOver = true;
      return picture('late');
    });
    await take([path('1.webp')], { isOver: () => isOver });
    expect(await caches.keys()).toEqual([]);
  });

  it('TA-08: are given up when the taking is stopped', async () => {
    network.mockImplementation(async () => {
      abort.abort();
      return picture('late');
    });
    await expect(take([path('1.webp'), path('2.webp')])).rejects.toThrow();
    expect(await kept()).toEqual([]);
  });

  it('go when nothing that was taken shows them', async () => {
    await take([path('1.webp'), path('2.webp')]);
    await keepPhotosOf('taken-u1', new Set(['/media/2.webp']));
    expect(await kept()).toEqual(['/media/2.webp']);
    await keepPhotosOf('taken-u1', new Set());
    expect(await hasPhotos('taken-u1')).toBe(false);
  });
});
