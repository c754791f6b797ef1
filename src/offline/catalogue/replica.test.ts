import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMockFeed, mockCatalogueRow, type MockFeed } from '#tests/support/catalogue/mock-feed.ts';
import type { ListQuestion } from './list-question.ts';
import { createReplica, type Replica, type TakeOutcome } from './replica.ts';
import { openReplicaStore, type ReplicaStore } from './replica-store.ts';

let factory: IDBFactory;
let nowMs: number;
const open: ReplicaStore[] = [];

beforeEach(() => {
  factory = new IDBFactory();
  nowMs = 1000;
});
afterEach(() => {
  for (const store of open.splice(0)) store.close();
});

/** A tab that starts: nothing in memory, what there is on the device. */
async function startTab(
  store = openReplicaStore('replica', { getIndexedDb: () => factory }),
): Promise<Replica> {
  open.push(store);
  const replica = createReplica(store);
  await replica.open();
  return replica;
}

async function takeOne(replica: Replica, feed: MockFeed): Promise<TakeOutcome> {
  const since = replica.cursor();
  nowMs += 1;
  return replica.take(since, new Uint8Array(feed.bytes(since)), nowMs);
}

async function takeAll(replica: Replica, feed: MockFeed): Promise<void> {
  for (let asked = 0; (await takeOne(replica, feed)) !== 'whole'; asked += 1)
    if (asked > 100) throw new Error('The replica never becomes whole');
  await replica.gather();
}

/** Beside whatever store is open. */
function databaseOf(): Promise<IDBDatabase> {
  return new Promise((resolve) => {
    const opening = factory.open('replica');
    opening.addEventListener('success', () => resolve(opening.result));
  });
}

const LIST = { ordering: 'title', limit: 200, offset: 0 } as const;
const titles = (replica: Replica, question: Partial<ListQuestion> = {}) =>
  replica.query({ ...LIST, ...question })?.results.map(({ title }) => title);
const ids = (replica: Replica, question: Partial<ListQuestion> = {}) =>
  replica.query({ ...LIST, ...question })?.results.map(({ id }) => id);
const titlesOf = (feed: MockFeed) => [...feed.rows.values()].map(({ title }) => title);
const sorted = (found: string[] | undefined) => found?.toSorted();

describe('the first fill', () => {
  it('answers nothing until it is whole, then everything', async () => {
    const feed = createMockFeed(10);
    const replica = await startTab();
    for (let portion = 0; portion < 3; portion += 1) {
      expect(await takeOne(replica, feed)).toBe('again');
      expect(titles(replica)).toBeUndefined();
      expect(replica.facts()).toMatchObject({ current: null, next: { rows: (portion + 1) * 3 } });
    }
    expect(await takeOne(replica, feed)).toBe('whole');
    expect(sorted(titles(replica))).toEqual(titlesOf(feed).toSorted());
    expect(titles(replica, { search: 'mug-7' })).toEqual(['Кружка керамическая 7']);
    expect(replica.facts()).toMatchObject({ current: { count: 10, currentAtMs: nowMs }, next: null });
  });

  it('RE-01: killed between any two portions it goes on where it stopped', async () => {
    for (let portions = 0; portions <= 4; portions += 1) {
      factory = new IDBFactory();
      const feed = createMockFeed(10);
      const killed = await startTab();
      for (let portion = 0; portion < portions; portion += 1) await takeOne(killed, feed);
      const { cursor } = feed.portion(null);
      const started = await startTab();
      expect(started.cursor()).toBe(portions === 0 ? null : killed.cursor());
      if (portions === 1) expect(started.cursor()).toBe(cursor);
      await takeAll(started, feed);
      expect(sorted(titles(started))).toEqual(titlesOf(feed).toSorted());
    }
  });

  it('RE-02: a portion that comes late does not bring back what was before', async () => {
    const feed = createMockFeed(2);
    const replica = await startTab();
    await takeAll(replica, feed);
    const since = replica.cursor();
    feed.put(mockCatalogueRow(1, { title: 'Чашка прежняя' }));
    const late = feed.bytes(since);
    feed.put(mockCatalogueRow(1, { title: 'Чашка новая' }));
    await takeAll(replica, feed);
    expect(await replica.take(since, new Uint8Array(late), nowMs)).toBe('again');
    expect(titles(replica, { search: 'чашка' })).toEqual(['Чашка новая']);
  });

  it('a portion that is no portion throws and changes nothing', async () => {
    const feed = createMockFeed(5);
    const replica = await startTab();
    await expect(replica.take(null, new TextEncoder().encode('{"columns":{}}'), 1)).rejects.toThrow();
    await expect(replica.take(null, new TextEncoder().encode('<html>'), 1)).rejects.toThrow(SyntaxError);
    await takeAll(replica, feed);
    expect(titles(replica)).toHaveLength(5);
  });
});

describe('changes', () => {
  it('are taken, and are there after the next start', async () => {
    const feed = createMockFeed(10);
    const replica = await startTab();
    await takeAll(replica, feed);
    feed.put(mockCatalogueRow(3, { title: 'Чашка' }), mockCatalogueRow(11));
    feed.remove(4);
    await takeAll(replica, feed);
    const started = await startTab();
    for (const one of [replica, started]) {
      expect(sorted(titles(one))).toEqual(titlesOf(feed).toSorted());
      expect(one.facts().current).toMatchObject({ count: 10, currentAtMs: nowMs });
    }
  });

  it('that are none move the age and store no rows', async () => {
    const feed = createMockFeed(4);
    const replica = await startTab();
    await takeAll(replica, feed);
    const before = replica.facts().current;
    await takeAll(replica, feed);
    expect(replica.facts().current).toMatchObject({
      count: before?.count,
      bytes: before?.bytes,
      currentAtMs: nowMs,
    });
    expect((await startTab()).facts().current).toMatchObject({ currentAtMs: nowMs });
  });

  it('RE-03: half taken, they leave the age of before', async () => {
    const feed = createMockFeed(4);
    const replica = await startTab();
    await takeAll(replica, feed);
    const wholeAtMs = nowMs;
    feed.put(...[1, 2, 3, 4].map((id) => mockCatalogueRow(id, { title: `Чашка ${id}` })));
    expect(await takeOne(replica, feed)).toBe('again');
    for (const one of [replica, await startTab()])
      expect(one.query(LIST)).toMatchObject({ count: 4, currentAtMs: wholeAtMs });
  });

  it('in their hundreds stay few records', async () => {
    const feed = createMockFeed(6);
    const replica = await startTab();
    await takeAll(replica, feed);
    for (let change = 0; change < 100; change += 1) {
      if (change % 7 === 3) feed.remove((change % 6) + 1);
      else feed.put(mockCatalogueRow((change % 6) + 1, { title: `Чашка ${change}` }));
      await takeAll(replica, feed);
    }
    const { current } = await openReplicaStore('replica', { getIndexedDb: () => factory }).readHead();
    expect(current?.portions.length).toBeLessThanOrEqual(33);
    const started = await startTab();
    expect(sorted(titles(started))).toEqual(titlesOf(feed).toSorted());
    feed.put(mockCatalogueRow(1, { title: 'После' }));
    await takeAll(started, feed);
    expect(titles(started)).toContain('После');
  });
});

describe('what a start reads', () => {
  const headOf = async () =>
    (await openReplicaStore('replica', { getIndexedDb: () => factory }).readHead()).current;
  const keysOf = async () => {
    const database = await databaseOf();
    const transaction = database.transaction('entries');
    const asked = transaction.objectStore('entries').getAllKeys();
    await new Promise((resolve) => transaction.addEventListener('complete', resolve));
    database.close();
    return asked.result;
  };

  const ordersOf = async (base: number) => {
    const frozen = await openReplicaStore('replica', { getIndexedDb: () => factory }).readBase(1, base);
    return Object.keys(frozen?.orders ?? []).length;
  };

  it('is one base, whatever the fill came in', async () => {
    const feed = createMockFeed(10);
    const replica = await startTab();
    await takeAll(replica, feed);
    expect(await headOf()).toMatchObject({ base: 6, portions: [], rows: 10, bytes: 0 });
    expect(await keysOf()).toEqual(['head', 'portion-1-6']);
    expect(replica.facts().current?.bytes).toBeGreaterThan(1000);
  });

  it('RE-21: is what the fill came in, when it was killed before its base was made; then the base is made', async () => {
    const feed = createMockFeed(10);
    const killed = await startTab();
    while ((await takeOne(killed, feed)) !== 'whole');
    expect(titles(killed)).toHaveLength(10);
    expect(await headOf()).toMatchObject({ base: null, portions: [1, 2, 3, 4], rows: 10 });
    const started = await startTab();
    const follower = await startTab();
    expect(sorted(titles(started))).toEqual(titlesOf(feed).toSorted());
    feed.put(mockCatalogueRow(3, { title: 'Чашка' }));
    await takeAll(started, feed);
    expect(await headOf()).toMatchObject({ base: 7, portions: [], rows: 10 });
    expect(await keysOf()).toEqual(['head', 'portion-1-7']);
    await follower.catchUp();
    for (const tab of [started, follower, await startTab()])
      expect(sorted(titles(tab))).toEqual(titlesOf(feed).toSorted());
  });

  it('RE-21: is made while questions are answered', async () => {
    const feed = createMockFeed(10);
    const replica = await startTab();
    while ((await takeOne(replica, feed)) !== 'whole');
    let answered = 0;
    const asking = setInterval(() => (answered += Number(titles(replica)?.length === 10)));
    await replica.gather();
    clearInterval(asking);
    expect(answered).toBeGreaterThan(3);
    expect(await headOf()).toMatchObject({ base: 6 });
  });

  it('RE-23: is a base for whoever stays for a moment only: its orders are made later, and are part of the next one', async () => {
    const feed = createMockFeed(10);
    const store = openReplicaStore('replica', { getIndexedDb: () => factory });
    let bases = 0;
    const killed = await startTab({
      ...store,
      commit(before, after, parts) {
        const isBase = parts.put?.some((part) => 'frozen' in part) ?? false;
        // What was begun when the page went is never stored.
        return isBase && (bases += 1) === 2
          ? new Promise(() => undefined)
          : store.commit(before, after, parts);
      },
    });
    while ((await takeOne(killed, feed)) !== 'whole');
    killed.wait([{ id: 3, title: 'Чашка' }]);
    void killed.gather();
    await vi.waitFor(() => expect(bases).toBe(2));
    expect(await headOf()).toMatchObject({ base: 5, portions: [], rows: 10 });
    expect(await ordersOf(5)).toBe(0);
    const started = await startTab();
    expect(sorted(titles(started))).toEqual(titlesOf(feed).toSorted());
    started.wait([{ id: 3, title: 'Чашка' }]);
    await takeAll(started, feed);
    expect(await headOf()).toMatchObject({ base: 6, portions: [] });
    expect(await ordersOf(6)).toBe(10);
    // From here on it is kept.
    await takeAll(await startTab(), feed);
    expect(await headOf()).toMatchObject({ base: 6, portions: [] });
  });

  it('RE-23а: is of its own rows alone, also one that is asked for just when a new replica takes the place', async () => {
    const feed = createMockFeed(4);
    const store = openReplicaStore('replica', { getIndexedDb: () => factory });
    let gathering: Promise<void> | undefined;
    const startedSince: (string[] | undefined)[] = [];
    const replica = await startTab({
      ...store,
      async commit(before, after, parts) {
        const isStored = await store.commit(before, after, parts);
        // The head names the new one already, and the rows of before still answer.
        if (before.current && before.next && !after.next)
          queueMicrotask(() => queueMicrotask(() => void (gathering = replica.gather())));
        // Whoever starts now reads the base that has just been stored.
        if (gathering) startedSince.push(sorted(titles(await startTab())));
        return isStored;
      },
    });
    await takeAll(replica, feed);
    feed.restore();
    feed.rows.set(2, mockCatalogueRow(2, { title: 'Чашка' }));
    while ((await takeOne(replica, feed)) !== 'whole');
    await gathering;
    expect(startedSince).not.toEqual([]);
    for (const found of startedSince) expect(found).toEqual(titlesOf(feed).toSorted());
  });

  it('RE-16: a few changes of many cards are one portion beside the base, many are a new base; all of them count', async () => {
    const feed = createMockFeed(2000, 500);
    const replica = await startTab();
    const follower = await startTab();
    await takeAll(replica, feed);
    await follower.catchUp();
    const filled = await headOf();
    const change = async (times: number, cards: number) => {
      for (let one = 0; one < times; one += 1) {
        const ids = Array.from({ length: cards }, (_, n) => ((one * cards + n) % 2000) + 1);
        feed.put(...ids.map((id) => mockCatalogueRow(id, { title: `Чашка ${one} ${id}` })));
        await takeAll(replica, feed);
      }
    };
    await change(33, 1);
    expect(await headOf()).toMatchObject({ base: filled?.base, portions: { length: 1 } });
    await change(33, 20);
    const gathered = await headOf();
    expect(gathered?.base).toBeGreaterThan(filled?.base ?? 0);
    expect(gathered?.portions.length).toBeLessThan(33);
    expect(await keysOf()).toHaveLength(2 + (gathered?.portions.length ?? 0));
    await follower.catchUp();
    for (const tab of [replica, follower, await startTab()])
      expect(sorted(titles(tab, { limit: 200, search: 'чашка 3' }))).toEqual(
        sorted(titles(replica, { limit: 200, search: 'чашка 3' })),
      );
    expect(titles(follower, { search: 'чашка 32 6' })).not.toEqual([]);
    expect(await takeOne(follower, feed)).toBe('whole');
  });

  it('RE-17: a base of another build is none: everything goes, and is filled again', async () => {
    const feed = createMockFeed(10);
    await takeAll(await startTab(), feed);
    const database = await databaseOf();
    const transaction = database.transaction('entries', 'readwrite');
    transaction.objectStore('entries').put({ isOfAnotherBuild: true }, 'portion-1-6');
    await new Promise((resolve) => transaction.addEventListener('complete', resolve));
    database.close();
    const started = await startTab();
    expect(started.facts()).toEqual({ current: null, next: null });
    expect(await keysOf()).toEqual(['head']);
    await takeAll(started, feed);
    expect(titles(started)).toHaveLength(10);
  });

  it('WB-16: a replica of before «Ярлыки WB» is none: it is filled again, and never says that nothing carries them', async () => {
    const feed = createMockFeed(4);
    feed.put(mockCatalogueRow(2, { wbTags: ['Вывод'] }));
    await takeAll(await startTab(), feed);
    const database = await databaseOf();
    const store = database.transaction('entries', 'readwrite').objectStore('entries');
    // A fill that is not a base yet, as that build stored it: the columns were not there.
    await new Promise<void>((resolve) => {
      const asked = store.get('head');
      asked.addEventListener('success', () => {
        store.put({ ...asked.result, format: 2 }, 'head');
        store.transaction.addEventListener('complete', () => resolve());
      });
    });
    database.close();
    const started = await startTab();
    expect(titles(started, { wbTag: ['Вывод'] })).toBeUndefined();
    await takeAll(started, feed);
    expect(titles(started, { wbTag: ['Вывод'] })).toEqual(['Кружка керамическая 2']);
  });

  it('RE-15: unsent edits are no part of a base', async () => {
    const feed = createMockFeed(4);
    const replica = await startTab();
    await takeAll(replica, feed);
    replica.wait([{ id: 2, title: 'Чашка' }]);
    feed.restore();
    await takeAll(replica, feed);
    expect(titles(replica, { search: 'чашка' })).toEqual(['Чашка']);
    for (let change = 0; change < 40; change += 1) {
      feed.put(mockCatalogueRow(3, { title: `Блюдце ${change}` }));
      await takeAll(replica, feed);
    }
    expect(sorted(titles(await startTab()))).toEqual(titlesOf(feed).toSorted());
  });
});

describe('a replica that is not what the server has', () => {
  it('RE-04: is made anew while the one of before answers', async () => {
    const feed = createMockFeed(10);
    const replica = await startTab();
    await takeAll(replica, feed);
    const wholeAtMs = nowMs;
    // Changed behind the feed's back: no change of it was ever told.
    feed.rows.set(2, mockCatalogueRow(2, { title: 'Чашка' }));
    expect(await takeOne(replica, feed)).toBe('mismatch');
    expect(replica.cursor()).toBeNull();
    await takeOne(replica, feed);
    expect(replica.query(LIST)).toMatchObject({ count: 10, currentAtMs: wholeAtMs });
    expect(replica.facts().next).toEqual({ rows: 3 });
    await takeAll(replica, feed);
    expect(titles(replica)).toContain('Чашка');
    expect(sorted(titles(await startTab()))).toEqual(titlesOf(feed).toSorted());
  });

  it('RE-04: a count that is another is found too', async () => {
    const feed = createMockFeed(4);
    const replica = await startTab();
    await takeAll(replica, feed);
    feed.rows.delete(2);
    expect(await takeOne(replica, feed)).toBe('mismatch');
  });

  it('RE-05: of another history is made anew, from the beginning', async () => {
    const feed = createMockFeed(10);
    const replica = await startTab();
    await takeAll(replica, feed);
    feed.restore();
    feed.rows.delete(5);
    expect(await takeOne(replica, feed)).toBe('again');
    expect(replica.cursor()).toBeNull();
    expect(titles(replica)).toHaveLength(10);
    await takeAll(replica, feed);
    expect(sorted(titles(replica))).toEqual(titlesOf(feed).toSorted());
  });

  it('RE-05: a history that ends in the middle of the fill begins it again', async () => {
    const feed = createMockFeed(10);
    const replica = await startTab();
    await takeOne(replica, feed);
    feed.restore();
    await takeAll(replica, feed);
    expect(sorted(titles(replica))).toEqual(titlesOf(feed).toSorted());
  });

  it('leaves nothing of the one of before on the device', async () => {
    const feed = createMockFeed(10);
    const replica = await startTab();
    await takeAll(replica, feed);
    feed.rows.delete(2);
    await takeOne(replica, feed);
    await takeAll(replica, feed);
    const store = openReplicaStore('replica', { getIndexedDb: () => factory });
    const { current, next } = await store.readHead();
    expect(next).toBeNull();
    expect(await store.readPortions((current?.number ?? 0) - 1, [1])).toBeUndefined();
  });
});

describe('two tabs', () => {
  it('RE-18: the one that reads while the other puts things together reads again', async () => {
    const feed = createMockFeed(10);
    const leader = await startTab();
    await takeAll(leader, feed);
    const store = openReplicaStore('replica', { getIndexedDb: () => factory });
    const follower = await startTab({
      ...store,
      async readHead() {
        const head = await store.readHead();
        if (head.current?.portions.length === 3) {
          for (let change = 0; change < 40; change += 1) {
            feed.put(mockCatalogueRow(3, { title: `Блюдце ${change}` }));
            await takeAll(leader, feed);
          }
        }
        return head;
      },
    });
    for (const id of [4, 5, 6]) {
      feed.put(mockCatalogueRow(id, { title: `Чашка ${id}` }));
      await takeAll(leader, feed);
    }
    await follower.catchUp();
    expect(titles(follower, { search: 'блюдце' })).toEqual(['Блюдце 39']);
    expect(sorted(titles(follower))).toEqual(titlesOf(feed).toSorted());
  });

  it('RE-06: of two equal steps one is stored, and both go on from it', async () => {
    const feed = createMockFeed(10);
    const one = await startTab();
    const other = await startTab();
    for (let step = 0; step < 2; step += 1) {
      const since = one.cursor();
      const bytes = feed.bytes(since);
      await one.take(since, new Uint8Array(bytes), 1);
      await other.take(since, new Uint8Array(bytes), 1);
      await other.catchUp();
      expect(other.cursor()).toBe(one.cursor());
    }
    const since = other.cursor();
    await takeAll(one, feed);
    // It does not know yet: its step would undo the other's.
    await other.take(since, new Uint8Array(feed.bytes(since)), 1);
    expect((await startTab()).facts().current).toMatchObject({ count: 10 });
    await takeAll(other, feed);
    for (const tab of [one, other, await startTab()])
      expect(sorted(titles(tab))).toEqual(titlesOf(feed).toSorted());
  });

  it('the one that does not ask reads what the other has taken', async () => {
    const feed = createMockFeed(10);
    const leader = await startTab();
    const follower = await startTab();
    await takeAll(leader, feed);
    await follower.catchUp();
    expect(titles(follower)).toHaveLength(10);
    feed.put(mockCatalogueRow(3, { title: 'Чашка' }));
    await takeAll(leader, feed);
    await follower.catchUp();
    expect(titles(follower, { search: 'чашка' })).toEqual(['Чашка']);
    // It leads from here on.
    feed.put(mockCatalogueRow(4, { title: 'Чашка' }));
    await takeAll(follower, feed);
    expect(titles(follower, { search: 'чашка' })).toHaveLength(2);
  });
});

describe('the storage', () => {
  it('RE-07: that refuses a step leaves the step before', async () => {
    const feed = createMockFeed(10);
    const store = openReplicaStore('replica', { getIndexedDb: () => factory });
    let isFull = false;
    const replica = await startTab({
      ...store,
      commit: (...step) =>
        isFull ? Promise.reject(new DOMException('full', 'QuotaExceededError')) : store.commit(...step),
    });
    await takeOne(replica, feed);
    isFull = true;
    await expect(takeOne(replica, feed)).rejects.toThrow('full');
    isFull = false;
    await takeAll(replica, feed);
    expect(sorted(titles(replica))).toEqual(titlesOf(feed).toSorted());
  });

  it('with a head of another format is emptied', async () => {
    const feed = createMockFeed(4);
    await takeAll(await startTab(), feed);
    const database = await databaseOf();
    await new Promise((resolve) => {
      const transaction = database.transaction('entries', 'readwrite');
      transaction.objectStore('entries').put({ format: 0, current: 'what was' }, 'head');
      transaction.addEventListener('complete', resolve);
    });
    database.close();
    const started = await startTab();
    expect(started.facts()).toEqual({ current: null, next: null });
    await takeAll(started, feed);
    expect(titles(started)).toHaveLength(4);
  });
});

describe('unsent edits', () => {
  it('RE-14: are found, filtered and ordered as they will be, and come off when they are sent or discarded', async () => {
    const feed = createMockFeed(4);
    const replica = await startTab();
    await takeAll(replica, feed);
    replica.wait([
      { id: 3, title: 'Ёлочная чашка', brand: 'Сновея', tags: ['Хит'], costPriceKopecks: 300_00 },
    ]);
    expect(titles(replica, { search: 'елочная' })).toEqual(['Ёлочная чашка']);
    expect(titles(replica, { search: 'керамическая 3' })).toEqual([]);
    expect(titles(replica, { search: 'mug-3' })).toEqual(['Ёлочная чашка']);
    expect(titles(replica, { brand: ['Сновея'] })).toEqual(['Ёлочная чашка']);
    expect(titles(replica, { tag: ['Хит'] })).toEqual(['Ёлочная чашка']);
    expect(titles(replica, { marginFromPercent: 50 })).toEqual(['Ёлочная чашка']);
    // «Ё» stands before «К».
    expect(titles(replica)?.[0]).toBe('Ёлочная чашка');
    replica.wait([]);
    expect(titles(replica, { search: 'елочная' })).toEqual([]);
    expect(titles(replica, { search: 'керамическая 3' })).toEqual(['Кружка керамическая 3']);
  });

  it('RE-33: are the last that were changed, not sent to shops, and of the subject that they name', async () => {
    const feed = createMockFeed(4);
    feed.put(
      mockCatalogueRow(5, { subjectId: 69, subjectName: 'Платья', nmId: 500 }),
      mockCatalogueRow(6, { nmId: 600 }),
      mockCatalogueRow(7, { nmId: 700, state: 'UPDATING' }),
    );
    const replica = await startTab();
    await takeAll(replica, feed);
    const unsent = () => ids(replica, { changes: 'unsent' });
    const newest = () => ids(replica, { ordering: '-updated_at' });
    const before = newest();
    const edit = { editedAtMs: 1_795_000_100_000, isOfShops: true };
    replica.wait([
      { id: 6, ...edit, title: 'Чашка', subjectId: 69 },
      // Neither is in a shop that would be compared with it.
      { id: 3, ...edit, editedAtMs: 1_795_000_200_000 },
      { id: 7, ...edit, editedAtMs: 5 },
      { id: 5, editedAtMs: 5, isOfShops: false, subjectId: 1_000 },
    ]);
    expect(unsent()).toEqual([6]);
    expect(replica.counters()).toMatchObject({ all: 7, UNSENT: 1 });
    expect(newest()?.slice(0, 3)).toEqual([3, 6, 7]);
    expect(ids(replica, { subject: [69], ordering: 'updated_at' })).toEqual([5, 6]);
    expect(replica.query({ ...LIST, search: 'чашка' })?.results).toMatchObject([
      { id: 6, subjectName: 'Платья', hasUnsentChanges: true, updatedAt: '2026-11-18T11:08:20.000Z' },
    ]);
    // Nobody here knows what the other subject is called: the card stays under its own.
    expect(ids(replica, { subject: [1_000] })).toEqual([]);
    replica.wait([]);
    expect(unsent()).toEqual([]);
    expect(newest()).toEqual(before);
    expect(ids(replica, { subject: [69] })).toEqual([5]);
  });

  it('RE-15: are no part of what is stored and compared, whatever the server changes under them', async () => {
    const feed = createMockFeed(6);
    const replica = await startTab();
    await takeAll(replica, feed);
    replica.wait([
      { id: 2, title: 'Чашка' },
      { id: 5, title: 'Блюдце' },
      { id: 77, title: 'Чужое' },
    ]);
    feed.put(mockCatalogueRow(2, { title: 'Кружка синяя', brand: 'Сновея' }));
    feed.remove(5);
    expect(await takeOne(replica, feed)).toBe('whole');
    expect(replica.query({ ...LIST, search: 'чашка' })?.results).toMatchObject([{ id: 2, brand: 'Сновея' }]);
    expect(titles(replica, { search: 'блюдце' })).toEqual([]);
    // Another tab, which knows of no edits, reads what the server has said.
    expect(sorted(titles(await startTab()))).toEqual(titlesOf(feed).toSorted());
    // A new replica in its place has them over it as well.
    feed.restore();
    await takeAll(replica, feed);
    expect(titles(replica, { search: 'чашка' })).toEqual(['Чашка']);
    replica.wait([]);
    expect(sorted(titles(replica))).toEqual(titlesOf(feed).toSorted());
  });
});
