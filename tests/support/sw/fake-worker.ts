/** The parts of a service worker's world that the tests stand on: caches in memory, events, clients. */

declare const self: ServiceWorkerGlobalScope & Record<string, unknown>;

const SCOPE = 'https://shop.test/';

type Entries = Map<string, { request: Request; response: Response }>;

export interface FakeWorker {
  /** What is stored, as text: names, addresses, headers, bodies. */
  dump: () => Promise<string>;
  /** A fetch event of the page; `settled` waits for everything it was told to wait for. */
  fetchEvent: (request: Request) => FetchEvent & { settled: () => Promise<void> };
  /** What the page has been told. */
  told: unknown[];
}

/** Puts a fake world in place of the missing one. `stub` sets a global for the time of a test. */
export function installFakeWorker(stub: (name: string, value: unknown) => void): FakeWorker {
  const stored = new Map<string, Entries>();
  const told: unknown[] = [];

  class FakeExtendableEvent extends Event {
    readonly pending: Promise<unknown>[] = [];
    waitUntil(promise: Promise<unknown>) {
      this.pending.push(promise);
    }
    /** Waiting may make more to wait for. */
    async settled() {
      for (let index = 0; index < this.pending.length; index += 1)
        await this.pending[index]?.catch(() => undefined);
    }
  }
  class FakeFetchEvent extends FakeExtendableEvent {
    readonly clientId = 'page';
  }

  self['__WB_DISABLE_DEV_LOGS'] = true;
  stub('caches', createCacheStorage(stored));
  stub('ExtendableEvent', FakeExtendableEvent);
  stub('FetchEvent', FakeFetchEvent);
  stub('registration', { scope: SCOPE });
  stub('clients', { get: async () => ({ postMessage: (message: unknown) => told.push(message) }) });

  return {
    told,
    fetchEvent: (request) =>
      Object.assign(new FakeFetchEvent('fetch'), { request }) as unknown as FetchEvent & FakeExtendableEvent,
    async dump() {
      const lines: string[] = [];
      for (const [name, entries] of stored) {
        lines.push(name);
        for (const { request, response } of entries.values()) {
          lines.push(request.url, JSON.stringify([...request.headers, ...response.headers]));
          lines.push(await response.clone().text());
        }
      }
      return lines.join('\n');
    },
  };
}

function createCacheStorage(stored: Map<string, Entries>): CacheStorage {
  const urlOf = (input: RequestInfo | URL) => requestOf(input).url;
  return {
    open: async (name) => {
      const entries: Entries = stored.get(name) ?? new Map<string, never>();
      stored.set(name, entries);
      return createCache(entries, urlOf);
    },
    has: async (name) => stored.has(name),
    keys: async () => [...stored.keys()],
    delete: async (name) => stored.delete(name),
    async match(input, options) {
      const names = options?.cacheName === undefined ? [...stored.keys()] : [options.cacheName];
      const found = names.map((name) => stored.get(name)?.get(urlOf(input))).find(Boolean);
      return found?.response.clone();
    },
  };
}

function createCache(entries: Entries, urlOf: (input: RequestInfo | URL) => string): Cache {
  const cache: Partial<Cache> = {
    match: async (input) => entries.get(urlOf(input))?.response.clone(),
    async put(input, response) {
      const request = requestOf(input);
      // The real one reads the whole body first: a body that is cut is never stored.
      const body = await response.clone().arrayBuffer();
      const { status, statusText, headers } = response;
      entries.delete(request.url);
      entries.set(request.url, { request, response: new Response(body, { status, statusText, headers }) });
    },
    delete: async (input) => entries.delete(urlOf(input)),
    keys: async () => [...entries.values()].map(({ request }) => request),
  };
  return cache as Cache; // nothing else of it is used
}

/** An address without an origin is of the worker's own. */
function requestOf(input: RequestInfo | URL): Request {
  return new Request(typeof input === 'string' ? new URL(input, SCOPE) : input);
}
