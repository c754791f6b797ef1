import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { installFakeWorker } from '#tests/support/sw/fake-worker.ts';
import {
  addStaticRoutes,
  hasStaticRoutes,
  STARTS,
  storeMissingStarts,
  storeStarts,
} from './static-routes.ts';

beforeEach(() => {
  installFakeWorker((name, value) => vi.stubGlobal(name, value));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

type Rules = Parameters<NonNullable<InstallEvent['addRoutes']>>[0];

async function routes(): Promise<Rules> {
  const addRoutes = vi.fn<NonNullable<InstallEvent['addRoutes']>>(async () => undefined);
  await addStaticRoutes(Object.assign(new ExtendableEvent('install'), { addRoutes }), 'precache');
  return addRoutes.mock.calls[0]?.[0] ?? [];
}

describe('static routes', () => {
  it('name the addresses that have the document to the letter: for others the network would be asked, not the worker', async () => {
    const csp = "default-src 'self'";
    await storeStarts(new Response('document', { headers: { 'content-security-policy': csp } }), 'precache');
    const documents = (await routes()).filter(({ condition }) => condition.requestMode === 'navigate');
    expect(documents).toHaveLength(STARTS.length);
    for (const { condition, source } of documents) {
      if (typeof condition.urlPattern === 'string' || typeof source === 'string')
        throw new Error('A pattern');
      const { pathname, search } = condition.urlPattern;
      const kept = await caches.match(`${pathname}${search && `?${search}`}`, source);
      expect(await kept?.text()).toBe('document');
      expect(kept?.headers.get('content-security-policy')).toBe(csp);
      expect(pathname + search).not.toMatch(/[*:({]/);
    }
  });

  it('leave to the worker what is not in the shell, before they lead all other files to it', async () => {
    expect((await routes()).slice(0, 2)).toEqual([
      { condition: { urlPattern: '/assets/decode-worker-*' }, source: 'fetch-event' },
      { condition: { urlPattern: '/assets/*' }, source: { cacheName: 'precache' } },
    ]);
  });

  it('are none where the browser knows none', async () => {
    await expect(addStaticRoutes(new ExtendableEvent('install'), 'precache')).resolves.toBeUndefined();
    expect(hasStaticRoutes()).toBe(false);
  });

  it('get the document where it is missing, and keep the one that is there', async () => {
    const [first = '', ...rest] = STARTS;
    const cache = await caches.open('precache');
    await cache.put(first, new Response('there'));
    await storeMissingStarts(async () => new Response('document'), 'precache');
    expect(await (await cache.match(first))?.text()).toBe('there');
    for (const address of rest) expect(await (await cache.match(address))?.text()).toBe('document');
    const readDocument = vi.fn(async () => new Response('again'));
    await storeMissingStarts(readDocument, 'precache');
    expect(readDocument).not.toHaveBeenCalled();
  });
});
