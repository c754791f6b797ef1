import type { Page } from '@playwright/test';
import { packText } from '#contract/catalogue/packed-text.ts';

/**
 * Everything that this origin holds in the browser, as text: databases, caches with their headers, storage, the page. Bytes are what they
 * say: the card list is kept as the server sent it.
 */
export async function deviceDump(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const lines: string[] = [];
    const legible = (_: string, value: unknown) => {
      if (value instanceof Uint8Array) return new TextDecoder().decode(value);
      return ArrayBuffer.isView(value) ? 'numbers' : value;
    };
    const asPromise = <T>(request: IDBRequest<T>) =>
      new Promise<T>((done, fail) => {
        request.addEventListener('success', () => done(request.result));
        request.addEventListener('error', () => fail(request.error ?? new Error('IndexedDB')));
      });
    for (const { name = '' } of await indexedDB.databases()) {
      lines.push(`database ${name}`);
      const database = await asPromise(indexedDB.open(name));
      for (const storeName of database.objectStoreNames) {
        const store = database.transaction(storeName).objectStore(storeName);
        const [keys, values] = await Promise.all([asPromise(store.getAllKeys()), asPromise(store.getAll())]);
        for (const [index, key] of keys.entries()) {
          lines.push(`database ${name} ${JSON.stringify(key)} ${JSON.stringify(values[index], legible)}`);
        }
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const response = await cache.match(request, { ignoreVary: true });
        const isText = /json|html|text/.test(response?.headers.get('content-type') ?? '');
        const isOurs = /\/(?:api|media)\//.test(request.url);
        const headers = [...request.headers].map(([key, value]) => `${key}: ${value}`).join('; ');
        const body = isOurs && isText ? await response?.text() : '';
        lines.push(`cache ${name} ${request.url} ${headers} ${body}`);
      }
    }
    for (const storage of [localStorage, sessionStorage]) {
      for (const key of Object.keys(storage)) lines.push(`storage ${key} ${storage.getItem(key)}`);
    }
    lines.push(`page ${document.documentElement.outerHTML}`);
    return lines.join('\n');
  });
}

/** The lines of a dump that speak of what is sought; of a text, also as the card list packs it. */
export function linesWith(dump: string, sought: string | RegExp): string[] {
  return dump
    .split('\n')
    .filter((line) =>
      typeof sought === 'string'
        ? line.includes(sought) || line.includes(packText(sought))
        : sought.test(line),
    )
    .map((line) => line.slice(0, 200));
}
