import { registerQuotaErrorCallback } from 'workbox-core';
import type { WorkboxPlugin } from 'workbox-core';
import { NetworkFirst } from 'workbox-strategies';
import { deleteUntakenCaches, forgetEntry, trimCache } from './caches.ts';
import { currentEpoch } from './epoch.ts';
import { isKeepable, type KeptCall } from './policy.ts';
import { FETCHED_AT_HEADER, SW_CACHE_HEADER, type LateResponseMessage } from '#contract/service-worker.ts';

declare const self: ServiceWorkerGlobalScope;

/** A list must not keep the page waiting longer than this while a copy is at hand. */
const NETWORK_TIMEOUT_S = 3;
const KEEP_FOR_MS = 7 * 24 * 3600 * 1000;
export const MAX_ENTRIES = 300;

/** What one request remembers between the steps of the strategy. */
interface CallState {
  epoch?: number;
  fetchedAt?: number;
  isStoredServed?: boolean;
  failure?: Response;
}

/** Lets the cache go when the device is full; answers are still delivered. */
export function registerQuotaPurge(): void {
  registerQuotaErrorCallback(() => deleteUntakenCaches());
}

/**
 * Answers a kept call: the network within three seconds, else the stored copy, marked and with its age. A 5xx is an
 * answer only when there is no copy.
 */
export function respondToKeptCall(
  kept: KeptCall,
  request: Request,
  event: ExtendableEvent,
): Promise<Response> {
  const strategy = new NetworkFirst({
    cacheName: kept.cacheName,
    networkTimeoutSeconds: NETWORK_TIMEOUT_S,
    matchOptions: { ignoreVary: true },
    plugins: [keeping(kept)],
  });
  const [response, stored] = strategy.handleAll({ request, event });
  // A copy that could not be stored (no room) is no failure of the call.
  stored.catch(() => undefined);
  return response;
}

function keeping({ cacheName, cacheKey }: KeptCall): WorkboxPlugin {
  const state: CallState = {};
  return {
    handlerWillStart: async () => {
      state.epoch = currentEpoch();
    },
    cacheKeyWillBeUsed: async () => cacheKey,
    fetchDidSucceed: async ({ response }) => {
      state.fetchedAt = Date.now();
      if (response.status < 500) return response;
      state.failure = response;
      throw new Error(`The server answered ${response.status}`);
    },
    handlerDidError: async () => state.failure,
    cacheWillUpdate: async ({ response }) => {
      const isCurrent = state.epoch === currentEpoch();
      return isCurrent && isKeepable(response, 'json')
        ? withHeader(response, FETCHED_AT_HEADER, String(state.fetchedAt))
        : null;
    },
    cachedResponseWillBeUsed: async ({ cachedResponse }) => {
      if (!cachedResponse || isTooOld(cachedResponse)) return null;
      state.isStoredServed = true;
      return withHeader(cachedResponse, SW_CACHE_HEADER, 'hit');
    },
    cacheDidUpdate: async ({ request, event }) => {
      if (state.epoch !== currentEpoch()) {
        // The logout came between the check above and the writing.
        await forgetEntry(cacheName, request);
        return;
      }
      await trimCache(cacheName, MAX_ENTRIES);
      if (state.isStoredServed) await tellLateResponse(event);
    },
  };
}

function isTooOld(response: Response): boolean {
  const fetchedAt = Number(response.headers.get(FETCHED_AT_HEADER));
  return !(fetchedAt > 0) || Date.now() - fetchedAt > KEEP_FOR_MS;
}

function withHeader(response: Response, name: string, value: string): Response {
  const headers = new Headers(response.headers);
  headers.set(name, value);
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

/** The page shows a copy and may now have better. */
async function tellLateResponse(event: Event | undefined): Promise<void> {
  if (!event || !('clientId' in event) || typeof event.clientId !== 'string') return;
  const client = await self.clients.get(event.clientId);
  const message: LateResponseMessage = { type: 'LATE_ANSWER' };
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a client of a worker has no target origin
  client?.postMessage(message);
}
