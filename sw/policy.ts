import { API_CACHE_PREFIX, KEEP_NOTHING_HEADER, userKey, type KeptTag } from '#contract/service-worker.ts';

/** What may be kept, for whom and under which name. Pure: no caches, no clock, no worker. */

/** Read-only calls that a seller needs at a glance without a connection. Analytics and tokens are not among them. */
const KEPT_PATHS: readonly { tag: KeptTag; path: RegExp }[] = [
  { tag: 'Cards', path: /^\/api\/v1\/cards\/$/ },
  { tag: 'CardCounters', path: /^\/api\/v1\/cards\/counters\/$/ },
  { tag: 'Card', path: /^\/api\/v1\/cards\/(\d+)\/(?:shop-cards\/)?$/ },
  { tag: 'Shipments', path: /^\/api\/v1\/shipments\/$/ },
  { tag: 'Shipments', path: /^\/api\/v1\/shipments\/(\d+)\/(?:errors\/|stocks\/)?$/ },
  { tag: 'UserMe', path: /^\/api\/v1\/users\/me\/$/ },
];

/** Not videos: they come in parts, and one is as large as all pictures together. */
const MEDIA_PATH = /^\/media\/(?!videos\/)/;
const USER_PARAMETER = '__u';
const PASS_PARAMETER = 'pass';

export interface KeptCall {
  cacheName: string;
  /** A plain address: a stored `Request` would keep its headers, the bearer token among them. */
  cacheKey: string;
}

interface RequestFacts {
  method: string;
  url: string;
  headers: Pick<Headers, 'get'>;
}

/** Where the answer to this API call is kept; `undefined` when the worker has no business with it. */
export function keptCall(request: RequestFacts, origin: string): KeptCall | undefined {
  if (request.method !== 'GET') return undefined;
  if (request.headers.get(KEEP_NOTHING_HEADER) !== null) return undefined;
  const user = userKeyOf(request.headers.get('authorization'));
  return user === undefined ? undefined : keptAddress(request.url, origin, user);
}

/** Where this user's answer from an address is kept; `undefined` when it is not. */
export function keptAddress(address: string, origin: string, user: string): KeptCall | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  if (url.origin !== origin || !KEPT_PATHS.some(({ path }) => path.test(url.pathname))) return undefined;
  url.searchParams.append(USER_PARAMETER, user);
  return { cacheName: API_CACHE_PREFIX + user, cacheKey: url.href };
}

/** True for a stored address that a tag (of one entity) names. */
export function isNamedBy(cacheKey: string, tag: string, entityId?: number): boolean {
  const { pathname } = new URL(cacheKey);
  return KEPT_PATHS.some((kept) => {
    const match = kept.tag === tag ? kept.path.exec(pathname) : null;
    if (!match) return false;
    return entityId === undefined || match[1] === undefined || match[1] === String(entityId);
  });
}

/** True for a picture that `<img>` asks for. */
export function isMediaRequest(request: RequestFacts, origin: string): boolean {
  if (request.headers.get(KEEP_NOTHING_HEADER) !== null) return false;
  const url = new URL(request.url);
  return request.method === 'GET' && url.origin === origin && MEDIA_PATH.test(url.pathname);
}

/** Under which address a picture is kept: the pass changes from day to day, the picture does not. */
export function mediaKey(address: string): string {
  const url = new URL(address);
  url.searchParams.delete(PASS_PARAMETER);
  return url.href;
}

interface ResponseFacts {
  status: number;
  redirected: boolean;
  headers: Pick<Headers, 'get'>;
}

/** Only our own server's success is kept: no errors, no login page of a hotel. */
export function isKeepable(response: ResponseFacts, kind: 'json' | 'image'): boolean {
  const type = response.headers.get('content-type') ?? '';
  const isOfKind = kind === 'json' ? /^application\/json\b/i.test(type) : /^image\//i.test(type);
  return response.status === 200 && !response.redirected && isOfKind;
}

/** The user of a bearer token. Nothing is verified: this only chooses whose cache it is, the server guards the data. */
function userKeyOf(authorization: string | null): string | undefined {
  const payload = /^Bearer [\w-]+\.([\w-]+)\.[\w-]*$/i.exec(authorization ?? '')?.[1];
  if (payload === undefined) return undefined;
  try {
    // Names come out garbled this way, the id does not.
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    const id = typeof claims === 'object' && claims !== null && 'id' in claims ? claims.id : undefined;
    return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? userKey(id) : undefined;
  } catch {
    return undefined;
  }
}
