import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PageToWorkerMessage } from '#contract/service-worker.ts';
import { createFakeFetch, json } from '#tests/fixtures/fake-server.ts';
import { makeTokens } from '#tests/fixtures/tokens.ts';
import { settle } from '#tests/support/settle.ts';

/** The worker's half of the page: not there at first, then active, then in charge. */
let heard: PageToWorkerMessage[];
let activate: () => void;
let takeCharge: () => void;
let container: { controller: unknown; ready: Promise<void>; getRegistration: () => Promise<unknown> };

beforeEach(() => {
  vi.resetModules();
  heard = [];
  const active = {
    postMessage(message: PageToWorkerMessage, [port]: MessagePort[]) {
      heard.push(message);
      port?.postMessage(true);
    },
  };
  let registration: unknown;
  const ready = new Promise<void>((resolve) => {
    activate = () => {
      registration = { active };
      resolve();
    };
  });
  takeCharge = () => {
    container.controller = active;
  };
  container = { controller: null, ready, getRegistration: async () => registration };
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: container });
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'serviceWorker');
  vi.unstubAllGlobals();
  localStorage.clear();
});

async function startPage({ isForeignDevice = false } = {}) {
  let response = Promise.resolve();
  const server = createFakeFetch(async ({ path }) => {
    await response;
    return path.includes('export') ? new Response('PK') : json({ path });
  });
  vi.stubGlobal('fetch', server.fetch);
  const { api } = await import('#api/api.ts');
  const { session } = await import('#api/session/session.ts');
  const { invalidateTag } = await import('#api/tags.ts');
  const { getCardCountersEndpoint } = await import('#contract/card-list.ts');
  const { getProfileEndpoint } = await import('#contract/users.ts');
  const { handOverFirstReads } = await import('./first-reads.ts');
  const { QueryClient } = await import('@tanstack/react-query');
  session.startSession(makeTokens(), { isForeignDevice });
  handOverFirstReads();
  return {
    session,
    profile: () => api.call(getProfileEndpoint),
    counters: () => api.call(getCardCountersEndpoint),
    save: () => invalidateTag(new QueryClient(), 'Cards'),
    hold() {
      let release = () => undefined as void;
      response = new Promise((resolve) => (release = resolve));
      return () => release();
    },
  };
}

const kept = () => heard.flatMap((message) => (message.type === 'KEEP' ? [message] : []));

describe('what a first visit reads', () => {
  it('is handed to the worker as soon as there is one, once each, as the server sent it', async () => {
    const page = await startPage();
    const before = Date.now();
    await page.profile();
    await page.profile();
    await page.counters();
    await settle();
    expect(heard).toEqual([]);
    activate();
    await vi.waitFor(() => expect(kept()).toHaveLength(2));
    expect(kept()[0]).toMatchObject({
      userId: 1,
      url: `${location.origin}/api/v1/users/me/`,
      body: '{"path":"/api/v1/users/me/"}',
    });
    expect(kept()[0]?.fetchedAt).toBeGreaterThanOrEqual(before);
  });

  it('and is answered after the worker came is handed over, too', async () => {
    const page = await startPage();
    const release = page.hold();
    const reading = page.counters();
    await settle();
    activate();
    takeCharge();
    await settle();
    release();
    await reading;
    await vi.waitFor(() => expect(kept()).toHaveLength(1));
  });

  it('under the worker is its own business', async () => {
    const page = await startPage();
    activate();
    takeCharge();
    await page.profile();
    await settle();
    expect(heard).toEqual([]);
  });

  it('on a foreign device is kept nowhere', async () => {
    const page = await startPage({ isForeignDevice: true });
    await page.profile();
    activate();
    await settle();
    expect(heard).toEqual([]);
  });

  it('before a logout is not handed over after it', async () => {
    const page = await startPage();
    await page.profile();
    await settle();
    await page.session.endSession('logout');
    activate();
    await settle();
    expect(kept()).toEqual([]);
  });

  it('before a change, or was on its way then, is not handed over', async () => {
    const page = await startPage();
    await page.profile();
    const release = page.hold();
    const reading = page.counters();
    await settle();
    await page.save();
    release();
    await reading;
    await settle();
    activate();
    await settle();
    expect(kept()).toEqual([]);
  });
});
