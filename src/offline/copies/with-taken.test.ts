import { hashKey, QueryObserver } from '@tanstack/react-query';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { networkError } from '#api/http/api-error.ts';
import { dataAge } from './data-age.ts';
import { createPersister, storedCopyOf } from './persister.ts';
import { createQueryClient } from './query-client.ts';
import { createQueryStorage, type StoredCopy } from './query-storage.ts';
import { withTaken, type TakenCopies } from './with-taken.ts';

const NOON = Date.parse('2026-11-20T12:00:00Z');
const DAY_MS = 24 * 3600 * 1000;
const KEY = ['Card', 17];

const COPY_KEY = `prilavok-${hashKey(KEY)}`;
const fetchedAtOf = ({ text }: StoredCopy): number => JSON.parse(text).dataUpdatedAt;

let clock: number;
let factory: IDBFactory;
const closing: (() => void)[] = [];
beforeEach(() => {
  factory = new IDBFactory();
  clock = NOON;
  vi.spyOn(Date, 'now').mockImplementation(() => clock);
});
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** What was taken, in memory. */
function takenIn(copies: Map<string, StoredCopy>): TakenCopies {
  return {
    async younger(key, whenKept) {
      const kept = (await whenKept) ?? undefined;
      const taken = copies.get(key);
      if (!taken) return kept;
      return kept && fetchedAtOf(kept) > fetchedAtOf(taken) ? kept : taken;
    },
    async refresh(key, copy) {
      if (copies.has(key)) copies.set(key, { ...copy, keepForMs: 30 * DAY_MS });
    },
    async drop(prefix) {
      for (const key of copies.keys()) if (key.startsWith(prefix)) copies.delete(key);
    },
  };
}

const taken = (data: string, dataUpdatedAt: number) =>
  new Map([
    [
      COPY_KEY,
      { ...storedCopyOf('u1', KEY, { data, dataUpdatedAt }), keepForMs: 30 * DAY_MS } satisfies StoredCopy,
    ],
  ]);

/** A page that starts over what the device holds. */
function start(copies: Map<string, StoredCopy>) {
  const storage = createQueryStorage({ databaseName: 'prilavok-cache-u1', getIndexedDb: () => factory });
  const persister = createPersister({
    storage: withTaken(storage, async () => takenIn(copies)),
    userKey: 'u1',
  });
  const client = createQueryClient({
    persister: persister.persisterFn,
    onQueryError: () => undefined,
    onMutationError: () => undefined,
  });
  closing.push(() => {
    client.clear();
    persister.close();
  });
  function show(ask: () => Promise<string>) {
    const observer = new QueryObserver<string>(client, { queryKey: KEY, queryFn: ask, retry: false });
    closing.push(observer.subscribe(() => undefined));
    return () => observer.getCurrentResult();
  }
  return { persister, storage, show };
}
const offline = () => Promise.reject(networkError('network'));

describe('what was taken along', () => {
  it('is shown without a connection after weeks, with its true age', async () => {
    const page = start(taken('взято', NOON));
    clock += 20 * DAY_MS;
    const shown = page.show(offline);
    await vi.waitFor(() => expect(shown().data).toBe('взято'));
    await vi.waitFor(() => expect(dataAge(shown().dataUpdatedAt, clock)?.fetchedAt).toBe(NOON));
    expect(dataAge(shown().dataUpdatedAt, clock)).toMatchObject({ level: 'old', isFromCache: true });
  });

  it('TA-11: is not shown when it is older than thirty days, as other copies are not after seven', async () => {
    const page = start(taken('взято', NOON));
    clock += 31 * DAY_MS;
    const shown = page.show(offline);
    await vi.waitFor(() => expect(shown().isError).toBe(true));
    expect(shown().data).toBeUndefined();
  });

  it('TA-01: gives way to a younger copy of what was opened, and not to an older one', async () => {
    const copies = taken('взято', NOON);
    const page = start(copies);
    await page.storage.setItem(COPY_KEY, storedCopyOf('u1', KEY, { data: 'позже', dataUpdatedAt: NOON + 1 }));
    clock += 1;
    const shown = page.show(offline);
    await vi.waitFor(() => expect(shown().data).toBe('позже'));

    await page.storage.setItem(
      COPY_KEY,
      storedCopyOf('u1', KEY, { data: 'раньше', dataUpdatedAt: NOON - 1 }),
    );
    const again = start(copies).show(offline);
    await vi.waitFor(() => expect(again().data).toBe('взято'));
  });

  it('TA-01: becomes what the server says when it is asked', async () => {
    const copies = taken('взято', NOON);
    clock += DAY_MS;
    const shown = start(copies).show(() => Promise.resolve('с сервера'));
    await vi.waitFor(() => expect(shown().data).toBe('с сервера'));
    await vi.waitFor(() => expect(copies.get(COPY_KEY)?.text).toContain('с сервера'));
  });

  it('TA-02: goes with what a tag names, and with nothing else', async () => {
    const copies = taken('взято', NOON);
    const { persister } = start(copies);
    await persister.removeTag('Card', 1);
    expect(copies.size).toBe(1);
    await persister.removeTag('Card', 17);
    expect(copies.size).toBe(0);
  });
});
