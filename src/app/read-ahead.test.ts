import { QueryClient } from '@tanstack/react-query';
import { createMemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { session } from '#api/session/session.ts';
import { userQueries } from '#api/users.ts';
import { toWire } from '#contract/wire.ts';
import { blackHole, createFakeFetch, json, type Responder } from '#tests/fixtures/fake-server.ts';
import { anna, makeTokens } from '#tests/fixtures/tokens.ts';
import { mockProfile } from '#tests/mocks/users.ts';
import { settle } from '#tests/support/settle.ts';
import { readAhead } from './read-ahead.ts';

let client: QueryClient;
let respond: Responder;
const sent: string[] = [];
const leaving: (() => void)[] = [];

beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { gcTime: 1, retry: false } } });
  sent.length = 0;
  respond = () => json(toWire(mockProfile));
  const server = createFakeFetch((request) => {
    sent.push(request.path);
    return respond(request);
  });
  vi.stubGlobal('fetch', server.fetch);
  window.history.replaceState(null, '', '/home/shipments');
  session.startSession(makeTokens());
});

afterEach(async () => {
  for (const leave of leaving.splice(0)) leave();
  await session.endSession('logout');
  client.clear();
  window.history.replaceState(null, '', '/');
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function routerOf(loading: Promise<unknown> = Promise.resolve()) {
  const router = createMemoryRouter([
    { path: '*', lazy: async () => (await loading, { Component: () => null }), HydrateFallback: () => null },
  ]);
  leaving.push(() => router.dispose());
  return router;
}

/** What has happened when nothing more can without the clock. */
async function isOver(waiting: Promise<void>): Promise<boolean> {
  let isDone = false;
  void waiting.then(() => (isDone = true));
  await settle();
  return isDone;
}

it('what the first page reads is there before it is drawn, and is kept until the page wants it', async () => {
  await readAhead(client, routerOf());
  await settle();
  expect(client.getQueryData(userQueries.me().queryKey)).toEqual(mockProfile);
  expect(sent).toEqual(['/api/v1/users/me/']);
});

it('the list of cards is asked for with its page', async () => {
  window.history.replaceState(null, '', '/home/cards/?state=DRAFT');
  await readAhead(client, routerOf());
  expect(sent).toContain('/api/v1/cards/?ordering=-updated_at&limit=50&offset=0&state=DRAFT');
});

it('a page is drawn with empty places when its data or its code lets wait', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  respond = blackHole;
  let isDrawn = false;
  void readAhead(client, routerOf()).then(() => (isDrawn = true));
  await vi.advanceTimersByTimeAsync(299);
  expect(isDrawn).toBe(false);
  await vi.advanceTimersByTimeAsync(2);
  expect(isDrawn).toBe(true);
});

it('a page whose code is on its way is waited for although its data is there', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let codeCame = () => {};
  const code = new Promise<void>((resolve) => (codeCame = resolve));
  let isDrawn = false;
  void readAhead(client, routerOf(code)).then(() => (isDrawn = true));
  await vi.advanceTimersByTimeAsync(200);
  expect(client.getQueryData(userQueries.me().queryKey)).toBeDefined();
  expect(isDrawn).toBe(false);
  codeCame();
  await vi.advanceTimersByTimeAsync(1);
  expect(isDrawn).toBe(true);
});

it('a page whose code comes between the waiting and the app’s own listening is heard of', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let codeCame = () => {};
  const router = routerOf(new Promise<void>((resolve) => (codeCame = resolve)));
  const waiting = readAhead(client, router);
  await vi.advanceTimersByTimeAsync(300);
  await waiting;
  codeCame();
  await vi.advanceTimersByTimeAsync(1);
  expect(router.state.initialized).toBe(true);
  const told = vi.fn();
  leaving.push(router.subscribe(told));
  expect(told).toHaveBeenCalledWith(router.state, expect.anything());
});

it('a refusal is waited for no longer, and a guest not at all', async () => {
  respond = () => json({ errors: ['Нет'] }, { status: 403 });
  expect(await isOver(readAhead(client, routerOf()))).toBe(true);
  await session.endSession('logout');
  sent.length = 0;
  expect(await isOver(readAhead(client, routerOf(new Promise(() => undefined))))).toBe(true);
  expect(sent).toEqual([]);
});

it('what is read ahead is wanted by nobody but the page once the first screen is there', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const waiting = readAhead(client, routerOf());
  await vi.advanceTimersByTimeAsync(100);
  await waiting;
  const profile = client.getQueryCache().find({ queryKey: userQueries.me().queryKey });
  expect(profile?.isActive()).toBe(true);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(profile?.isActive()).toBe(false);
});

it('a card that was pressed in the first frame is where the app begins, and the list is behind it', async () => {
  globalThis.pressedCard = { userId: anna.id, id: 7 };
  const router = routerOf();
  await readAhead(client, router);
  const { pathname, search } = router.state.location;
  expect(pathname + search).toBe('/home/cards/edit?id=7');
  await router.navigate(-1);
  expect(router.state.location.pathname).toBe('/');
});

it('a card whose page does not come is not waited for', async () => {
  globalThis.pressedCard = { userId: anna.id, id: 7 };
  window.history.replaceState(null, '', '/home/cards');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const router = createMemoryRouter([
    { path: '/', Component: () => null },
    { path: '*', lazy: () => new Promise<never>(() => undefined) },
  ]);
  leaving.push(() => router.dispose());
  let isDrawn = false;
  void readAhead(client, router).then(() => (isDrawn = true));
  await vi.advanceTimersByTimeAsync(299);
  expect(isDrawn).toBe(false);
  await vi.advanceTimersByTimeAsync(300);
  expect(isDrawn).toBe(true);
  expect(router.state.navigation.location?.search).toBe('?id=7');
});
