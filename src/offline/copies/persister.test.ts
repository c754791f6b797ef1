import {
  hashKey,
  QueryObserver,
  InfiniteQueryObserver,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod/mini';
import { networkError } from '#api/http/api-error.ts';
import { createPersister, KEEP_FOR_MS, type Persister } from './persister.ts';
import { dataAge } from './data-age.ts';
import { createQueryClient } from './query-client.ts';
import { createQueryStorage, type QueryStorage } from './query-storage.ts';
import { settle } from '#tests/support/settle.ts';

const NOON = Date.parse('2026-11-20T12:00:00Z');
const MINUTE_MS = 60_000;
const DEFAULT_KEY = ['Cards', { page: 1 }];
const DAY_MS = 24 * 60 * MINUTE_MS;

let factory: IDBFactory;
let clock: number;
const closing: (() => void)[] = [];

beforeEach(() => {
  factory = new IDBFactory();
  clock = NOON;
  vi.spyOn(Date, 'now').mockImplementation(() => clock);
});
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A page that starts: an empty memory over what the device holds. */
function startPage(options: { userKey?: string; storage?: QueryStorage } = {}) {
  const storage =
    options.storage ?? createQueryStorage({ databaseName: 'prilavok-cache-u1', getIndexedDb: () => factory });
  const persister: Persister = createPersister({ storage, userKey: options.userKey ?? 'u1' });
  const failures: unknown[] = [];
  const client = createQueryClient({
    persister: persister.persisterFn,
    onQueryError: ({ error }) => failures.push(error),
    onMutationError: () => undefined,
  });
  closing.push(() => {
    client.clear();
    persister.close();
  });
  return { client, persister, storage, failures };
}

/** Puts a query on the screen until `leave` is called. */
function show(
  client: QueryClient,
  queryFn: () => Promise<unknown>,
  options: { queryKey?: QueryKey; meta?: Record<string, unknown> } = {},
) {
  const observer = new QueryObserver<unknown>(client, {
    queryKey: options.queryKey ?? DEFAULT_KEY,
    queryFn,
    retryDelay: 1,
    ...(options.meta && { meta: options.meta }),
  });
  const leave = observer.subscribe(() => undefined);
  closing.push(leave);
  return { observer, leave, result: () => observer.getCurrentResult() };
}

/** Fetches once and waits until the copy is on the device. */
async function visit(data: unknown, options: Parameters<typeof show>[2] & { userKey?: string } = {}) {
  const page = startPage(options.userKey === undefined ? {} : { userKey: options.userKey });
  const screen = show(page.client, () => Promise.resolve(data), options);
  const key = `prilavok-${hashKey(options.queryKey ?? DEFAULT_KEY)}`;
  await vi.waitFor(async () => expect(await page.storage.getItem(key)).toBeDefined());
  screen.leave();
  page.client.clear();
  page.persister.close();
}

const answered = async (screen: ReturnType<typeof show>) =>
  vi.waitFor(() => expect(screen.result().data).toBeDefined());

describe('a stored copy', () => {
  it('is shown at the next start with its own time, and asks for nothing while fresh', async () => {
    await visit(['A']);
    clock += MINUTE_MS / 2;
    const ask = vi.fn(() => Promise.resolve(['B']));
    const screen = show(startPage().client, ask);
    await answered(screen);
    await vi.waitFor(() => expect(dataAge(screen.result().dataUpdatedAt, clock)?.fetchedAt).toBe(NOON));
    expect(screen.result().data).toEqual(['A']);
    expect(dataAge(screen.result().dataUpdatedAt, clock)?.isFromCache).toBe(true);
    expect(ask).not.toHaveBeenCalled();
  });

  it('that is stale is shown first and replaced by the answer', async () => {
    await visit(['A']);
    clock += 5 * MINUTE_MS;
    const screen = show(startPage().client, () => Promise.resolve(['B']));
    const shown: unknown[] = [];
    screen.observer.subscribe(({ data }) => shown.push(data));
    await vi.waitFor(() => expect(screen.result().data).toEqual(['B']));
    expect(shown).toContainEqual(['A']);
    expect(dataAge(screen.result().dataUpdatedAt, clock)).toMatchObject({
      fetchedAt: clock,
      isFromCache: false,
    });
  });

  it('survives failed refreshes, start after start, without an unhandled rejection', async () => {
    await visit(['A']);
    clock += 5 * MINUTE_MS;
    for (let start = 1; start <= 3; start += 1) {
      const page = startPage();
      const screen = show(page.client, () => Promise.reject(networkError('network')));
      await answered(screen);
      await vi.waitFor(() => expect(page.failures).toHaveLength(1));
      expect(screen.result().data).toEqual(['A']);
      expect(dataAge(screen.result().dataUpdatedAt, clock)?.fetchedAt).toBe(NOON);
      screen.leave();
      page.client.clear();
      page.persister.close();
    }
  });

  it('is back when the user comes back to a screen, though memory keeps nothing', async () => {
    const { client, storage } = startPage();
    const first = show(client, () => Promise.resolve(['A']));
    await vi.waitFor(async () => expect(await storage.entries?.()).toHaveLength(1));
    first.leave();
    await vi.waitFor(() => expect(client.getQueryCache().getAll()).toEqual([]));
    const ask = vi.fn(() => Promise.resolve(['B']));
    const second = show(client, ask);
    await answered(second);
    expect(second.result().data).toEqual(['A']);
    expect(ask).not.toHaveBeenCalled();
  });

  it.each([
    ['another user', { userKey: 'u2' }, 0],
    ['a week ago', {}, KEEP_FOR_MS + 1],
  ])('of %s is not shown, and is removed', async (_, options, later) => {
    await visit(['A']);
    clock += later;
    const page = startPage(options);
    const screen = show(page.client, () => Promise.reject(networkError('network')));
    await vi.waitFor(() => expect(screen.result().isError).toBe(true));
    expect(screen.result().data).toBeUndefined();
    expect(await page.storage.entries?.()).toEqual([]);
  });

  it('of almost a week ago is shown', async () => {
    await visit(['A']);
    clock += 6 * DAY_MS;
    const screen = show(startPage().client, () => Promise.reject(networkError('network')));
    await answered(screen);
    expect(screen.result().data).toEqual(['A']);
  });

  it('from the future is stale and of unknown age: the device’s clock went back', async () => {
    await visit(['A']);
    clock -= DAY_MS;
    const ask = vi.fn(() => Promise.reject(networkError('network')));
    const screen = show(startPage().client, ask);
    await answered(screen);
    await vi.waitFor(() => expect(ask).toHaveBeenCalled());
    expect(dataAge(screen.result().dataUpdatedAt, clock)).toEqual({
      fetchedAt: undefined,
      ageMs: undefined,
      level: 'old',
      isFromCache: true,
    });
  });

  it('of another shape is removed, and the network is asked', async () => {
    await visit({ name: 'Анна' });
    const page = startPage();
    const schema = z.object({ name: z.string(), shops: z.array(z.unknown()) });
    const screen = show(page.client, () => Promise.reject(networkError('network')), { meta: { schema } });
    await vi.waitFor(() => expect(screen.result().isError).toBe(true));
    expect(screen.result().data).toBeUndefined();
    expect(await page.storage.entries?.()).toEqual([]);
  });

  it.each(['', 'null', '{"buster":', '{"buster":"1:u1"}', '[]', '{"__proto__":{"data":1}}'])(
    'that reads «%s» is removed, and the network is asked',
    async (text) => {
      const page = startPage();
      await page.storage.setItem('prilavok-["Cards"]', { savedAt: 1, text });
      const screen = show(page.client, () => Promise.resolve('fresh'), { queryKey: ['Cards'] });
      await answered(screen);
      expect(screen.result().data).toBe('fresh');
    },
  );

  it('of an infinite query comes back with all its pages; one bad page spoils it', async () => {
    const options = {
      queryKey: ['Cards', 'all'],
      initialPageParam: 0,
      getNextPageParam: (_last: unknown, pages: unknown[]) => pages.length,
    };
    const page = startPage();
    const first = new InfiniteQueryObserver(page.client, {
      ...options,
      queryFn: ({ pageParam }) => Promise.resolve({ page: pageParam }),
    });
    closing.push(first.subscribe(() => undefined));
    await vi.waitFor(() => expect(first.getCurrentResult().data?.pages).toHaveLength(1));
    await first.fetchNextPage();
    await vi.waitFor(async () =>
      expect((await page.storage.entries?.())?.[0]?.[1].text).toContain('"page":1'),
    );

    const ask = vi.fn(({ pageParam }: { pageParam: unknown }) =>
      Promise.resolve({ page: pageParam, isNew: true }),
    );
    const second = new InfiniteQueryObserver(startPage().client, {
      ...options,
      queryFn: ask,
      meta: { schema: z.object({ page: z.int() }) },
    });
    closing.push(second.subscribe(() => undefined));
    await vi.waitFor(() => expect(second.getCurrentResult().data?.pages).toEqual([{ page: 0 }, { page: 1 }]));
    expect(ask).not.toHaveBeenCalled();

    const third = new InfiniteQueryObserver(startPage().client, {
      ...options,
      queryFn: ask,
      meta: { schema: z.object({ page: z.literal(0) }) },
    });
    closing.push(third.subscribe(() => undefined));
    await vi.waitFor(() => expect(ask).toHaveBeenCalled());
  });
});

describe('the network is asked', () => {
  it('when the storage fails in every way', async () => {
    const broken = {
      open: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    } as unknown as IDBFactory;
    const storage = createQueryStorage({ databaseName: 'x', getIndexedDb: () => broken });
    const screen = show(startPage({ storage }).client, () => Promise.resolve(['A']));
    await answered(screen);
    expect(screen.result().data).toEqual(['A']);
  });

  it('and nothing is kept for a query that must not be kept', async () => {
    const page = startPage();
    const screen = show(page.client, () => Promise.resolve(['profit']), { meta: { isNotKept: true } });
    await answered(screen);
    await page.persister.collect();
    expect(await page.storage.entries?.()).toEqual([]);
  });
});

describe('removing a tag', () => {
  it('removes all its copies, or those of one entity', async () => {
    const { client, persister, storage } = startPage();
    const queryKeys = [['Card', 1], ['Card', 1, 'shops'], ['Card', 17], ['Cards', 1], ['CardCounters']];
    for (const queryKey of queryKeys) show(client, () => Promise.resolve('x'), { queryKey });
    await vi.waitFor(async () => expect(await storage.entries?.()).toHaveLength(5));
    const kept = async () => (await storage.entries?.())?.map(([key]) => key.replace('prilavok-', ''));
    await persister.removeTag('Card', 1);
    expect(await kept()).toEqual(['["Card",17]', '["CardCounters"]', '["Cards",1]']);
    await persister.removeTag('Card');
    expect(await kept()).toEqual(['["CardCounters"]', '["Cards",1]']);
  });

  it('bars answers that were asked for before from being stored', async () => {
    const { client, persister, storage } = startPage();
    let respond: ((data: unknown) => void) | undefined;
    const screen = show(client, () => new Promise((resolve) => (respond = resolve)));
    await vi.waitFor(() => expect(respond).toBeDefined());
    await persister.removeTag('Cards');
    respond?.(['old']);
    await answered(screen);
    await settle();
    expect(await storage.entries?.()).toEqual([]);
  });
});

describe('collecting', () => {
  it('removes copies of other builds and users, and what cannot be read', async () => {
    await visit(['A'], { userKey: 'u2', queryKey: ['Cards', 'foreign'] });
    await visit(['A'], { queryKey: ['Cards', 'own'] });
    const { persister, storage } = startPage();
    await storage.setItem('prilavok-["Cards","junk"]', { savedAt: 1, text: 'junk' });
    await persister.collect();
    expect((await storage.entries?.())?.map(([key]) => key)).toEqual(['prilavok-["Cards","own"]']);
  });
});
