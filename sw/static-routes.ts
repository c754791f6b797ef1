/**
 * What a start needs comes from the worker's cache without the worker, which a device that has been asleep starts for a tenth of a
 * second and more. https://w3c.github.io/ServiceWorker/#static-router: Chromium has it, the others go by the worker.
 */
interface RouterRule {
  condition: {
    urlPattern: string | { pathname: string; search: string };
    requestMode?: RequestMode;
  };
  source: { cacheName: string } | 'fetch-event';
}

// TypeScript knows neither the event nor its method yet, and neither do all browsers.
declare global {
  interface InstallEvent extends ExtendableEvent {
    addRoutes?: (rules: RouterRule[]) => Promise<void>;
  }
  var InstallEvent: { prototype: InstallEvent } | undefined;
}

/** Where people start: the installed app, its shortcuts, and the address bar. An address is found to the letter or not at all. */
export const STARTS = [
  '/home/cards',
  '/home/shipments',
  '/home/promotions',
  '/home/analytics/profit',
].flatMap((path) => [path, `${path}?source=pwa`]);

/** Tells the browser, as the worker is installed, what it finds in the shell's cache by itself. */
export async function addStaticRoutes(event: InstallEvent, cacheName: string): Promise<void> {
  await event.addRoutes?.([
    // Kept by the worker from its first use on, not with the shell.
    { condition: { urlPattern: '/assets/decode-worker-*' }, source: 'fetch-event' },
    { condition: { urlPattern: '/assets/*' }, source: { cacheName } },
    ...STARTS.map((address): RouterRule => {
      const [pathname = '', search = ''] = address.split('?');
      return {
        condition: { urlPattern: { pathname, search }, requestMode: 'navigate' },
        source: { cacheName },
      };
    }),
  ]);
}

/**
 * Stores the document under each start's address, as the worker takes charge: a navigation waits until it has, and until then the
 * addresses are those of the worker before. Among the files of the shell, so that the document never outlives them: what a route does
 * not find is asked of the network, and an old document whose parts are gone could not even ask for a newer worker.
 */
export async function storeStarts(document: Response, cacheName: string): Promise<void> {
  const cache = await caches.open(cacheName);
  await Promise.all(STARTS.map((address) => cache.put(address, document.clone())));
}

/**
 * Stores it where it is missing: the device may have had no room for it as the worker took charge, and without it a start at that address
 * without a connection is a page of the browser.
 */
export async function storeMissingStarts(
  readDocument: () => Promise<Response | undefined>,
  cacheName: string,
): Promise<void> {
  const cache = await caches.open(cacheName);
  const kept = await Promise.all(STARTS.map((address) => cache.match(address)));
  const missing = STARTS.filter((_, index) => kept[index] === undefined);
  const document = missing.length > 0 ? await readDocument() : undefined;
  if (document) await Promise.all(missing.map((address) => cache.put(address, document.clone())));
}

/** Whether this browser asks the caches by itself: for others the copies would lie there for nothing. */
export function hasStaticRoutes(): boolean {
  return 'addRoutes' in (globalThis.InstallEvent?.prototype ?? {});
}
