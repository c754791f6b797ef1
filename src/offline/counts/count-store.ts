import { del, entries, get, set } from 'idb-keyval';
import { openUserDatabase } from '#offline/device/user-database.ts';
import { createListeners } from '#lib/listeners.ts';
import { countDocumentSchema, type CountDocument } from './count-document.ts';

export interface CountStore {
  /** False on a foreign device: what is counted lives as long as the tab. */
  isKept: boolean;
  /** The newest first. What another build has written and this one cannot read is left alone. */
  list(): Promise<CountDocument[]>;
  read(id: string): Promise<CountDocument | undefined>;
  /**
   * Does something with what is stored, whatever another tab has made of it meanwhile; resolves with what the device keeps now.
   * Rejects when it did not keep it: that must be said.
   */
  change(id: string, step: (count: CountDocument) => CountDocument): Promise<CountDocument | undefined>;
  create(count: CountDocument): Promise<void>;
  remove(id: string): Promise<void>;
  /** Told of what this tab has changed. */
  subscribe(listener: () => void): () => void;
  close(): void;
}

/** Counts of warehouses, one record for each, in a database that clearing the copies does not touch. */
export function openCountStore(
  databaseName: string,
  { getIndexedDb, mayReopen }: { getIndexedDb?: () => IDBFactory; mayReopen?: () => boolean } = {},
): CountStore {
  // Nobody counts a warehouse twice gladly: `strict` outlives a power cut.
  const database = openUserDatabase(databaseName, getIndexedDb, {
    durability: 'strict',
    ...(mayReopen && { mayReopen }),
  });
  const listeners = createListeners();
  return {
    isKept: true,
    async list() {
      const all = await entries<string, unknown>(database.store);
      return newestFirst(all.flatMap(([, stored]) => parsed(stored) ?? []));
    },
    read: async (id) => parsed(await get<unknown>(id, database.store)),
    async change(id, step) {
      const result = await database.store('readwrite', (objects) => changeIn(objects, id, step));
      listeners.tell();
      return result;
    },
    async create(count) {
      await set(count.id, count, database.store);
      listeners.tell();
    },
    async remove(id) {
      await del(id, database.store);
      listeners.tell();
    },
    subscribe: listeners.subscribe,
    close: () => database.close(),
  };
}

/** Read and written in one transaction, which is done when this resolves. */
function changeIn(
  objects: IDBObjectStore,
  id: string,
  step: (count: CountDocument) => CountDocument,
): Promise<CountDocument | undefined> {
  return new Promise((resolve, reject) => {
    let result: CountDocument | undefined;
    const asked = objects.get(id);
    asked.addEventListener('success', () => {
      const count = parsed(asked.result);
      result = count && step(count);
      if (result && result !== count) objects.put(result, id);
    });
    const { transaction } = objects;
    transaction.addEventListener('complete', () => resolve(result));
    transaction.addEventListener('abort', () =>
      reject(transaction.error ?? new Error('The count was not kept')),
    );
  });
}

/** For a device that keeps nothing. */
export function createUnkeptStore(): CountStore {
  const counts = new Map<string, CountDocument>();
  const listeners = createListeners();
  return {
    isKept: false,
    list: () => Promise.resolve(newestFirst([...counts.values()])),
    read: (id) => Promise.resolve(counts.get(id)),
    change(id, step) {
      const count = counts.get(id);
      if (!count) return Promise.resolve(undefined);
      const result = step(count);
      counts.set(id, result);
      listeners.tell();
      return Promise.resolve(result);
    },
    create(count) {
      counts.set(count.id, count);
      listeners.tell();
      return Promise.resolve();
    },
    remove(id) {
      counts.delete(id);
      listeners.tell();
      return Promise.resolve();
    },
    subscribe: listeners.subscribe,
    close: () => counts.clear(),
  };
}

function parsed(stored: unknown): CountDocument | undefined {
  const result = countDocumentSchema.safeParse(stored);
  return result.success ? result.data : undefined;
}

function newestFirst(counts: CountDocument[]): CountDocument[] {
  return counts.sort((a, b) => b.startedAtMs - a.startedAtMs);
}
