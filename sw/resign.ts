declare const self: ServiceWorkerGlobalScope;

/** Removes every cache and the worker itself, then loads the open pages anew, without a worker. */
export async function resign(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.map((name) => caches.delete(name)));
  await self.registration.unregister();
  const pages = await self.clients.matchAll({ type: 'window' });
  await Promise.all(pages.map((page) => page.navigate(page.url)));
}
