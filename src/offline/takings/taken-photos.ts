import { shownPhotoPath, storedPhotoName, withMediaPass } from '#contract/media.ts';
import { KEEP_NOTHING_HEADER, MEDIA_CACHE } from '#contract/service-worker.ts';
import { setAwakeTimer } from '#lib/awake-timer.ts';
import { pause } from '#lib/pause.ts';

/** Pictures are many and small. */
const AT_ONCE = 4;
const TIMEOUT_MS = 30_000;
const COVER_SIZE = 'c246x328';
const EDITOR_SIZE = 'c516x688';
const BUSY_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 60_000;

/** The network is away: pictures that are missing are worth another try. */
export class PhotoUnreachable extends Error {}

export interface TakenPhoto {
  path: string;
  bytes: number;
}

interface Options {
  cacheName: string;
  /** Opens pictures that were uploaded here. */
  pass: string | undefined;
  signal: AbortSignal;
  /** The session that they are taken for has ended: nothing of it may come back. */
  isOver: () => boolean;
  onPhoto: (path: string) => void;
}

/** Of the cover alone, beside the larger one: counted once. */
export function isSmallCover(path: string): boolean {
  return path.includes(`/${COVER_SIZE}/`);
}

/** Where a card's pictures are shown from: the cover of lists, and each one as large as the editor shows it. */
export function photoPaths(photos: readonly string[]): string[] {
  const [cover] = photos;
  const shown = photos.map((photo) => shownPhotoPath(photo, EDITOR_SIZE));
  const small = cover === undefined ? null : shownPhotoPath(cover, COVER_SIZE);
  return [...new Set([small, ...shown])].filter((path) => path !== null);
}

/**
 * Keeps the pictures, few at a time; what is kept already is not asked for. Those that there are not (a dead link) are left out.
 * Rejects with {@link PhotoUnreachable}, the reason of `signal`, or what the storage says.
 */
export async function takePhotos(paths: readonly string[], options: Options): Promise<TakenPhoto[]> {
  if (!('caches' in globalThis) || paths.length === 0) return [];
  const cache = await caches.open(options.cacheName);
  const taken: TakenPhoto[] = [];
  const waiting = [...paths];
  const takeNext = async (): Promise<void> => {
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      const bytes = await takePhoto(cache, path, options);
      if (bytes === undefined) continue;
      taken.push({ path, bytes });
      options.onPhoto(path);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, takeNext));
  return taken;
}

async function takePhoto(
  cache: Cache,
  path: string,
  { cacheName, pass, signal, isOver }: Options,
): Promise<number | undefined> {
  signal.throwIfAborted();
  const stored = await cache.match(path);
  if (stored) return (await stored.blob()).size;
  const response = (await caches.match(path, { cacheName: MEDIA_CACHE })) ?? (await ask(path, pass, signal));
  if (!response) return undefined;
  const { size } = await response.clone().blob();
  signal.throwIfAborted();
  await cache.put(path, response);
  // The session ended while it was written: that makes the cache anew.
  if (isOver()) await caches.delete(cacheName);
  signal.throwIfAborted();
  return size;
}

async function ask(
  path: string,
  pass: string | undefined,
  signal: AbortSignal,
): Promise<Response | undefined> {
  const isUploaded = storedPhotoName(path.replace(/\/c\d+x\d+\//, '/')) !== undefined;
  const address = isUploaded && pass !== undefined ? withMediaPass(path, pass) : path;
  for (;;) {
    const response = await fetchWhole(address, signal);
    const type = response.headers.get('content-type') ?? '';
    if (response.ok && /^image\//i.test(type)) return response;
    if (response.status !== 429 && response.status !== 503) {
      // A server in trouble, or a login page of some network, says nothing of the picture: it is asked for again.
      if (response.status >= 500 || (response.ok && /^text\/html\b/i.test(type)))
        throw new PhotoUnreachable(address);
      return undefined;
    }
    const askedS = Number(response.headers.get('retry-after'));
    await pause(askedS > 0 ? Math.min(askedS * 1000, LONGEST_PAUSE_MS) : BUSY_PAUSE_MS, signal);
    signal.throwIfAborted();
  }
}

/** With its body read: one that is cut is no picture. A redirect leads to somebody else's page. */
async function fetchWhole(address: string, signal: AbortSignal): Promise<Response> {
  const abort = new AbortController();
  const stop = () => abort.abort();
  signal.addEventListener('abort', stop);
  const stopTimer = setAwakeTimer(stop, TIMEOUT_MS);
  try {
    // Past the worker: it would keep them among the newest, and let others go for them.
    const response = await fetch(address, {
      headers: { [KEEP_NOTHING_HEADER]: '1' },
      redirect: 'error',
      signal: abort.signal,
    });
    const { status, headers } = response;
    return new Response(await response.blob(), { status, headers });
  } catch (error) {
    signal.throwIfAborted();
    throw new PhotoUnreachable(address, { cause: error });
  } finally {
    stopTimer();
    signal.removeEventListener('abort', stop);
  }
}

/** Deletes pictures that no taking wants any more, by whoever takes them: nobody else's are on their way. Never throws. */
export async function keepPhotosOf(cacheName: string, wanted: ReadonlySet<string>): Promise<void> {
  try {
    if (wanted.size === 0) {
      await caches.delete(cacheName);
      return;
    }
    const cache = await caches.open(cacheName);
    const unwanted = (await cache.keys()).filter(({ url }) => !wanted.has(new URL(url).pathname));
    await Promise.all(unwanted.map((request) => cache.delete(request)));
  } catch {
    // No caches here: no pictures either.
  }
}

/** Deletes these alone: others may be on their way into the cache. Never throws. */
export async function deletePhotos(cacheName: string, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return;
  try {
    const cache = await caches.open(cacheName);
    await Promise.all(paths.map((path) => cache.delete(path)));
  } catch {
    // No caches here: no pictures either.
  }
}

/** False when the browser, or somebody, has deleted the pictures alone. */
export async function hasPhotos(cacheName: string): Promise<boolean> {
  try {
    return await caches.has(cacheName);
  } catch {
    return true;
  }
}
