import { QueriesObserver, QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dropEarlyReads } from '#api/http/early-reads.ts';
import { session } from '#api/session/session.ts';
import { createFakeFetch, json, type SentRequest } from '#tests/fixtures/fake-server.ts';
import { anna, makeAccessToken, makeTokens } from '#tests/fixtures/tokens.ts';
import { settle } from '#tests/support/settle.ts';
import { readsOfCardList } from '#pages/cards/list/card-list-reads.ts';

const READS = [
  '/api/v1/cards/?ordering=-updated_at&limit=50&offset=0',
  '/api/v1/cards/counters/',
  '/api/v1/cards/facets/',
  '/api/v1/users/me/',
];
/** Not a module: it exports nothing. */
const EARLY_SCRIPT = './early.ts';
let sent: SentRequest[];

beforeEach(() => {
  const server = createFakeFetch(() => json({}));
  sent = server.sent;
  vi.stubGlobal('fetch', server.fetch);
  vi.resetModules();
});

afterEach(async () => {
  dropEarlyReads();
  await session.endSession('logout');
  window.history.replaceState(null, '', '/');
  vi.unstubAllGlobals();
});

/** The script as the page's head runs it. */
async function start(address: string, { expiresInS = 300, isForeignDevice = false } = {}) {
  const access = makeAccessToken({ ...anna, exp: Math.floor(Date.now() / 1000) + expiresInS });
  session.startSession({ ...makeTokens(), access }, { isForeignDevice });
  window.history.replaceState(null, '', address);
  await import(EARLY_SCRIPT);
  return access;
}

const addresses = () => sent.map(({ path }) => path).toSorted();

describe('what is asked for before the app has come', () => {
  it('is what the list asks for, and is not asked for again', async () => {
    const access = await start('/home/cards');
    expect(addresses()).toEqual(READS);
    expect(sent[0]?.headers.get('authorization')).toBe(`Bearer ${access}`);
    // Whether the stub of an answer fits is not the question.
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    const leave = new QueriesObserver(client, [...readsOfCardList(new URLSearchParams())]).subscribe(
      () => undefined,
    );
    await settle();
    leave();
    expect(globalThis.earlyReads?.byAddress.size).toBe(0);
    expect(addresses()).toEqual(READS);
  });

  it.each(['/', '/home', '/home/'])('at %s is what the list asks for, where it leads', async (address) => {
    await start(address);
    expect(addresses()).toEqual(READS);
  });

  it('is the profile alone on other pages and in a filtered list', async () => {
    await start('/home/shipments');
    expect(addresses()).toEqual(['/api/v1/users/me/']);
    dropEarlyReads();
    sent.length = 0;
    vi.resetModules();
    await start('/home/cards?state=DRAFT');
    expect(addresses()).toEqual(['/api/v1/users/me/']);
  });

  it.each([
    ['with a token that is over', '/home/cards', { expiresInS: -1 }],
    ['on a foreign device', '/home/cards', { isForeignDevice: true }],
    ['outside of the home area', '/auth/password/change', {}],
  ])('is nothing %s', async (_when, address, options) => {
    await start(address, options);
    expect(addresses()).toEqual([]);
    expect(globalThis.earlyReads).toBeUndefined();
  });

  it('counts for nothing once another tab has changed something', async () => {
    await start('/home/cards');
    const otherTab = new BroadcastChannel('prilavok-tags');
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target: it is one origin
    otherTab.postMessage({ tag: 'Cards', userId: anna.id });
    await settle();
    otherTab.close();
    expect(globalThis.earlyReads?.byAddress.size).toBe(0);
    expect(sent.every(({ signal }) => signal?.aborted)).toBe(true);
  });
});
