import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { session } from '#api/session/session.ts';
import { invalidateTag } from '#api/tags.ts';
import { createUserCache } from '#offline/copies/user-cache.ts';
import { EMPTY_CONTENT } from '#offline/outbox/outbox-store.ts';
import { heardHints } from '#offline/live/heard-hints.ts';
import { catalogueDatabaseName, deleteDatabase } from '#offline/device/user-database.ts';
import { sweepForeignData, wipeUserData } from '#offline/device/wipe.ts';
import { mockTokens } from '#tests/mocks/auth.ts';
import { catalogueHandler } from '#tests/mocks/catalogue.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { createMockFeed, mockCatalogueRow, type MockFeed } from '#tests/support/catalogue/mock-feed.ts';
import { workerInPage } from '#tests/support/catalogue/worker-in-page.ts';
import { catalogueSwitch } from './catalogue-switch.ts';
import { catalogueStatus } from './catalogue-status.ts';
import { startCatalogue } from './start-catalogue.ts';

const LIST = { ordering: 'title', limit: '50', offset: '0' };
let feed: MockFeed;
let asked: (string | null)[];
const stops: (() => void)[] = [];

beforeEach(() => {
  feed = createMockFeed(10);
  asked = [];
  mockServer.use(catalogueHandler(feed, (since) => asked.push(since)));
});
afterEach(async () => {
  for (const stop of stops.splice(0)) stop();
  await session.endSession('closed');
  await Promise.all((await databases()).map((name) => deleteDatabase(name)));
});

function start(startWorker = () => workerInPage()) {
  const edits = { getContent: () => EMPTY_CONTENT, subscribe: () => () => undefined };
  stops.push(startCatalogue({ startWorker, edits }));
}

const databases = async () => (await indexedDB.databases()).flatMap(({ name }) => name ?? []);
const isWhole = () => vi.waitFor(() => expect(catalogueStatus.get().current).not.toBeNull());
const found = async (search: string) => (await catalogueStatus.source()?.query({ ...LIST, search }))?.count;
const ownDatabase = () => catalogueDatabaseName(mockTokens().user.id);

describe('the replica', () => {
  it('is filled for whoever signs in, and answers', async () => {
    start();
    expect(catalogueStatus.get().isRunning).toBe(false);
    session.startSession(mockTokens());
    await isWhole();
    expect(await found('mug-7')).toBe(1);
    expect(await catalogueStatus.source()?.counters()).toMatchObject({ all: 10, PUBLISHED: 10 });
    expect(await databases()).toEqual([ownDatabase()]);
  });

  it('asks for changes after a hint, an own write and when it is told to', async () => {
    session.startSession(mockTokens());
    start();
    await isWhole();
    const changes = [
      () => heardHints.tell(['cards']),
      () => void invalidateTag(new QueryClient(), 'Cards'),
      () => catalogueStatus.source()?.refresh(),
    ];
    for (const [index, tell] of changes.entries()) {
      feed.put(mockCatalogueRow(20 + index, { title: 'Чашка' }));
      tell();
      await vi.waitFor(async () => expect(await found('чашка')).toBe(index + 1));
    }
    const before = asked.length;
    heardHints.tell(['shipments']);
    expect(asked).toHaveLength(before);
  });

  it('RE-08: nothing of it is there on a foreign device', async () => {
    session.startSession(mockTokens(), { isForeignDevice: true });
    const startWorker = vi.fn(() => workerInPage());
    start(startWorker);
    expect(startWorker).not.toHaveBeenCalled();
    expect(await databases()).toEqual([]);
    expect(asked).toEqual([]);
  });

  it('RE-09: a sign-out in the middle of the fill leaves nothing, and what comes late is not stored', async () => {
    const queryClient = new QueryClient();
    const userCache = createUserCache(session);
    stops.push(session.onEnd((ending) => wipeUserData(ending, { queryClient, userCache })));
    let letGo = () => {};
    const isHeld = new Promise<void>((resolve) => (letGo = resolve));
    mockServer.use(catalogueHandler(feed, (since) => since && isHeld));
    session.startSession(mockTokens());
    start();
    await vi.waitFor(() => expect(catalogueStatus.get().next?.rows).toBe(3));
    await session.endSession('logout');
    letGo();
    expect(catalogueStatus.get()).toMatchObject({ isRunning: false, current: null });
    await vi.waitFor(async () => expect(await databases()).toEqual([]));
  });

  it.each(['expired', 'closed'] as const)('RE-09: goes with a session that is %s', async (reason) => {
    const queryClient = new QueryClient();
    const userCache = createUserCache(session);
    stops.push(session.onEnd((ending) => wipeUserData(ending, { queryClient, userCache })));
    session.startSession(mockTokens());
    start();
    await isWhole();
    await session.endSession(reason);
    await vi.waitFor(async () => expect(await databases()).toEqual([]));
  });

  it('RE-09: of somebody else is swept at a start', async () => {
    session.startSession(mockTokens());
    start();
    await isWhole();
    for (const stop of stops.splice(0)) stop();
    await sweepForeignData(mockTokens().user.id);
    expect(await databases()).toEqual([ownDatabase()]);
    await sweepForeignData(mockTokens().user.id + 1);
    expect(await databases()).toEqual([]);
  });

  it('switched off it is deleted, and switched on it is made again', async () => {
    session.startSession(mockTokens());
    start();
    await isWhole();
    catalogueSwitch.turn(false);
    expect(catalogueStatus.get().isRunning).toBe(false);
    await vi.waitFor(async () => expect(await databases()).toEqual([]));
    catalogueSwitch.turn(true);
    await isWhole();
  });

  it('RS-01: switched off while its worker is asked, it lets the next one lead', async () => {
    let held = 0;
    let isAskedForCursor = false;
    const locks = {
      request: async (_name: string, _options: unknown, work: () => Promise<void>) => {
        held += 1;
        await work().finally(() => (held -= 1));
      },
    };
    Object.defineProperty(navigator, 'locks', { configurable: true, value: locks });
    stops.push(() => Reflect.deleteProperty(navigator, 'locks'));
    session.startSession(mockTokens());
    // It is told everything and answers only until it is asked for its cursor.
    start(() => {
      const worker = workerInPage();
      return {
        ...worker,
        postMessage: (message, transfer) => {
          if (message.name === 'cursor') isAskedForCursor = true;
          else worker.postMessage(message, transfer);
        },
      };
    });
    await vi.waitFor(() => expect(isAskedForCursor).toBe(true));
    expect(held).toBe(1);
    catalogueSwitch.turn(false);
    await vi.waitFor(() => expect(held).toBe(0));
    catalogueSwitch.turn(true);
  });

  it('RS-02: goes on when what is wiped is somebody else’s, who was here before', async () => {
    const queryClient = new QueryClient();
    const userCache = createUserCache(session);
    stops.push(session.onEnd((ending) => wipeUserData(ending, { queryClient, userCache })));
    session.startSession(mockTokens());
    start();
    await isWhole();
    await session.forgetUser({ ...mockTokens().user, id: mockTokens().user.id + 1 });
    await isWhole();
    expect(await found('mug-7')).toBe(1);
    expect(await databases()).toEqual([ownDatabase()]);
  });

  it('RE-10: two tabs: one asks the server, both answer', async () => {
    const turns: (() => void)[] = [];
    let isHeld = false;
    const locks = {
      request: async (_name: string, _options: unknown, work: () => Promise<void>) => {
        if (isHeld) await new Promise<void>((resolve) => turns.push(resolve));
        isHeld = true;
        await work();
      },
    };
    Object.defineProperty(navigator, 'locks', { configurable: true, value: locks });
    stops.push(() => Reflect.deleteProperty(navigator, 'locks'));
    session.startSession(mockTokens());
    start();
    await isWhole();
    const first = catalogueStatus.source();
    const askedByFirst = asked.length;
    catalogueStatus.clear();
    start();
    await isWhole();
    expect(catalogueStatus.source()).not.toBe(first);
    expect(await found('mug-7')).toBe(1);
    expect(asked).toHaveLength(askedByFirst);
    expect(turns).toHaveLength(1);
  });

  it('RE-07: a full device says so, keeps nothing, and the list goes on with the server', async () => {
    session.startSession(mockTokens());
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    start();
    await vi.waitFor(() => expect(catalogueStatus.get().problem).toBe('full'));
    put.mockRestore();
    expect(catalogueStatus.source()).toBeUndefined();
    await vi.waitFor(async () => expect(await databases()).toEqual([]));
  });

  it('RE-31: somebody deletes its database under an open tab: it is made anew', async () => {
    session.startSession(mockTokens());
    start();
    await isWhole();
    for (const title of ['Чашка', 'Блюдце']) {
      await deleteDatabase(ownDatabase());
      feed.put(mockCatalogueRow(20, { title }));
      catalogueStatus.source()?.refresh();
      await vi.waitFor(async () => expect(await found(title)).toBe(1));
      expect(catalogueStatus.get()).toMatchObject({ isRunning: true, problem: null });
      expect(await databases()).toEqual([ownDatabase()]);
    }
  });

  it('RE-31: a sign-out in another tab deletes it, of which this one has not heard: it stays away', async () => {
    session.startSession(mockTokens());
    start();
    await isWhole();
    localStorage.clear();
    await deleteDatabase(ownDatabase());
    catalogueStatus.source()?.refresh();
    await vi.waitFor(() => expect(catalogueStatus.get().isRunning).toBe(false));
    expect(catalogueStatus.get().problem).toBeNull();
    expect(await databases()).toEqual([]);
  });

  it('RE-11: without workers, or with one that cannot start, everything is as before', async () => {
    session.startSession(mockTokens());
    start(() => {
      throw new ReferenceError('Worker is not defined');
    });
    expect(catalogueStatus.get()).toMatchObject({ isRunning: false, problem: 'impossible' });
    expect(asked).toEqual([]);
  });
});
