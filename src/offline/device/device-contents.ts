import { entries, keys } from 'idb-keyval';
import { API_CACHE_PREFIX, FETCHED_AT_HEADER, isUserCacheName, userKey } from '#contract/service-worker.ts';
import {
  cacheDatabaseName,
  countsDatabaseName,
  draftsDatabaseName,
  openUserDatabase,
} from './user-database.ts';

/** What this device keeps for one user. */
export interface DeviceContents {
  /** Stored copies of what was opened: lists, cards, shipments. */
  copies: number;
  photos: number;
  drafts: number;
  /** Counts of warehouses, those that were sent too. */
  counts: number;
  /** When the oldest copy was stored; undefined without copies. */
  since: number | undefined;
}

/** Counts what is kept. What cannot be read counts as nothing: never throws. */
export async function readDeviceContents(userId: number): Promise<DeviceContents> {
  const [queries, responses, photos, drafts, counts] = await Promise.all([
    readCopyTimes(cacheDatabaseName(userId)),
    readResponseTimes(API_CACHE_PREFIX + userKey(userId)),
    countPhotos(),
    countKeys(draftsDatabaseName(userId)),
    countKeys(countsDatabaseName(userId)),
  ]);
  // The page's copies and the worker's are of the same lists and cards: the longer list has them all.
  const times = [...queries, ...responses];
  return {
    copies: Math.max(queries.length, responses.length),
    photos,
    drafts,
    counts,
    since: times.length > 0 ? Math.min(...times) : undefined,
  };
}

async function readCopyTimes(databaseName: string): Promise<number[]> {
  const database = openUserDatabase(databaseName);
  try {
    const all = await entries<string, unknown>(database.store);
    return all.flatMap(([, value]) =>
      typeof value === 'object' && value !== null && 'savedAt' in value && typeof value.savedAt === 'number'
        ? [value.savedAt]
        : [],
    );
  } catch {
    return [];
  } finally {
    database.close();
  }
}

async function readResponseTimes(cacheName: string): Promise<number[]> {
  try {
    if (!(await caches.has(cacheName))) return [];
    const responses = await (await caches.open(cacheName)).matchAll();
    return responses.map(({ headers }) => Number(headers.get(FETCHED_AT_HEADER))).filter((time) => time > 0);
  } catch {
    return [];
  }
}

async function countPhotos(): Promise<number> {
  try {
    const names = (await caches.keys()).filter(isPhotoCache);
    const counts = await Promise.all(
      names.map(async (name) => (await (await caches.open(name)).keys()).length),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  } catch {
    return 0;
  }
}

async function countKeys(databaseName: string): Promise<number> {
  const database = openUserDatabase(databaseName);
  try {
    return (await keys(database.store)).length;
  } catch {
    return 0;
  } finally {
    database.close();
  }
}

function isPhotoCache(name: string): boolean {
  return isUserCacheName(name) && !name.startsWith(API_CACHE_PREFIX);
}
