import { LATE_PARTS_CACHE } from '#contract/service-worker.ts';

/** Programs that few need: not in the shell, and kept from their first use on. Today the decoder of pictures of codes. */
const LATE_PART = /^\/assets\/decode-worker-[\w-]+\.js$/;

/** True for such a program of our own. */
export function isLatePart({ method, url }: Pick<Request, 'method' | 'url'>, origin: string): boolean {
  const address = new URL(url);
  return method === 'GET' && address.origin === origin && LATE_PART.test(address.pathname);
}

/** It never changes under its address, which has its hash: the stored one is given first. Nobody's data, so it stays at a sign-out. */
export async function respondWithLatePart(request: Request, event: ExtendableEvent): Promise<Response> {
  const stored = await caches.match(request.url, { cacheName: LATE_PARTS_CACHE, ignoreVary: true });
  if (stored) return stored;
  const response = await fetch(request);
  const isScript = /javascript/.test(response.headers.get('content-type') ?? '');
  if (response.status === 200 && !response.redirected && isScript) {
    const copy = response.clone();
    event.waitUntil(keep(request.url, copy).catch(() => undefined));
  }
  return response;
}

/** The one of this build alone: those before it are of no use to anybody. */
async function keep(address: string, copy: Response): Promise<void> {
  const cache = await caches.open(LATE_PARTS_CACHE);
  await cache.put(address, copy);
  const kept = await cache.keys();
  await Promise.all(kept.filter(({ url }) => url !== address).map((older) => cache.delete(older)));
}
