/**
 * What the page and its service worker promise each other: names of caches, headers and messages. The two may be of
 * different builds: the worker parses what it is told (`sw/messages.ts`). This file imports nothing, so that the worker stays small.
 */

/** Cache tags: every query key begins with one, and one word clears every copy of what it names. */
export const cacheTags = [
  'Cards',
  'Card',
  'CardCounters',
  'CardTemplates',
  'CardViews',
  'BulkEdits',
  'GroupMoves',
  'Imports',
  'Warehouses',
  'WarehouseGroups',
  'Shipments',
  'UserMe',
  'Shops',
  'Promotions',
  'Profit',
  'Sessions',
] as const;
export type CacheTag = (typeof cacheTags)[number];
/** The tags that name something the worker keeps. */
export type KeptTag = Extract<CacheTag, 'Cards' | 'Card' | 'CardCounters' | 'Shipments' | 'UserMe'>;

/** When the worker received the answer from the server: milliseconds of the device's clock. */
export const FETCHED_AT_HEADER = 'x-fetched-at';
/** `hit` when the worker answered from its cache. */
export const SW_CACHE_HEADER = 'x-sw-cache';
/** `1` on requests from a foreign device, and for what is kept elsewhere: the worker stays out of the way and keeps nothing. */
export const KEEP_NOTHING_HEADER = 'x-no-store-device';

/** API answers of one user live in `api-<user key>`. */
export const API_CACHE_PREFIX = 'api-';
/** Photos of products, of every user. */
export const MEDIA_CACHE = 'media-v1';
/** Programs that are not in the shell; of no user. */
export const LATE_PARTS_CACHE = 'parts-v1';

/** Photos that a user has taken along: nothing but letting them go, and the end of the session, takes them away. */
export const TAKEN_CACHE_PREFIX = 'taken-';

/**
 * Every cache that may hold something of a user; the precached shell is not among them. Requests of `<img>` carry no
 * user, so all product photos go at a logout.
 */
export function isUserCacheName(name: string): boolean {
  return /^(?:api|media|taken)-/.test(name);
}

/** The user's part in names of caches and databases. Not a hash: two users can never share a name. */
export function userKey(userId: number): string {
  return `u${userId.toString(36)}`;
}

/** Messages from the page; each is answered with `true` on the sent port once it is done. */
export type PageToWorkerMessage =
  | { type: 'SKIP_WAITING' }
  | { type: 'LOGOUT' }
  | { type: 'INVALIDATE'; tag: CacheTag; entityId?: number }
  | ({ type: 'KEEP' } & FirstRead);

/** What the page read before its worker was in charge: the body as it came, and when. */
export interface FirstRead {
  userId: number;
  url: string;
  body: string;
  fetchedAt: number;
}

/** Message to the page: the network's answer came after a stored one had been served. */
export interface LateResponseMessage {
  type: 'LATE_ANSWER';
}
