import type { Owner, Scheduler } from './scheduler.ts';
import type { StorageFault } from './simulated-indexeddb.ts';

/** The body of a picture, which nobody looks into. */
export interface SimulatedBlob {
  size: number;
  text: string;
}

/** A whole `Response`, as far as pictures need it: the real one would settle in turns of the real loop. */
export class SimulatedResponse {
  readonly status: number;
  readonly headers: Headers;
  private readonly body: SimulatedBlob;

  constructor(body: SimulatedBlob, { status, headers }: { status: number; headers: Headers }) {
    this.body = body;
    this.status = status;
    this.headers = headers;
  }

  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  clone(): SimulatedResponse {
    return this;
  }

  async blob(): Promise<SimulatedBlob> {
    return this.body;
  }

  text(): string {
    return this.body.text;
  }
}

type Entries = Map<string, SimulatedResponse>;

/** Cache Storage of a device. A cache that was deleted goes on for whoever has it open, and nobody else sees it. */
export class SimulatedCaches {
  private readonly scheduler: Scheduler;
  private readonly nextFault: () => StorageFault;
  private readonly byName = new Map<string, Entries>();

  constructor(scheduler: Scheduler, nextFault: () => StorageFault) {
    this.scheduler = scheduler;
    this.nextFault = nextFault;
  }

  /** What is in each cache: addresses and bodies. */
  dump(): Map<string, Map<string, string>> {
    const texts = (entries: Entries) => new Map([...entries].map(([path, one]) => [path, one.text()]));
    return new Map([...this.byName].map(([name, entries]) => [name, texts(entries)]));
  }

  /** `beforeWrite` is crossed with each write: the tab may die there. */
  facadeFor(owner: Owner, beforeWrite: (what: string) => void) {
    const { byName } = this;
    const read = <T>(label: string, work: () => T) => this.later(owner, label, work);
    const write = <T>(label: string, work: () => T) => {
      beforeWrite(label);
      return this.later(owner, label, work);
    };
    const handleOf = (entries: Entries) => ({
      match: (path: string) => read(`looks for ${path}`, () => entries.get(path)),
      put: (path: string, response: SimulatedResponse) =>
        write(`keeps ${path}`, () => {
          if (this.nextFault() === 'quota') throw new DOMException('full', 'QuotaExceededError');
          entries.set(path, response);
        }),
      keys: () => read('lists pictures', () => [...entries.keys()].map((path) => ({ url: ORIGIN + path }))),
      delete: ({ url }: { url: string }) =>
        write(`deletes ${url}`, () => entries.delete(url.slice(ORIGIN.length))),
    });
    return {
      open: (name: string) =>
        write(`opens the cache ${name}`, () => {
          const entries = byName.get(name) ?? new Map<string, SimulatedResponse>();
          byName.set(name, entries);
          return handleOf(entries);
        }),
      match: (path: string, { cacheName }: { cacheName: string }) =>
        read(`looks for ${path}`, () => byName.get(cacheName)?.get(path)),
      keys: () => read('lists caches', () => [...byName.keys()]),
      has: (name: string) => read(`looks for the cache ${name}`, () => byName.has(name)),
      delete: (name: string) => write(`deletes the cache ${name}`, () => byName.delete(name)),
    };
  }

  private later<T>(owner: Owner, label: string, work: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      const run = () => {
        try {
          resolve(work());
        } catch (error) {
          reject(error);
        }
      };
      this.scheduler.after(this.scheduler.latency(1), label, run, { owner });
    });
  }
}

const ORIGIN = 'https://shop.test';
