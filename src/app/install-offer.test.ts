import { MutationObserver, QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { anna, makeTokens } from '#tests/fixtures/tokens.ts';

const DAY_MS = 24 * 3600 * 1000;
let client: QueryClient;

beforeEach(() => {
  vi.spyOn(window, 'addEventListener');
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  client = new QueryClient();
});

afterEach(() => {
  forget();
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** What a start before listens to is gone with its page. */
function forget() {
  for (const [type, listener] of vi.mocked(window.addEventListener).mock.calls)
    window.removeEventListener(type, listener);
  vi.resetModules();
}

function visitedBefore() {
  localStorage.setItem('prilavok-device-visits', JSON.stringify({ count: 1, at: Date.now() - DAY_MS }));
}

/** A start of the app, with modules of its own as a page has. */
async function start({ isForeignDevice = false } = {}) {
  const { session: own } = await import('#api/session/session.ts');
  const { watchInstallPrompt } = await import('#offline/install/install-prompt.ts');
  const { toasts } = await import('#ui/toast-store.ts');
  const { startInstallOffer } = await import('./install-offer.ts');
  own.startSession(makeTokens(anna), { isForeignDevice });
  watchInstallPrompt();
  const goTo = vi.fn();
  startInstallOffer(client, goTo);
  return {
    session: own,
    goTo,
    toasts,
    offers: () => toasts.getSnapshot().map(({ action }) => action?.label),
  };
}

const promptComes = () =>
  window.dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt: () => Promise.resolve() }));

it('a second visit is offered to install as soon as the browser can, once', async () => {
  visitedBefore();
  const { offers, toasts } = await start();
  expect(offers()).toEqual([]);
  promptComes();
  expect(offers()).toEqual(['Установить']);
  toasts.dismissAll();
  promptComes();
  expect(offers()).toEqual([]);
});

it('a first visit is offered it when a shipment has been made', async () => {
  const { offers } = await start();
  promptComes();
  expect(offers()).toEqual([]);
  const make = new MutationObserver(client, {
    mutationKey: ['Shipments', 'create'],
    mutationFn: () => Promise.resolve(null),
  });
  await make.mutate();
  expect(offers()).toEqual(['Установить']);
});

it('on a foreign device nothing is offered, nor to whoever has signed out', async () => {
  visitedBefore();
  const foreign = await start({ isForeignDevice: true });
  promptComes();
  expect(foreign.offers()).toEqual([]);

  forget();
  const { session: own, offers } = await start();
  await own.endSession('logout');
  promptComes();
  expect(offers()).toEqual([]);
});

it('on an iPhone the way to the steps is offered', async () => {
  visitedBefore();
  vi.stubGlobal('navigator', {
    userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)',
    maxTouchPoints: 5,
  });
  const { offers, goTo, toasts } = await start();
  expect(offers()).toEqual(['Как установить']);
  toasts.getSnapshot()[0]?.action?.onClick();
  expect(goTo).toHaveBeenCalledWith('/home/account/settings?install=steps');
});
