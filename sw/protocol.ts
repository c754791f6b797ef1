/**
 * The worker's side of what `contract/service-worker.ts` says for the page. The two run in programs that may be of
 * different builds, and the worker imports nothing of the app; protocol.test.ts holds them together.
 */

export const FETCHED_AT_HEADER = 'x-fetched-at';
export const SW_CACHE_HEADER = 'x-sw-cache';
export const KEEP_NOTHING_HEADER = 'x-no-store-device';
export const API_CACHE_PREFIX = 'api-';
export const MEDIA_CACHE = 'media-v1';

/** The tags that name something the worker keeps. */
export type KeptTag = 'Cards' | 'Card' | 'CardCounters' | 'Shipments' | 'UserMe';

export type PageMessage =
  | { type: 'SKIP_WAITING' }
  | { type: 'LOGOUT' }
  | { type: 'INVALIDATE'; tag: string; entityId?: number }
  | ({ type: 'KEEP' } & FirstRead);

/** What the page read before this worker was in charge. */
export interface FirstRead {
  userId: number;
  url: string;
  body: string;
  fetchedAt: number;
}

export const LATE_ANSWER = { type: 'LATE_ANSWER' } as const;

export function isUserCacheName(name: string): boolean {
  return name.startsWith(API_CACHE_PREFIX) || name.startsWith('media-');
}

export function userKey(userId: number): string {
  return `u${userId.toString(36)}`;
}
