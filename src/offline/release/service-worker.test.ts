import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { rememberPendingTakeOver } from './pending-take-over.ts';

const register = vi.fn<(url: unknown) => Promise<unknown>>();
let waiting: EventTarget | null;
let update = vi.fn(() => Promise.resolve());

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  waiting = null;
  // Pages of earlier tests still listen to the window: each has its own.
  update = vi.fn(() => Promise.resolve());
  const ofThisTest = update;
  register
    .mockReset()
    .mockImplementation(async () => Object.assign(new EventTarget(), { update: ofThisTest, waiting }));
  const container = Object.assign(new EventTarget(), { register, controller: null });
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: container });
  vi.spyOn(document, 'readyState', 'get').mockReturnValue('complete');
  Object.assign(globalThis, { __WB_DISABLE_DEV_LOGS: true });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

/** As the browser does it. */
function changeController(controller: object | null) {
  Object.assign(navigator.serviceWorker, { controller });
  navigator.serviceWorker.dispatchEvent(new Event('controllerchange'));
}

async function start() {
  const { registerServiceWorker } = await import('./service-worker.ts');
  await registerServiceWorker();
}

describe('the registration', () => {
  it('passes the worker’s address through the policy, and nothing else passes it', async () => {
    let rules: { createScriptURL: (url: string) => string } | undefined;
    const createPolicy = vi.fn((_name: string, given: typeof rules) => {
      rules = given;
      return { createScriptURL: (url: string) => ({ trusted: given?.createScriptURL(url) }) };
    });
    vi.stubGlobal('trustedTypes', { createPolicy });
    await start();
    expect(createPolicy).toHaveBeenCalledWith('app', expect.anything());
    expect(register.mock.calls[0]?.[0]).toEqual({ trusted: '/sw.js' });
    for (const url of ['/evil.js', '//evil.test/sw.js', '/sw.js?x', 'data:,x']) {
      expect(() => rules?.createScriptURL(url)).toThrow(TypeError);
    }
  });

  it('works without Trusted Types', async () => {
    await start();
    expect(register.mock.calls[0]?.[0]).toBe('/sw.js');
  });

  it('that is refused, or impossible, leaves the app alone', async () => {
    register.mockRejectedValue(new DOMException('denied', 'SecurityError'));
    await expect(start()).resolves.toBeUndefined();
    Reflect.deleteProperty(navigator, 'serviceWorker');
    await expect(start()).resolves.toBeUndefined();
  });
});

describe('updates', () => {
  const served = (status: number, type: string) =>
    vi.stubGlobal(
      'fetch',
      vi.fn(async () => new Response(null, { status, headers: { 'content-type': type } })),
    );

  it('are looked for every hour and when the tab is looked at again, not with every glance', async () => {
    served(200, 'text/javascript');
    await start();
    await vi.advanceTimersByTimeAsync(3600_000);
    expect(update).toHaveBeenCalledTimes(1);
    window.dispatchEvent(new Event('focus'));
    await vi.advanceTimersByTimeAsync(0);
    expect(update).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(6 * 60_000);
    window.dispatchEvent(new Event('focus'));
    window.dispatchEvent(new Event('focus'));
    await vi.advanceTimersByTimeAsync(0);
    expect(update).toHaveBeenCalledTimes(2);
  });

  it.each([
    [404, 'text/html'],
    [500, 'text/javascript'],
    [200, 'text/html'],
  ])('are not taken from an answer %i %s', async (status, type) => {
    served(status, type);
    await start();
    await vi.advanceTimersByTimeAsync(3600_000);
    expect(update).not.toHaveBeenCalled();
  });

  it('that wait are offered, and taken by the user’s word only', async () => {
    const postMessage = vi.fn();
    waiting = Object.assign(new EventTarget(), {
      scriptURL: new URL('/sw.js', location.href).href,
      postMessage,
    });
    await start();
    const { updateStore } = await import('./app-update.ts');
    await vi.waitFor(() => expect(updateStore.getState().isUpdateReady).toBe(true));
    expect(postMessage).not.toHaveBeenCalled();
  });

  it('that take over reload a tab, be it of a first visit, which its first worker does not', async () => {
    await start();
    const { updateStore } = await import('./app-update.ts');
    const tookOver = vi.spyOn(updateStore, 'tookOver').mockReturnValue();
    changeController({});
    expect(tookOver).not.toHaveBeenCalled();
    changeController({});
    expect(tookOver).toHaveBeenCalledTimes(1);
  });

  it('leave a tab alone whose worker goes away with the site’s data', async () => {
    changeController({});
    await start();
    const { updateStore } = await import('./app-update.ts');
    const tookOver = vi.spyOn(updateStore, 'tookOver').mockReturnValue();
    changeController(null);
    changeController({});
    expect(tookOver).not.toHaveBeenCalled();
  });

  it.each([
    ['has taken over', null, 1],
    ['still waits', Object.assign(new EventTarget(), { scriptURL: '/other.js' }), 0],
  ])('C-15: a page loaded while one was to take over, which %s', async (_what, left, times) => {
    waiting = left;
    rememberPendingTakeOver();
    const { updateStore } = await import('./app-update.ts');
    const tookOver = vi.spyOn(updateStore, 'tookOver').mockReturnValue();
    await start();
    expect(tookOver).toHaveBeenCalledTimes(times);
    waiting = null;
    await start();
    expect(tookOver).toHaveBeenCalledTimes(times);
  });
});

it.each([
  ['reloads while the browser has a network', true, true],
  ['does not reload once it has none: nothing has failed yet, and the page would be lost', false, false],
])('a part of the app that does not come %s', async (_, isOnline, isReloading) => {
  vi.doMock('./reload-page.ts', () => ({ reloadPage: vi.fn() }));
  sessionStorage.clear();
  await start();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  const event = new Event('vite:preloadError', { cancelable: true });
  window.dispatchEvent(event);
  expect(event.defaultPrevented).toBe(isReloading);
  vi.doUnmock('./reload-page.ts');
});
