import { isAnythingKept, trimCache } from './caches.ts';
import { currentEpoch } from './epoch.ts';
import { isKeepable, mediaKey } from './policy.ts';
import { MEDIA_CACHE, TAKEN_CACHE_PREFIX } from '#contract/service-worker.ts';

const MAX_PICTURES = 300;
/** To count them is to read a list of all; a few more for a while cost less. */
const TRIMMED_EVERY = 25;
/** A worker that has just started does not know how many there are. */
let keptSinceTrim = TRIMMED_EVERY;

/** A picture never changes under its address: the stored one is given first. */
export async function respondWithMedia(request: Request, event: ExtendableEvent): Promise<Response> {
  const key = mediaKey(request.url);
  const stored = (await matchIn(MEDIA_CACHE, key)) ?? (await matchTaken(key));
  if (stored) return stored;
  const epoch = currentEpoch();
  const response = await fetch(request).catch(async (error: unknown) => {
    // Better a smaller one than none.
    const smaller = await matchTaken(key.replace('/big/', '/c516x688/'));
    if (smaller) return smaller;
    throw error;
  });
  if (isKeepable(response, 'image')) {
    const copy = response.clone();
    event.waitUntil(keep(key, copy, epoch).catch(() => undefined));
  }
  return response;
}

function matchIn(cacheName: string, key: string): Promise<Response | undefined> {
  return caches.match(key, { cacheName, ignoreVary: true });
}

/** The page fills these caches and takes them away. */
async function matchTaken(key: string): Promise<Response | undefined> {
  for (const name of await caches.keys()) {
    const taken = name.startsWith(TAKEN_CACHE_PREFIX) ? await matchIn(name, key) : undefined;
    if (taken) return taken;
  }
  return undefined;
}

async function keep(key: string, copy: Response, epoch: number): Promise<void> {
  // `<img>` cannot say that the device is a foreign one; there no API answers are kept, so no pictures either.
  if (epoch !== currentEpoch() || !(await isAnythingKept())) return;
  const cache = await caches.open(MEDIA_CACHE);
  await cache.put(key, copy);
  if (epoch !== currentEpoch()) {
    await cache.delete(key);
    return;
  }
  keptSinceTrim += 1;
  if (keptSinceTrim <= TRIMMED_EVERY) return;
  keptSinceTrim = 0;
  await trimCache(MEDIA_CACHE, MAX_PICTURES);
}
