import { QueryObserver, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readName } from '#tests/fixtures/read-name.ts';
import { fetchQuery } from '#api/fetch-query.ts';
import { session } from '#api/session/session.ts';
import { invalidateTag } from '#api/tags.ts';
import { createFakeFetch, json, type Responder } from '#tests/fixtures/fake-server.ts';
import { anna, boris, makeTokens } from '#tests/fixtures/tokens.ts';
import { settle } from '#tests/support/settle.ts';
import { startOffline, sweepAtStart } from './start.ts';
import {
  cacheDatabaseName,
  deleteDatabase,
  openUserDatabase,
  userDatabaseNames,
} from '#offline/device/user-database.ts';
import { finishWipes, sweepForeignData } from '#offline/device/wipe.ts';

const CANARY = 'Платье «Канарейка»';
let queryClient: QueryClient;
let respond: Responder;
/** Cache Storage: the texts in each cache. */
let stored: Map<string, string[]>;
const reload = vi.fn();
const leaving: (() => void)[] = [];

beforeAll(async () => {
  ({ queryClient } = await startOffline({
    onQueryError: () => undefined,
    onMutationError: () => undefined,
    onOutOfSpace: () => undefined,
    reload,
  }));
});

beforeEach(() => {
  respond = () => json({ name: CANARY });
  stored = new Map();
  vi.stubGlobal('caches', {
    open: async (name: string) => openCache(name),
    keys: async () => [...stored.keys()],
    delete: async (name: string) => stored.delete(name),
  });
  vi.stubGlobal('fetch', createFakeFetch((request) => respond(request)).fetch);
  reload.mockClear();
});

afterEach(async () => {
  for (const leave of leaving.splice(0)) leave();
  await session.endSession('logout');
  for (const { name } of await indexedDB.databases()) if (name) await deleteDatabase(name);
  vi.unstubAllGlobals();
});

function show(queryKey: QueryKey) {
  const observer = new QueryObserver(queryClient, {
    queryKey,
    queryFn: (context) => fetchQuery(context, readName),
    retry: false,
  });
  const leave = observer.subscribe(() => undefined);
  leaving.push(leave);
  return { leave, result: () => observer.getCurrentResult() };
}

const contentOf = (storage: Storage) => Object.fromEntries(Object.entries(storage));

function openCache(name: string) {
  const bodies = stored.get(name) ?? [];
  stored.set(name, bodies);
  return { put: async (url: string, response: Response) => bodies.push(url, await response.text()) };
}

/** All texts in all databases, caches and web storages of the origin. */
async function dumpDevice(): Promise<string> {
  const texts = [JSON.stringify(contentOf(localStorage)), JSON.stringify(contentOf(sessionStorage))];
  for (const [name, bodies] of stored) texts.push(name, ...bodies);
  for (const { name } of await indexedDB.databases()) {
    if (!name) continue;
    const database = openUserDatabase(name);
    texts.push(name, JSON.stringify(await database.store('readonly', (store) => valuesOf(store))));
    database.close();
  }
  return texts.join('\n');
}

function valuesOf(store: IDBObjectStore): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = store.getAll();
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('unreadable')));
  });
}

const isKept = async () => (await dumpDevice()).includes(CANARY);

async function useTheApp(user = anna) {
  session.startSession(makeTokens(user));
  const screen = show(['Cards']);
  await vi.waitFor(async () => expect(await isKept()).toBe(true));
  const cache = await caches.open(user === anna ? 'api-u1' : 'api-u2');
  await cache.put('https://shop.test/api/v1/cards/?__u=u1', json({ name: CANARY }));
  await (await caches.open('media-v1')).put('https://shop.test/media/1.jpg', new Response(CANARY));
  await (await caches.open('workbox-precache-v2')).put('https://shop.test/index.html', new Response('shell'));
  localStorage.setItem('theme', 'dark');
  localStorage.setItem('search-history', CANARY);
  sessionStorage.setItem('from', CANARY);
  return screen;
}

describe('after a save', () => {
  it('no old copy is left on the device: a reload and the list ask the network', async () => {
    (await useTheApp()).leave();
    await vi.waitFor(() => expect(queryClient.getQueryCache().getAll()).toEqual([]));
    await invalidateTag(queryClient, 'Cards');
    expect(await caches.keys()).toEqual(['media-v1', 'workbox-precache-v2']);
    respond = () => json({ name: 'Новое название' });
    const screen = show(['Cards']);
    await vi.waitFor(() => expect(screen.result().data).toEqual({ name: 'Новое название' }));
  });
});

it.each([
  ['something changes', () => invalidateTag(queryClient, 'Cards')],
  ['the session ends', () => session.endSession('logout')],
])('what was asked for before the app came counts for nothing once %s', async (_event, happen) => {
  session.startSession(makeTokens());
  const abort = new AbortController();
  const read = { response: Promise.resolve(json({ name: CANARY })), abort };
  globalThis.earlyReads = { token: 'a', sentAtMs: 0, byAddress: new Map([['/', read]]), changes: undefined };
  await happen();
  expect(globalThis.earlyReads).toBeUndefined();
  expect(abort.signal.aborted).toBe(true);
});

describe('after a logout', () => {
  it('nothing of the user is left anywhere, and the shell and the device’s settings are', async () => {
    await useTheApp();
    await openUserDatabase(userDatabaseNames(anna.id)[1] ?? '').store('readwrite', (store) =>
      store.put(CANARY, 'unsent'),
    );
    await session.endSession('logout');
    expect(await indexedDB.databases()).toEqual([]);
    expect(await caches.keys()).toEqual(['workbox-precache-v2']);
    expect(contentOf(localStorage)).toEqual({ theme: 'dark' });
    expect(contentOf(sessionStorage)).toEqual({});
    expect(queryClient.getQueryCache().getAll()).toEqual([]);
  });

  it('an answer that comes late is neither shown nor stored', async () => {
    let respondLate: ((response: Response) => void) | undefined;
    respond = () => new Promise((resolve) => (respondLate = resolve));
    session.startSession(makeTokens());
    const screen = show(['Cards']);
    await vi.waitFor(() => expect(respondLate).toBeDefined());
    await session.endSession('logout');
    respondLate?.(json({ name: CANARY }));
    await settle();
    expect(screen.result().data).toBeUndefined();
    expect(await isKept()).toBe(false);
    expect(await indexedDB.databases()).toEqual([]);
  });

  it('the next user sees and leaves only what is theirs', async () => {
    (await useTheApp()).leave();
    await session.endSession('logout');
    respond = () => json({ name: 'Борис' });
    session.startSession(makeTokens(boris));
    const screen = show(['Cards']);
    await vi.waitFor(() => expect(screen.result().data).toEqual({ name: 'Борис' }));
    expect(await isKept()).toBe(false);
  });
});

describe('when the server ends the session', () => {
  it('copies go, and unsent work waits for the same user', async () => {
    await useTheApp();
    const [, outbox = ''] = userDatabaseNames(anna.id);
    const database = openUserDatabase(outbox);
    await database.store('readwrite', (store) => void store.put('unsent', 'k'));
    await session.endSession('expired');
    database.close();
    expect((await indexedDB.databases()).map(({ name }) => name)).toEqual([outbox]);
    expect(await isKept()).toBe(false);
  });
});

describe('when another user signs in in another tab', () => {
  it('this tab forgets the first one and reloads; the new tokens stay', async () => {
    await useTheApp();
    const { access, refresh } = makeTokens(boris);
    localStorage.setItem('refreshToken', refresh);
    localStorage.setItem('accessToken', access);
    window.dispatchEvent(new StorageEvent('storage', { key: 'accessToken' }));
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    expect(await isKept()).toBe(false);
    expect(contentOf(localStorage)).toEqual({ theme: 'dark', accessToken: access, refreshToken: refresh });
  });
});

describe('when this tab learns late of a logout after which the same user signed in again', () => {
  it('it forgets what it shows, and leaves what the new session keeps', async () => {
    await useTheApp();
    const { access, refresh } = makeTokens(anna);
    localStorage.setItem('refreshToken', refresh);
    localStorage.setItem('accessToken', access);
    await session.endSession('other-tab');
    expect(queryClient.getQueryCache().getAll()).toEqual([]);
    expect((await indexedDB.databases()).map(({ name }) => name)).toContain(cacheDatabaseName(anna.id));
    expect(await caches.keys()).toContain('api-u1');
  });
});

describe('on a foreign device', () => {
  it('the app works and stores nothing but the tokens', async () => {
    session.startSession(makeTokens(), { isForeignDevice: true });
    const first = show(['Cards']);
    await vi.waitFor(() => expect(first.result().data).toBeDefined());
    first.leave();
    await settle();
    expect(await isKept()).toBe(false);
    expect(await indexedDB.databases()).toEqual([]);
  });
});

describe('when the user calls the device a foreign one', () => {
  it('copies that an earlier session of theirs left here go at once, and its unsent work stays', async () => {
    const [copies = '', outbox = ''] = userDatabaseNames(anna.id);
    for (const name of [copies, outbox]) {
      const database = openUserDatabase(name);
      await database.store('readwrite', (store) => void store.put('x', 'k'));
      database.close();
    }
    await caches.open('api-u1');
    session.startSession(makeTokens(anna), { isForeignDevice: true });
    await vi.waitFor(async () => expect(await caches.keys()).toEqual([]));
    await vi.waitFor(async () =>
      expect((await indexedDB.databases()).map(({ name }) => name)).toEqual([outbox]),
    );
  });
});

describe('the sweep at start', () => {
  it('removes copies of others, and nothing of the user of now or unsent', async () => {
    const names = [
      cacheDatabaseName(anna.id),
      cacheDatabaseName(boris.id),
      userDatabaseNames(boris.id)[1] ?? '',
    ];
    for (const name of names) {
      const database = openUserDatabase(name);
      await database.store('readwrite', (store) => void store.put('x', 'k'));
      database.close();
    }
    await caches.open('api-u1');
    await caches.open('api-u2');
    await sweepForeignData(anna.id);
    const left = (await indexedDB.databases()).map(({ name }) => name);
    expect(new Set(left)).toEqual(new Set([names[0], names[2]]));
    expect(await caches.keys()).toEqual(['api-u1']);
  });

  it('knows who has signed in while the tab slept: their copies stay', async () => {
    session.startSession(makeTokens(anna));
    const { access, refresh } = makeTokens(boris);
    localStorage.setItem('refreshToken', refresh);
    localStorage.setItem('accessToken', access);
    const copies = openUserDatabase(cacheDatabaseName(boris.id));
    await copies.store('readwrite', (store) => void store.put('x', 'k'));
    copies.close();
    sweepAtStart();
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    expect((await indexedDB.databases()).map(({ name }) => name)).toContain(cacheDatabaseName(boris.id));
  });
});

describe('a logout whose tab was closed over it', () => {
  const outboxOf = (userId: number) => userDatabaseNames(userId)[1] ?? '';
  const names = async () => (await indexedDB.databases()).map(({ name }) => name);

  /** Another tab holds the database, so that the deletion does not come to its end. */
  async function breakOff() {
    const holder = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open(outboxOf(anna.id), 1);
      request.addEventListener('upgradeneeded', () => request.result.createObjectStore('entries'));
      request.addEventListener('success', () => resolve(request.result));
    });
    session.startSession(makeTokens(anna));
    await session.endSession('logout');
    return () => holder.close();
  }

  it('is finished by the next start', async () => {
    const letGo = await breakOff();
    expect(await names()).toContain(outboxOf(anna.id));
    letGo();
    await finishWipes(undefined);
    expect(await names()).toEqual([]);
    expect(contentOf(localStorage)).toEqual({});
  });

  it('is finished also when local storage had no room left: the mark takes that of the tokens', async () => {
    session.startSession(makeTokens(anna));
    const setItem = Storage.prototype.setItem;
    const size = () => JSON.stringify(contentOf(localStorage)).length;
    const capacity = size();
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, value) {
      const before = this.getItem(key);
      setItem.call(this, key, value);
      if (size() <= capacity) return;
      if (before === null) this.removeItem(key);
      else setItem.call(this, key, before);
      throw new DOMException('full', 'QuotaExceededError');
    });
    const letGo = await breakOff();
    letGo();
    vi.restoreAllMocks();
    await finishWipes(undefined);
    expect(await names()).toEqual([]);
    expect(contentOf(localStorage)).toEqual({});
  });

  it('takes nothing from the user once they are back', async () => {
    const letGo = await breakOff();
    letGo();
    await vi.waitFor(async () => expect(await names()).toEqual([]));
    session.startSession(makeTokens(anna));
    const database = openUserDatabase(outboxOf(anna.id));
    await database.store('readwrite', (store) => void store.put('new work', 'k'));
    await session.endSession('expired');
    database.close();
    await finishWipes(undefined);
    expect(await names()).toContain(outboxOf(anna.id));
  });
});
