import { cacheNames, clientsClaim } from 'workbox-core';
import {
  cleanupOutdatedCaches,
  PrecacheController,
  type PrecacheEntry,
  PrecacheRoute,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { respondToKeptCall, registerQuotaPurge } from './api-cache.ts';
import { isLatePart, respondWithLatePart } from './late-parts.ts';
import { respondWithMedia } from './media-cache.ts';
import { obey, parseMessage } from './messages.ts';
import { isMediaRequest, keptCall } from './policy.ts';
import { addStaticRoutes, hasStaticRoutes, storeMissingStarts, storeStarts } from './static-routes.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (PrecacheEntry | string)[] };

// The shell: every route starts without a connection. A file that is not in it stays what the server says, a 404 too:
// the index in its place would be stored as a script.
const shell = new PrecacheController();
shell.addToCacheList(self.__WB_MANIFEST);
self.addEventListener('install', (event: InstallEvent) => {
  // Without them the worker leads everything, as it does in other browsers.
  event.waitUntil(addStaticRoutes(event, cacheNames.precache).catch(() => undefined));
  event.waitUntil(shell.install(event));
});
self.addEventListener('activate', (event) => {
  // What is not of this build goes first, the documents of the build before among it.
  event.waitUntil(shell.activate(event).then(storeDocument));
});
/** Looked for once in a worker's life, which is a few minutes of use. */
let missingDocuments: Promise<void> | undefined;
registerRoute(new PrecacheRoute(shell));
cleanupOutdatedCaches();
registerRoute(
  new NavigationRoute(shell.createHandlerBoundToURL('/index.html'), {
    denylist: [/^\/api(?:\/|$)/, /^\/media\//, /\/[^/?]+\.[^/?]+(?:\?|$)/],
  }),
);

self.addEventListener('fetch', (event) => {
  missingDocuments ??= storeMissingDocuments();
  event.waitUntil(missingDocuments);
  const { request } = event;
  const kept = keptCall(request, self.location.origin);
  if (kept) event.respondWith(respondToKeptCall(kept, request, event));
  else if (isMediaRequest(request, self.location.origin)) event.respondWith(respondWithMedia(request, event));
  else if (isLatePart(request, self.location.origin)) event.respondWith(respondWithLatePart(request, event));
});
registerQuotaPurge();

// A first visit is under the worker's care at once; a new version waits until the user wants it.
clientsClaim();
self.addEventListener('message', (event) => {
  const message = parseMessage(event.data);
  if (!message) return;
  event.waitUntil(
    obey(message, () => self.skipWaiting()).then(
      () => event.ports[0]?.postMessage(true),
      () => event.ports[0]?.postMessage(false),
    ),
  );
});

const readDocument = () => shell.matchPrecache('/index.html');

async function storeDocument(): Promise<void> {
  const document = hasStaticRoutes() ? await readDocument() : undefined;
  if (document) await storeStarts(document, cacheNames.precache);
}

async function storeMissingDocuments(): Promise<void> {
  if (!hasStaticRoutes()) return;
  // Still no room, perhaps: the next life of the worker tries again.
  await storeMissingStarts(readDocument, cacheNames.precache).catch(() => undefined);
}
