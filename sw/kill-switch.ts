import { resign } from './resign.ts';

/**
 * The emergency worker: served as `/sw.js` in place of a broken one. After one navigation a client is as if it never
 * had a worker.
 */
declare const self: ServiceWorkerGlobalScope;

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener('activate', (event) => event.waitUntil(resign()));
