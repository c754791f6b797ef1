import { MAX_ENTRIES } from './api-cache.ts';
import { forgetEntry, trimCache } from './caches.ts';
import { currentEpoch } from './epoch.ts';
import { keptAddress } from './policy.ts';
import { FETCHED_AT_HEADER, userKey, type FirstRead } from '#contract/service-worker.ts';

declare const self: ServiceWorkerGlobalScope;

/**
 * Keeps what the page read before the worker was in charge, by the rules of what it reads later: only what is kept at
 * all, under the user's name, with its time, and nothing from before a logout or a change.
 */
export async function keepFirstRead({ userId, url, body, fetchedAt }: FirstRead): Promise<void> {
  const kept = keptAddress(url, new URL(self.registration.scope).origin, userKey(userId));
  if (!kept) return;
  const epoch = currentEpoch();
  const cache = await caches.open(kept.cacheName);
  const stored = await cache.match(kept.cacheKey);
  if (Number(stored?.headers.get(FETCHED_AT_HEADER) ?? 0) < fetchedAt) {
    const headers = { 'content-type': 'application/json', [FETCHED_AT_HEADER]: String(fetchedAt) };
    await cache.put(kept.cacheKey, new Response(body, { headers }));
  }
  if (epoch === currentEpoch()) await trimCache(kept.cacheName, MAX_ENTRIES);
  else await forgetEntry(kept.cacheName, kept.cacheKey);
}
