import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { storedCopyOf } from '#offline/copies/persister.ts';
import { copyKeyOf } from './copy-facts.ts';
import { openTakenStore, type Brought, type TakenStore } from './taken-store.ts';
import type { Taking } from './taking.ts';

const NOON = Date.parse('2026-11-20T12:00:00Z');
let store: TakenStore;

beforeEach(() => {
  const factory = new IDBFactory();
  store = openTakenStore('prilavok-taken-u1', { getIndexedDb: () => factory });
});
afterEach(() => {
  vi.useRealTimers();
  store.close();
});

const taking = (id: string, ids: number[]): Omit<Taking, 'mark'> => ({
  id,
  source: { kind: 'cards' },
  ids,
  goneCount: 0,
  beganAtMs: NOON,
  isStopped: false,
  isOutOfRoom: false,
});

const copyOf = (queryKey: readonly unknown[], data: unknown, dataUpdatedAt: number) => ({
  key: copyKeyOf(queryKey),
  copy: storedCopyOf('u1', queryKey, { data, dataUpdatedAt }),
});

/** A card as it is brought: itself, and where it is in shops. */
const card = (id: number, title: string, { at = NOON, mark = 0 } = {}): Brought => ({
  unit: `card-${id}`,
  facts: { fetchedAtMs: at, mark, photos: [`/media/${id}.webp`], bytes: 100 },
  copies: [copyOf(['Card', id], { id, title }, at), copyOf(['Card', id, 'shop-cards'], [], at)],
});

async function titleOf(id: number): Promise<string | undefined> {
  const copy = await store.readCopy(copyKeyOf(['Card', id]));
  return copy && JSON.parse(copy.text).data.title;
}
const unitsHere = async () => [...(await store.read()).units.keys()];

describe('what is taken', () => {
  it('is kept longer than other copies, with the time it left the server', async () => {
    await store.begin(taking('a', [17]));
    await store.keep([card(17, 'Кружка')]);
    expect(await store.readCopy(copyKeyOf(['Card', 17]))).toMatchObject({
      fetchedAt: NOON,
      keepForMs: 30 * 24 * 3600 * 1000,
    });
    expect(await unitsHere()).toEqual(['card-17']);
  });

  it('TA-01: is replaced by a younger copy, and never by an older one', async () => {
    await store.begin(taking('a', [17]));
    await store.keep([card(17, 'полдень')]);
    const { key, copy } = copyOf(['Card', 17], { title: 'позже' }, NOON + 1000);
    await store.refresh(key, copy);
    expect(await titleOf(17)).toBe('позже');
    await store.refresh(key, copyOf(['Card', 17], { title: 'раньше' }, NOON - 1000).copy);
    await store.keep([card(17, 'полдень')]);
    expect(await titleOf(17)).toBe('позже');
    // What nobody has taken is not kept here.
    const other = copyOf(['Card', 18], { title: 'чужая' }, NOON);
    await store.refresh(other.key, other.copy);
    expect(await titleOf(18)).toBeUndefined();
  });

  it('TA-02: is dropped by what changed it, whole, and only that', async () => {
    await store.begin(taking('a', [1, 17]));
    await store.keep([card(1, 'A'), card(17, 'B')]);
    await store.drop('prilavok-["Card",17]');
    await store.drop('prilavok-["Card",17,');
    expect(await unitsHere()).toEqual(['card-1']);
    expect([await titleOf(1), await titleOf(17)]).toEqual(['A', undefined]);
    await store.drop('prilavok-["Card",');
    expect(await unitsHere()).toEqual([]);
  });

  it('TA-02: that was asked for before a change is not kept after it', async () => {
    await store.begin(taking('a', [1, 17]));
    const { mark } = await store.read();
    await store.drop('prilavok-["Card",17]');
    await store.keep([card(1, 'A', { mark }), card(17, 'прежнее', { mark })]);
    expect(await unitsHere()).toEqual(['card-1']);
    await store.keep([card(17, 'новое', { mark: (await store.read()).mark })]);
    expect(await titleOf(17)).toBe('новое');
  });

  it('TA-15: that was changed before the clock went back is kept when it is asked for after that', async () => {
    vi.useFakeTimers({ now: NOON, toFake: ['Date'] });
    await store.begin(taking('a', [17]));
    await store.drop('prilavok-["Card",17]');
    vi.setSystemTime(NOON - 3_600_000);
    await store.keep([card(17, 'новое', { at: Date.now(), mark: (await store.read()).mark })]);
    expect(await titleOf(17)).toBe('новое');
  });

  it('TA-16: of a time that the clock has gone back from is replaced by what is fetched now', async () => {
    vi.useFakeTimers({ now: NOON - 3_600_000, toFake: ['Date'] });
    await store.begin(taking('a', [17]));
    await store.keep([card(17, 'до перевода')]);
    await store.keep([card(17, 'после', { at: Date.now(), mark: 1 })]);
    expect(await titleOf(17)).toBe('после');
  });

  it('TA-17: tells of the pictures that go with it, and not of those that another wants', async () => {
    await store.begin(taking('a', [1, 17]));
    await store.begin(taking('b', [17]));
    const one = card(1, 'A');
    // Both cards show it.
    const photos = [...one.facts.photos, '/media/17.webp'];
    await store.keep([{ ...one, facts: { ...one.facts, photos } }, card(17, 'B')]);
    expect(await store.letGo('a')).toEqual(['/media/1.webp']);
    expect(await store.letGo('b')).toEqual(['/media/17.webp']);
  });

  it('TA-03: that was let go while it was on its way is not kept', async () => {
    await store.begin(taking('a', [17]));
    await store.letGo('a');
    await store.keep([card(17, 'Кружка')]);
    expect([await unitsHere(), await titleOf(17)]).toEqual([[], undefined]);
  });

  it('TA-03: is let go only with the last that wants it', async () => {
    await store.begin(taking('a', [1, 17]));
    await store.begin(taking('b', [17]));
    await store.keep([card(1, 'A'), card(17, 'B')]);
    const subject = copyOf(['Subjects', 812, 'characteristics'], [], NOON);
    const withSubject = { ...card(17, 'B'), copies: [...card(17, 'B').copies, subject] };
    await store.keep([withSubject]);
    await store.letGo('a');
    expect(await unitsHere()).toEqual(['card-17']);
    expect([await titleOf(1), await titleOf(17)]).toEqual([undefined, 'B']);
    expect(await store.readCopy(subject.key)).toBeDefined();
    await store.letGo('b');
    expect(await unitsHere()).toEqual([]);
    expect(await store.readCopy(subject.key)).toBeUndefined();
  });

  it('TA-04: that is changed in two tabs at once loses nothing', async () => {
    await store.begin(taking('a', [1, 2, 3]));
    await Promise.all([
      store.change('a', (one) => ({ ...one, isStopped: true })),
      store.change('a', (one) => ({ ...one, ids: [1, 2] })),
    ]);
    const [left] = (await store.read()).takings;
    expect(left).toMatchObject({ isStopped: true, ids: [1, 2] });
    await store.change('gone', (one) => ({ ...one, ids: [] }));
    expect((await store.read()).takings).toHaveLength(1);
  });
});
