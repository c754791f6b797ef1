import * as fc from 'fast-check';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryStorage, type QueryStorage } from './query-storage.ts';
import { deleteDatabase } from '#offline/device/user-database.ts';

const copy = (text: string, savedAt = 1) => ({ savedAt, text });

let factory: IDBFactory;
const opened: QueryStorage[] = [];

beforeEach(() => {
  factory = new IDBFactory();
});
afterEach(() => {
  vi.useRealTimers();
  for (const storage of opened.splice(0)) storage.close();
});

function open(options: Partial<Parameters<typeof createQueryStorage>[0]> = {}): QueryStorage {
  const storage = createQueryStorage({
    databaseName: 'prilavok-cache-u1',
    getIndexedDb: () => factory,
    ...options,
  });
  opened.push(storage);
  return storage;
}

/** The database's own store with one of its functions broken. */
function breakStore(method: 'get' | 'put' | 'delete', fail: () => never) {
  const original = IDBObjectStore.prototype[method];
  const spy = vi.spyOn(IDBObjectStore.prototype, method).mockImplementation(fail);
  return { repair: () => spy.mockImplementation(original as never) };
}

describe('copies on the device', () => {
  it('are there for the next page', async () => {
    await open().setItem('a', copy('A'));
    expect(await open().getItem('a')).toEqual(copy('A'));
    expect(await open().entries?.()).toEqual([['a', copy('A')]]);
  });

  it('are read by a page that was too busy to look, as one that starts on a slow processor is', async () => {
    await open().setItem('a', copy('A'));
    const read = open().getItem('a');
    const until = Date.now() + 400;
    while (Date.now() < until);
    expect(await read).toEqual(copy('A'));
  });

  it('are removed by the beginning of their keys, and no others', async () => {
    const storage = open();
    for (const key of ['q-["Cards"]', 'q-["Cards",1]', 'q-["CardCounters"]', 'q-["Card",1]']) {
      await storage.setItem(key, copy(key));
    }
    await storage.removeByPrefix('q-["Cards"');
    expect((await storage.entries?.())?.map(([key]) => key)).toEqual(['q-["Card",1]', 'q-["CardCounters"]']);
  });

  it('are given up from the oldest when there are too many', async () => {
    const storage = open();
    for (let number = 0; number < 230; number += 1) await storage.setItem(`k${number}`, copy('x', number));
    await storage.trim();
    const kept = (await storage.entries?.())?.map(([, { savedAt }]) => savedAt) ?? [];
    expect(kept).toHaveLength(200);
    expect(Math.min(...kept)).toBe(30);
  });

  it('are not written when they are huge', async () => {
    const storage = open();
    await storage.setItem('a', copy('x'.repeat(5_000_000)));
    expect(await storage.getItem('a')).toBeUndefined();
  });

  it('of any other shape are none, and nothing throws', async () => {
    await fc.assert(
      fc.asyncProperty(fc.anything({ withDate: true, withMap: true }), async (junk) => {
        const storage = open();
        await Promise.resolve(storage.setItem('a', junk as ReturnType<typeof copy>)).catch(() => undefined);
        const stored = await storage.getItem('a');
        expect(typeof (stored?.text ?? '')).toBe('string');
        storage.close();
      }),
      { numRuns: 200 },
    );
  });
});

describe('a database out of order', () => {
  it('that cannot be opened at all leaves memory', async () => {
    const storage = open({
      getIndexedDb: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    });
    await storage.setItem('a', copy('A'));
    expect(await storage.getItem('a')).toEqual(copy('A'));
    await storage.removeItem('a');
    expect(await storage.getItem('a')).toBeUndefined();
    expect(await storage.entries?.()).toEqual([]);
  });

  it('that is missing leaves memory', async () => {
    const storage = open({ getIndexedDb: () => undefined as unknown as IDBFactory });
    await storage.setItem('a', copy('A'));
    expect(await storage.getItem('a')).toEqual(copy('A'));
  });

  it('that never opens delays the first read by 300 ms and the next ones by nothing', async () => {
    vi.useFakeTimers();
    const hanging = { open: () => new EventTarget() } as unknown as IDBFactory;
    const storage = open({ getIndexedDb: () => hanging });
    const first = storage.getItem('a');
    await vi.advanceTimersByTimeAsync(300);
    expect(await first).toBeUndefined();
    expect(await storage.getItem('b')).toBeUndefined();
    await storage.setItem('c', copy('C'));
    expect(await storage.getItem('c')).toEqual(copy('C'));
  });

  it('whose connection died is opened again, once', async () => {
    const storage = open();
    await storage.setItem('a', copy('A'));
    const openings = vi.spyOn(factory, 'open');
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(() => {
      throw new DOMException('The database connection is closing', 'InvalidStateError');
    });
    expect(await storage.getItem('a')).toEqual(copy('A'));
    expect(openings).toHaveBeenCalledTimes(1);
  });

  it('that rejects every read and removal rejects nothing here', async () => {
    const storage = open();
    await storage.setItem('a', copy('A'));
    breakStore('get', () => {
      throw new DOMException('corrupt', 'UnknownError');
    });
    breakStore('delete', () => {
      throw new DOMException('corrupt', 'UnknownError');
    });
    expect(await storage.getItem('a')).toBeUndefined();
    await expect(storage.removeItem('a')).resolves.toBeUndefined();
  });

  it('does not give what is being removed, however long that takes', async () => {
    const storage = open();
    await storage.setItem('a1', copy('A', Date.now() - 10));
    const removal = storage.removeByPrefix('a');
    expect(await storage.getItem('a1')).toBeUndefined();
    await storage.setItem('a1', copy('new', Date.now() + 10));
    expect(await storage.getItem('a1')).toMatchObject({ text: 'new' });
    await removal;
  });

  it('does not bring back what could not be removed', async () => {
    const storage = open();
    await storage.setItem('a', copy('A', Date.now() - 10));
    const broken = breakStore('delete', () => {
      throw new DOMException('corrupt', 'UnknownError');
    });
    await storage.removeItem('a');
    broken.repair();
    expect(await storage.getItem('a')).toBeUndefined();
    await storage.setItem('a', copy('new', Date.now() + 10));
    expect(await storage.getItem('a')).toMatchObject({ text: 'new' });
  });

  it('gives the newer copy when it refused to take it, not the older one that it has', async () => {
    const storage = open();
    await storage.setItem('a', copy('old', 1));
    const put = breakStore('put', () => {
      throw new DOMException('no', 'UnknownError');
    });
    await storage.setItem('a', copy('new', 2));
    expect(await storage.getItem('a')).toEqual(copy('new', 2));
    put.repair();
  });

  it('that rejects writes keeps the copy in memory', async () => {
    const storage = open();
    breakStore('put', () => {
      throw new DOMException('corrupt', 'UnknownError');
    });
    await expect(storage.setItem('a', copy('A'))).resolves.toBeUndefined();
    expect(await storage.getItem('a')).toEqual(copy('A'));
  });
});

describe('a full device', () => {
  const full = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };

  it('loses the older half of the copies, and the write succeeds', async () => {
    const onOutOfSpace = vi.fn();
    const storage = open({ onOutOfSpace });
    for (let number = 0; number < 10; number += 1) await storage.setItem(`k${number}`, copy('x', number));
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(full);
    await storage.setItem('new', copy('N', 99));
    const kept = (await storage.entries?.())?.map(([key]) => key);
    expect(kept).toEqual(['k5', 'k6', 'k7', 'k8', 'k9', 'new']);
    expect(onOutOfSpace).not.toHaveBeenCalled();
  });

  it('ends writing, with one word to the user', async () => {
    const onOutOfSpace = vi.fn();
    const storage = open({ onOutOfSpace });
    const broken = breakStore('put', full);
    await storage.setItem('a', copy('A'));
    await storage.setItem('b', copy('B'));
    expect(onOutOfSpace).toHaveBeenCalledTimes(1);
    expect(await storage.getItem('b')).toEqual(copy('B'));
    broken.repair();
    expect(await open().getItem('b')).toBeUndefined();
  });
});

describe('after closing', () => {
  it('nothing is read or written, and the database can be deleted', async () => {
    const storage = open();
    await storage.setItem('a', copy('A'));
    storage.close();
    await storage.setItem('late', copy('L'));
    expect(await storage.getItem('a')).toBeUndefined();
    expect(await deleteDatabase('prilavok-cache-u1', () => factory)).toBe(true);
    expect(await factory.databases()).toEqual([]);
  });

  it('a write that was under way does not bring the database back', async () => {
    const storage = open();
    await storage.setItem('a', copy('A'));
    const late = storage.setItem('late', copy('L'));
    storage.close();
    await deleteDatabase('prilavok-cache-u1', () => factory);
    await late;
    expect(await factory.databases()).toEqual([]);
  });

  it('a write that has not reached the database yet never does', async () => {
    const storage = open();
    await storage.setItem('a', copy('A'));
    const late = storage.setItem('late', copy('L'));
    storage.close();
    await late;
    expect((await open().entries?.())?.map(([key]) => key)).toEqual(['a']);
  });

  it('by another tab this one lets go and stays away', async () => {
    const storage = open();
    await storage.setItem('a', copy('A'));
    expect(await deleteDatabase('prilavok-cache-u1', () => factory)).toBe(true);
    await storage.setItem('late', copy('L'));
    expect(await factory.databases()).toEqual([]);
  });

  it('by a logout of another tab this one has heard of soon after makes nothing anew', async () => {
    let isSignedIn = true;
    const storage = open({ mayReopen: () => isSignedIn });
    await storage.setItem('a', copy('A'));
    expect(await deleteDatabase('prilavok-cache-u1', () => factory)).toBe(true);
    const late = storage.setItem('late', copy('L'));
    isSignedIn = false;
    await late;
    expect(await factory.databases()).toEqual([]);
  });

  it('by the browser, or by a tool, is followed by a new one as long as the user is here', async () => {
    const storage = open({ mayReopen: () => true });
    await storage.setItem('a', copy('A'));
    expect(await deleteDatabase('prilavok-cache-u1', () => factory)).toBe(true);
    await storage.setItem('b', copy('B'));
    expect((await open().entries?.())?.map(([key]) => key)).toEqual(['b']);
  });
});

describe('a foreign device', () => {
  it('keeps copies in memory only', async () => {
    const storage = open({ keepIn: 'memory' });
    await storage.setItem('a', copy('A'));
    expect(await storage.getItem('a')).toEqual(copy('A'));
    expect(await factory.databases()).toEqual([]);
  });
});
