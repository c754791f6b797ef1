import { isAnythingKept, trimCache } from './caches.ts';
import { currentEpoch } from './epoch.ts';
import { isKeepable, mediaKey } from './policy.ts';
import { MEDIA_CACHE } from '#contract/service-worker.ts';

const MAX_PICTURES = 300;
/** To count them is to read a list of all; a few more for a while cost less. */
const TRIMMED_EVERY = 25;
/** A worker that has just started does not know how many there are. */
let keptSinceTrim = TRIMMED_EVERY;

/** A picture never changes under its address: the stored one is given first. */
export async function respondWithMedia(request: Request, event: ExtendableEvent): Promise<Response> {
  const key = mediaKey(request.url);
  const stored = await caches.match(key, { cacheName: MEDIA_CACHE, ignoreVary: true });
  if (stored) return stored;
  const epoch = currentEpoch();
  const response = await fetch(request);
  if (isKeepable(response, 'image')) {
    const copy = response.clone();
    event.waitUntil(keep(key, copy, epoch).catch(() => undefined));
  }
  return response;
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
