import { afterEach, describe, expect, it, vi } from 'vitest';
import { createFakeFetch, html, json } from '#tests/fixtures/fake-server.ts';
import { probeServer } from './probe.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** The modules of a page that starts now, with what the browser says about the network. */
async function startPage(isBrowserOnline: boolean, probe: () => Response | Promise<Response>) {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isBrowserOnline);
  vi.stubGlobal('fetch', createFakeFetch(() => probe()).fetch);
  const { onlineManager } = await import('@tanstack/react-query');
  const { startConnectivity, connectivity } = await import('./connectivity.ts');
  const stop = startConnectivity();
  return { onlineManager, connectivity, stop };
}

describe('react-query at the start of a page', () => {
  it('is offline when the browser says so, before the first query', async () => {
    const { onlineManager, stop } = await startPage(false, () => Promise.reject(new TypeError('offline')));
    expect(onlineManager.isOnline()).toBe(false);
    stop();
  });

  it('is online again as soon as the server answers, whatever the browser says', async () => {
    const { onlineManager, connectivity, stop } = await startPage(false, () => json({}, { status: 500 }));
    await vi.waitFor(() => expect(connectivity.getState()).toBe('online'));
    expect(onlineManager.isOnline()).toBe(true);
    stop();
  });

  it('does not listen to the browser by itself', async () => {
    const { onlineManager, stop } = await startPage(false, () => Promise.reject(new TypeError('offline')));
    window.dispatchEvent(new Event('online'));
    expect(onlineManager.isOnline()).toBe(false);
    stop();
  });
});

describe('the question to the server', () => {
  const echo = (path: string) => new URL(path, 'https://shop.test').searchParams.get('n');

  it('is answered by our server alone', async () => {
    const { fetch, sent } = createFakeFetch(({ path }) => json({ nonce: echo(path) }));
    expect(await probeServer(fetch)).toBe('reached');
    expect(sent[0]?.path).toMatch(/^\/api\/v1\/ping\/\?n=[\w-]{36}$/);
  });

  it.each([
    ['a page of a portal', () => html(), 'portal'],
    ['another number', () => json({ nonce: 'x' }), 'portal'],
    ['a refusal of a portal', () => html(403), 'portal'],
    ['a gateway', () => html(502), 'away'],
    ['a server in trouble', () => json({ detail: [] }, { status: 500 }), 'reached'],
    [
      'a server that is busy',
      () => json({ detail: ['Сервер временно недоступен'], code: 'unavailable' }, { status: 503 }),
      'reached',
    ],
    ['a gateway that speaks JSON', () => json({ message: 'no upstream' }, { status: 503 }), 'away'],
    [
      'a server that was asked too often',
      () => json({ detail: ['Повторите через 5 с'], code: 'too_many_requests' }, { status: 429 }),
      'reached',
    ],
    ['nobody', () => Promise.reject(new TypeError('offline')), 'failed'],
  ])('answered by %s', async (_, respond, result) => {
    expect(await probeServer(createFakeFetch(() => respond()).fetch)).toBe(result);
  });

  it('left without an answer is no refusal: nobody says that there is no way', async () => {
    vi.useFakeTimers();
    const asked = probeServer(createFakeFetch(() => new Promise(() => undefined)).fetch);
    await vi.advanceTimersByTimeAsync(4_000);
    expect(await asked).toBe('silent');
    vi.useRealTimers();
  });
});
