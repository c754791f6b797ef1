import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, it } from 'vitest';
import { session } from '#api/session/session.ts';
import { countsDatabaseName, databaseExists } from '#offline/device/user-database.ts';
import { mockTokens, mockUser } from '#tests/mocks/auth.ts';
import { countPiece, newCount } from './count-document.ts';
import { openCountStore } from './count-store.ts';
import { unsentCounts, userCounts } from './user-counts.ts';

const scan = (code: string) => (count: ReturnType<typeof newCount>) =>
  countPiece(count, { barcode: code, card: null }, 1_000);

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

describe('the counts of a device', () => {
  it('lose no piece when two tabs count into one of them at the same time', async () => {
    const [one, other] = [openCountStore('counts'), openCountStore('counts')];
    await one.create(newCount('a', 1, null));
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => (n % 2 ? one : other).change('a', scan(n % 3 === 0 ? '1' : '2'))),
    );
    const count = await other.read('a');
    expect(count?.lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(20);
    one.close();
    other.close();
  });

  it('are there after a restart, the newest first, and gone when removed', async () => {
    const before = openCountStore('counts');
    await before.create(newCount('a', 1, null));
    await before.create(newCount('b', 2, { warehouseIds: [1], name: 'Склад' }));
    await before.change('a', scan('1'));
    before.close();
    const again = openCountStore('counts');
    expect((await again.list()).map(({ id, lines }) => [id, lines.length])).toEqual([
      ['b', 0],
      ['a', 1],
    ]);
    await again.remove('a');
    expect(await again.read('a')).toBeUndefined();
    again.close();
  });

  it('that another build has written otherwise are left as they are', async () => {
    const store = openCountStore('counts');
    await store.create({ ...newCount('a', 1, null), lines: 'of a newer build' } as never);
    expect(await store.list()).toEqual([]);
    expect(await store.change('a', scan('1'))).toBeUndefined();
    store.close();
  });
});

describe('the counts of a user', () => {
  it('go at a sign-out, and only those that were not sent are asked about', async () => {
    session.startSession(mockTokens());
    await userCounts()?.create(newCount('empty', 1, null));
    expect(await unsentCounts()).toBe(0);
    await userCounts()?.change('empty', scan('1'));
    expect(await unsentCounts()).toBe(1);
    expect(await databaseExists(countsDatabaseName(mockUser.id))).toBe(true);
    await session.endSession('logout');
    expect(await unsentCounts()).toBe(0);
  });

  it('on a foreign device are not kept', async () => {
    session.startSession(mockTokens(), { isForeignDevice: true });
    const store = userCounts();
    expect(store?.isKept).toBe(false);
    await store?.create(newCount('a', 1, null));
    await store?.change('a', scan('1'));
    expect((await store?.read('a'))?.lines).toHaveLength(1);
    expect(await databaseExists(countsDatabaseName(mockUser.id))).toBe(false);
    await session.endSession('logout');
  });
});
