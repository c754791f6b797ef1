import { API_CACHE_PREFIX, isUserCacheName, TAKEN_CACHE_PREFIX } from '#contract/service-worker.ts';
import { isNamedBy } from './policy.ts';

/** Removes every cache that may hold something of a user; the shell stays. */
export async function deleteUserCaches(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter(isUserCacheName).map((name) => caches.delete(name)));
}

/** Makes room: what somebody has taken along is not let go for what came by itself. */
export async function deleteUntakenCaches(): Promise<void> {
  const names = await caches.keys();
  const untaken = names.filter((name) => isUserCacheName(name) && !name.startsWith(TAKEN_CACHE_PREFIX));
  await Promise.all(untaken.map((name) => caches.delete(name)));
}

/** Removes the answers that a tag (of one entity) names, of every user. */
export async function deleteTagged(tag: string, entityId: number | undefined): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(API_CACHE_PREFIX));
  await Promise.all(
    names.map(async (name) => {
      const cache = await caches.open(name);
      const named = (await cache.keys()).filter(({ url }) => isNamedBy(url, tag, entityId));
      await Promise.all(named.map((request) => cache.delete(request)));
    }),
  );
}

/** Takes back one entry that must not stay, and the cache that was made for it alone. */
export async function forgetEntry(name: string, request: RequestInfo): Promise<void> {
  const cache = await caches.open(name);
  await cache.delete(request);
  if ((await cache.keys()).length === 0) await caches.delete(name);
}

/** Keeps the entries that were written last: a cache lists them in the order of writing. */
export async function trimCache(name: string, maxEntries: number): Promise<void> {
  const cache = await caches.open(name);
  const requests = await cache.keys();
  const surplus = requests.slice(0, Math.max(0, requests.length - maxEntries));
  await Promise.all(surplus.map((request) => cache.delete(request)));
}

/** True when this device keeps API answers of somebody. */
export async function isAnythingKept(): Promise<boolean> {
  return (await caches.keys()).some((name) => name.startsWith(API_CACHE_PREFIX));
}
