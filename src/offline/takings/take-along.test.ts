import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TakenCard } from '#contract/takings.ts';
import { ApiError, networkError } from '#api/http/api-error.ts';
import { copyKeyOf } from './copy-facts.ts';
import { createListeners } from '#lib/listeners.ts';
import { mockCard } from '#tests/mocks/cards.ts';
import { mockShipment } from '#tests/mocks/shipments.ts';
import { takeAlong } from './take-along.ts';
import { openTakenStore, type TakenStore } from './taken-store.ts';
import { isAtWork, type Taking } from './taking.ts';

/** A server that has some cards, and may be asked, cut or without room. */
class World {
  readonly factory = new IDBFactory();
  readonly store: TakenStore = openTakenStore('prilavok-taken-u1', { getIndexedDb: () => this.factory });
  readonly asked: string[] = [];
  readonly gone = new Set<number>();
  /** After how many calls the pictures were looked through. */
  readonly tidied: number[] = [];
  readonly #listeners = createListeners();
  readonly #abort = new AbortController();
  #waking = new AbortController();
  #stopping = new AbortController();
  isReachable = true;
  isTold = false;
  /** Throws what a call ends with. */
  onCall: (signal: AbortSignal) => void | Promise<void> = () => undefined;
  isFull = false;
  running: Promise<void> | undefined;

  start() {
    this.running = takeAlong({
      store: this.isFull ? fullStore(this.store) : this.store,
      client: {
        call: (endpoint, ...[options]) => Promise.resolve(this.answer(endpoint.path, options)) as never,
        callWithMeta: async (endpoint, ...[options]) =>
          ({
            data: await this.answer(endpoint.path, options),
            meta: { isFromCache: false, fetchedAt: Date.now(), version: undefined },
          }) as never,
      },
      userKey: 'u1',
      reachability: { isReachable: () => this.isReachable, subscribe: this.#listeners.subscribe },
      hints: { isReachable: () => this.isTold, subscribe: this.#listeners.subscribe },
      signal: this.#abort.signal,
      takePhotos: async (paths) => paths.map((path) => ({ path, bytes: 1 })),
      nextWake: () => (this.#waking = new AbortController()).signal,
      nextStop: () => (this.#stopping = new AbortController()).signal,
      onStep: () => undefined,
      tidyPhotos: async () => void this.tidied.push(this.asked.length),
    });
    this.running.catch(() => undefined);
  }

  async answer(path: string, options: unknown): Promise<unknown> {
    this.asked.push(path);
    await Promise.resolve();
    const { body, signal } = options as {
      body?: { cardIds?: number[]; shipmentIds?: number[] };
      signal: AbortSignal;
    };
    await this.onCall(signal);
    if (path === '/takings/cards/') {
      const here = (body?.cardIds ?? []).filter((id) => !this.gone.has(id));
      return { cards: here.map((id): TakenCard => ({ card: mockCard(id), shopCards: [], groups: [] })) };
    }
    if (path === '/takings/shipments/') {
      return {
        shipments: (body?.shipmentIds ?? []).map((id) => ({ shipment: mockShipment(id), errors: [] })),
      };
    }
    if (path === '/shipments/') return { count: 1, next: null, previous: null, results: [mockShipment(5)] };
    return [];
  }

  /** What begins is looked at. */
  wake() {
    this.#waking.abort();
  }
  stop() {
    this.#stopping.abort();
    this.#waking.abort();
  }
  connect(isReachable: boolean) {
    this.isReachable = isReachable;
    this.#listeners.tell();
  }
  tell() {
    this.isTold = true;
    this.#listeners.tell();
  }
  async end() {
    this.#abort.abort();
    this.stop();
    await this.running?.catch(() => undefined);
    this.store.close();
  }
  async isDone() {
    const { takings, units } = await this.store.read();
    return takings.length > 0 && takings.every((one) => !isAtWork(one, units));
  }
  async cardsHere() {
    return [...(await this.store.read()).units.keys()].filter((key) => key.startsWith('card-')).length;
  }
}

function fullStore(store: TakenStore): TakenStore {
  return {
    ...store,
    keep: () => Promise.reject(new DOMException('No room', 'QuotaExceededError')),
  };
}

const taking = (ids: number[], changes: Partial<Taking> = {}): Omit<Taking, 'mark'> => ({
  id: 'a',
  source: { kind: 'cards' },
  ids,
  goneCount: 0,
  beganAtMs: Date.now(),
  isStopped: false,
  isOutOfRoom: false,
  ...changes,
});
const first = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const untilDone = () => vi.waitFor(async () => expect(await world.isDone()).toBe(true));

let world: World;
beforeEach(() => {
  world = new World();
});
afterEach(() => {
  vi.useRealTimers();
  return world.end();
});

describe('a taking', () => {
  it('is fetched in parts, each once, with what the form needs', async () => {
    await world.store.begin(taking(first(45)));
    world.start();
    await untilDone();
    expect(world.asked.filter((path) => path === '/takings/cards/')).toHaveLength(3);
    expect(world.asked.filter((path) => path.endsWith('/characteristics/'))).toHaveLength(1);
    for (const queryKey of [
      ['Card', 45],
      ['Card', 45, 'shop-cards'],
      ['Card', 45, 'groups'],
      ['Subjects', 812, 'characteristics'],
      ['Warehouses', 'list'],
    ]) {
      expect([queryKey, await world.store.readCopy(copyKeyOf(queryKey))]).toEqual([
        queryKey,
        expect.anything(),
      ]);
    }
  });

  it('of shipments has their list as the page asks for it, and each with its errors', async () => {
    await world.store.begin(taking([], { source: { kind: 'shipments' } }));
    world.start();
    await vi.waitFor(async () =>
      expect(await world.store.readCopy(copyKeyOf(['Shipments', 5, 'errors']))).toBeDefined(),
    );
    const list = await world.store.readCopy(copyKeyOf(['Shipments', 'list', {}]));
    expect(JSON.parse(list?.text ?? '{}').data.pageParams).toEqual([0]);
    expect((await world.store.read()).takings[0]?.ids).toEqual([5]);
  });

  it('TA-05: that the network cuts goes on with the part it stopped at', async () => {
    await world.store.begin(taking(first(40)));
    let calls = 0;
    world.onCall = () => {
      calls += 1;
      // Warehouses, groups, the first part and its characteristics: the second part is cut.
      if (calls === 5) world.connect(false);
      if (!world.isReachable) throw networkError('network');
    };
    world.start();
    await vi.waitFor(() => expect(world.isReachable).toBe(false));
    await vi.waitFor(async () => expect(await world.cardsHere()).toBe(20));
    const before = world.asked.length;
    expect(await world.isDone()).toBe(false);
    world.connect(true);
    world.wake();
    await untilDone();
    expect(world.asked.slice(before)).toEqual(['/takings/cards/']);
  });

  it('TA-18: that has failed often goes on when the server is back, not minutes after', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await world.store.begin(taking(first(1)));
    world.onCall = () => {
      throw networkError('network');
    };
    world.start();
    // Pauses of 2, 4, 8, 16 and 32 s.
    for (const failures of [1, 2, 3, 4, 5]) {
      await vi.waitFor(() => expect(world.asked).toHaveLength(failures * 2));
      if (failures < 5) await vi.advanceTimersByTimeAsync(2_000 * 2 ** (failures - 1));
    }
    world.connect(false);
    world.onCall = () => undefined;
    await vi.advanceTimersByTimeAsync(5_000);
    const { length } = world.asked;
    world.connect(true);
    // Only turns of the loop: the clock stands still, so a pause would never end.
    for (let turn = 0; turn < 100 && world.asked.length === length; turn += 1)
      await new Promise((resolve) => setImmediate(resolve));
    expect(world.asked.length).toBeGreaterThan(length);
  });

  it('TA-26: that has failed often goes on when changes are told of again: somebody answers', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await world.store.begin(taking(first(1)));
    world.onCall = () => {
      throw new ApiError({ status: 500, detail: ['Ошибка'] });
    };
    world.start();
    for (const failures of [1, 2, 3, 4, 5]) {
      await vi.waitFor(() => expect(world.asked).toHaveLength(failures * 2));
      if (failures < 5) await vi.advanceTimersByTimeAsync(2_000 * 2 ** (failures - 1));
    }
    world.onCall = () => undefined;
    await vi.advanceTimersByTimeAsync(5_000);
    const { length } = world.asked;
    world.tell();
    // Only turns of the loop: the clock stands still, so a pause would never end.
    for (let turn = 0; turn < 100 && world.asked.length === length; turn += 1)
      await new Promise((resolve) => setImmediate(resolve));
    expect(world.asked.length).toBeGreaterThan(length);
  });

  it('TA-18: is not asked for sooner than the server has said, whatever wakes it', async () => {
    await world.store.begin(taking(first(1)));
    world.onCall = () => {
      throw new ApiError({ status: 429, detail: ['Подождите'], retryAfterMs: 60_000 });
    };
    world.start();
    await vi.waitFor(() => expect(world.asked).toHaveLength(2));
    for (let turn = 0; turn < 20; turn += 1) {
      world.wake();
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(world.asked).toHaveLength(2);
  });

  it('TA-06: with cards that are gone says how many, and does not ask for them again', async () => {
    world.gone.add(2).add(3);
    await world.store.begin(taking(first(4)));
    world.start();
    await untilDone();
    expect((await world.store.read()).takings[0]).toMatchObject({ ids: [1, 4], goneCount: 2 });
    expect(world.asked.filter((path) => path === '/takings/cards/')).toHaveLength(1);
  });

  it('TA-07: without room stops, says so and keeps what there was', async () => {
    world.isFull = true;
    await world.store.begin(taking(first(4)));
    world.start();
    await untilDone();
    expect((await world.store.read()).takings[0]).toMatchObject({ isOutOfRoom: true });
    const { length } = world.asked;
    world.wake();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(world.asked).toHaveLength(length);
  });

  it('TA-08: stopped in the middle of a part keeps nothing of it, and is gone on with when asked', async () => {
    await world.store.begin(taking(first(4)));
    world.onCall = async (signal) => {
      if (world.asked.at(-1) !== '/takings/cards/') return;
      await world.store.change('a', (one) => ({ ...one, isStopped: true }));
      world.stop();
      signal.throwIfAborted();
    };
    world.start();
    await untilDone();
    expect(await world.cardsHere()).toBe(0);
  });

  it('TA-17: that was stopped or let go leaves no picture that was on its way', async () => {
    await world.store.begin(taking(first(4)));
    world.onCall = async (signal) => {
      if (world.asked.at(-1) !== '/takings/cards/') return;
      await world.store.letGo('a');
      world.stop();
      signal.throwIfAborted();
    };
    world.start();
    await vi.waitFor(() => expect(world.tidied).toEqual([3]));
  });

  it('TA-16: asked for again is fetched again, although the clock of the device has gone back', async () => {
    await world.store.begin(taking(first(4)));
    world.start();
    await untilDone();
    const { length } = world.asked;
    await world.store.renew('a', (one) => ({ ...one, beganAtMs: Date.now() - 3_600_000 }));
    world.wake();
    await untilDone();
    expect(world.asked.slice(length)).toContain('/takings/cards/');
  });

  it('TA-09: is fetched although the clock of the device has gone back', async () => {
    await world.store.begin(taking(first(4), { beganAtMs: Date.now() + 3_600_000 }));
    world.start();
    await untilDone();
    expect(await world.cardsHere()).toBe(4);
  });

  it('TA-02: what a change has dropped is fetched again', async () => {
    await world.store.begin(taking(first(4)));
    world.start();
    await untilDone();
    await world.store.drop('prilavok-["Card",2]');
    expect(await world.cardsHere()).toBe(3);
    world.wake();
    await untilDone();
    expect(await world.cardsHere()).toBe(4);
  });

  it('TA-10: ends when the device gives no storage', async () => {
    world.store.close();
    world.start();
    await expect(world.running).rejects.toThrow('closed');
  });
});
