import type { AsyncStorage } from '@tanstack/query-persist-client-core';
import { delMany, entries, get, keys, set } from 'idb-keyval';
import { z } from 'zod/mini';
import { setAwakeTimer } from '#lib/awake-timer.ts';
import { errorName } from '#lib/error-name.ts';
import { openUserDatabase } from '#offline/device/user-database.ts';

/** The page waits no longer than this for a stored copy. */
const READ_TIMEOUT_MS = 300;
/** Larger ones would make every start slow. */
const MAX_COPY_LENGTH = 4_000_000;
const MAX_COPIES = 200;
const MAX_TOTAL_LENGTH = 20_000_000;
/** Removing is waited for longer: who removes wants to be sure. */
const REMOVE_TIMEOUT_MS = 2_000;

const copySchema = z.object({ savedAt: z.number(), text: z.string() });
/** A stored query: its JSON and when it was written, so that the oldest can go first. */
export interface StoredCopy extends z.infer<typeof copySchema> {
  /** Instead of a week: what was taken along is kept longer. */
  keepForMs?: number;
}

export interface QueryStorage extends AsyncStorage<StoredCopy> {
  /** Deletes every copy whose key begins so, in one transaction. */
  removeByPrefix(prefix: string): Promise<void>;
  /** Keeps the newest copies and deletes the rest. */
  trim(): Promise<void>;
  /** From here on nothing is read or written, whatever is still under way. */
  close(): void;
}

interface Options {
  databaseName: string;
  /** `memory` keeps copies for as long as the page lives, and nothing on the device. */
  keepIn?: 'device' | 'memory';
  /** Called once, when the device has no room even after the oldest copies were deleted. */
  onOutOfSpace?: () => void;
  /** After somebody deleted the database: whether it may be made anew. */
  mayReopen?: () => boolean;
  getIndexedDb?: () => IDBFactory;
}

/**
 * Storage for query copies that cannot hurt: react-query waits for `getItem` before it asks the network, runs
 * `removeItem` in its error path and does not look at `setItem`. So nothing here rejects or hangs; while the database
 * is out of order, memory stands in.
 */
export function createQueryStorage(options: Options): QueryStorage {
  const { keepIn = 'device', onOutOfSpace, getIndexedDb, mayReopen } = options;
  const database = openUserDatabase(options.databaseName, getIndexedDb, { ...(mayReopen && { mayReopen }) });
  const memory = new Map<string, StoredCopy>();
  let isOpen = true;
  let isWritable = true;
  /** A read that timed out is still under way: until it settles nobody waits for the database again. */
  let isStuck = false;
  let removals = 0;
  /** Prefixes that are being removed or could not be, since when: older copies under them count as gone. */
  const tombstones = new Map<string, number>();

  /** The result of `action`, or `fallback` when the database fails, hangs or is not to be used. */
  async function ask<T>(action: () => Promise<T>, fallback: T, waitMs = READ_TIMEOUT_MS): Promise<T> {
    if (!isOpen || isStuck || keepIn === 'memory') return fallback;
    return new Promise((resolve) => {
      const stopTimer = setAwakeTimer(() => {
        isStuck = true;
        resolve(fallback);
      }, waitMs);
      const settle = (value: T) => {
        stopTimer();
        isStuck = false;
        resolve(isOpen ? value : fallback);
      };
      action().then(settle, () => settle(fallback));
    });
  }

  async function write(key: string, copy: StoredCopy, isRemovedSince: () => boolean): Promise<void> {
    if (keepIn === 'memory' || !isWritable || isStuck) throw new Error('Not kept on the device');
    try {
      await set(key, copy, database.store);
    } catch (error) {
      if (!isOutOfSpace(error)) throw error;
      await removeOldestHalf();
      if (isRemovedSince()) return;
      await set(key, copy, database.store).catch((again: unknown) => {
        if (isOutOfSpace(again)) {
          isWritable = false;
          onOutOfSpace?.();
        }
        throw again;
      });
    }
  }

  async function removeOldestHalf() {
    const copies = await readAll();
    const oldest = copies.toSorted(([, a], [, b]) => a.savedAt - b.savedAt);
    const removed = oldest.slice(0, Math.ceil(oldest.length / 2)).map(([key]) => key);
    await delMany(removed, database.store);
  }

  async function readAll(): Promise<[string, StoredCopy][]> {
    const all = await entries<string, unknown>(database.store);
    return all.map(([key, value]) => [key, parseCopy(value) ?? { savedAt: 0, text: '' }]);
  }

  async function remove(prefix: string, readKeys: () => Promise<string[]>) {
    removals += 1;
    for (const key of memory.keys()) if (key.startsWith(prefix)) memory.delete(key);
    const removal = async () => {
      await delMany(await readKeys(), database.store);
      return true;
    };
    const startedAt = Date.now();
    tombstones.set(prefix, startedAt);
    const isDone = await ask(removal, false, REMOVE_TIMEOUT_MS);
    if (isDone && tombstones.get(prefix) === startedAt) tombstones.delete(prefix);
  }

  function isRemoved(key: string, copy: StoredCopy): boolean {
    return [...tombstones].some(([prefix, at]) => key.startsWith(prefix) && copy.savedAt <= at);
  }

  return {
    async getItem(key) {
      const stored = parseCopy(await ask(() => get<unknown>(key, database.store), undefined));
      if (!isOpen) return undefined;
      const usable = stored && !isRemoved(key, stored) ? stored : undefined;
      const kept = memory.get(key);
      // What the device refused to take may be newer than what it has.
      return usable && kept && kept.savedAt > usable.savedAt ? kept : (usable ?? kept);
    },
    async setItem(key, copy) {
      if (!isOpen || copy.text.length > MAX_COPY_LENGTH) return;
      const startedUnder = removals;
      const isRemovedSince = () => removals !== startedUnder;
      try {
        await write(key, copy, isRemovedSince);
        memory.delete(key);
      } catch {
        // A write may fail a long time after it was asked for: what was removed meanwhile must not come back.
        if (isOpen && !isRemovedSince()) remember(memory, key, copy);
      }
    },
    async removeItem(key) {
      await remove(key, async () => [key]);
    },
    async entries() {
      const stored = await ask(readAll, []);
      return isOpen ? [...stored, ...memory] : [];
    },
    async removeByPrefix(prefix) {
      await remove(prefix, async () =>
        (await keys<string>(database.store)).filter((key) => key.startsWith(prefix)),
      );
    },
    async trim() {
      await ask(async () => {
        const newestFirst = (await readAll()).toSorted(([, a], [, b]) => b.savedAt - a.savedAt);
        let length = 0;
        const removed = newestFirst.filter(([, { text }], index) => {
          length += text.length;
          return index >= MAX_COPIES || length > MAX_TOTAL_LENGTH;
        });
        await delMany(
          removed.map(([key]) => key),
          database.store,
        );
      }, undefined);
    },
    close() {
      isOpen = false;
      memory.clear();
      database.close();
    },
  };
}

function remember(memory: Map<string, StoredCopy>, key: string, copy: StoredCopy) {
  memory.delete(key);
  memory.set(key, copy);
  const [oldest] = memory.keys();
  if (memory.size > MAX_COPIES && oldest !== undefined) memory.delete(oldest);
}

function parseCopy(value: unknown): StoredCopy | undefined {
  const parsed = copySchema.safeParse(value);
  return parsed.success ? parsed.data : undefined;
}

/** The engines name it differently. */
export function isOutOfSpace(error: unknown): boolean {
  return /QuotaExceeded|NS_ERROR_DOM_QUOTA_REACHED/.test(errorName(error));
}
