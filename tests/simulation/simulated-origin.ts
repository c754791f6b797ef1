import { Emitter } from './emitter.ts';
import { createStream, type Owner, type Scheduler, type Stream } from './scheduler.ts';

/** What all tabs of one device share besides the databases: web storage, locks and channels. */

export interface StorageListener {
  owner: Owner;
  stream: Stream;
  onStorage: (key: string | null) => void;
}

/** Local storage of a device; a write of one tab is told to the others. */
export class SimulatedLocalStorage {
  readonly items = new Map<string, string>();
  private capacity = Infinity;
  private readonly scheduler: Scheduler;
  private readonly listeners = new Set<StorageListener>();

  constructor(scheduler: Scheduler) {
    this.scheduler = scheduler;
  }

  join(listener: StorageListener): void {
    this.listeners.add(listener);
  }

  release(owner: Owner): void {
    for (const listener of this.listeners) if (listener.owner === owner) this.listeners.delete(listener);
  }

  get isFull(): boolean {
    return this.capacity < Infinity;
  }

  /**
   * No room beyond what is taken now. As browsers do it: a write that grows is refused, one that takes the room of what
   * was removed or replaced goes through, so that of two values the first may be kept and the second not.
   */
  fillUp(): void {
    this.capacity = this.size();
  }

  makeRoom(): void {
    this.capacity = Infinity;
  }

  private size(): number {
    return [...this.items].reduce((sum, [key, value]) => sum + key.length + value.length, 0);
  }

  private set(key: string, value: string): void {
    const before = this.items.get(key);
    const growth = value.length - (before === undefined ? -key.length : before.length);
    if (growth > 0 && this.size() + growth > this.capacity)
      throw new DOMException('full', 'QuotaExceededError');
    this.items.set(key, value);
  }

  /** `beforeWrite` is crossed with each write: the tab may die there. */
  facadeFor(owner: Owner, beforeWrite: (what: string) => void): Storage {
    const write = (key: string, change: () => void) => {
      beforeWrite(`local storage ${key}`);
      if (!owner.isAlive) return;
      change();
      for (const { owner: other, stream, onStorage } of this.listeners) {
        if (other === owner) continue;
        const delayMs = this.scheduler.latency(4);
        this.scheduler.after(delayMs, `storage event ${key}`, () => onStorage(key), { owner: other, stream });
      }
    };
    return storageOver(this.items, {
      set: (key, value) => write(key, () => this.set(key, value)),
      remove: (key) => {
        if (this.items.has(key)) write(key, () => this.items.delete(key));
      },
    });
  }
}

/** A `Storage` whose keys can be listed as those of the real one. */
export function storageOver(
  items: Map<string, string>,
  { set, remove }: { set: (key: string, value: string) => void; remove: (key: string) => void } = {
    set: (key, value) => items.set(key, value),
    remove: (key) => items.delete(key),
  },
): Storage {
  const methods = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: set,
    removeItem: remove,
    clear: () => {
      for (const key of items.keys()) remove(key);
    },
  };
  const facade = new Proxy(methods, {
    ownKeys: () => [...items.keys()],
    getOwnPropertyDescriptor: (_, key) => ({
      value: items.get(String(key)),
      enumerable: true,
      configurable: true,
    }),
  });
  return facade as unknown as Storage; // what the app uses of it
}

type LockWork<T> = (lock: object | null) => T | Promise<T>;
type LockArguments<T> =
  [options: { signal?: AbortSignal; ifAvailable?: boolean }, work: LockWork<T>] | [work: LockWork<T>];

interface LockRequest {
  owner: Owner;
  run: () => Promise<unknown>;
}

/** Web Locks of a device: first come, first served; freed when their tab dies. */
export class SimulatedLocks {
  private readonly scheduler: Scheduler;
  private readonly held = new Map<string, LockRequest>();
  private readonly queues = new Map<string, LockRequest[]>();

  constructor(scheduler: Scheduler) {
    this.scheduler = scheduler;
  }

  facadeFor(owner: Owner) {
    return {
      request: <T>(name: string, ...given: LockArguments<T>): Promise<T> =>
        new Promise((resolve, reject) => {
          const [options, work] = given.length === 2 ? given : [{}, given[0]];
          const callback = async (lock: object | null) => work(lock);
          const request: LockRequest = {
            owner,
            run: async () => callback({ name }).then(resolve, reject),
          };
          options.signal?.addEventListener('abort', () => {
            const queue = this.queues.get(name) ?? [];
            if (!queue.includes(request)) return;
            this.queues.set(
              name,
              queue.filter((one) => one !== request),
            );
            reject(new DOMException('Aborted', 'AbortError'));
          });
          this.scheduler.after(
            this.scheduler.latency(1),
            `asks for the lock ${name}`,
            () => {
              const isFree = !this.held.has(name) && (this.queues.get(name) ?? []).length === 0;
              if (options.signal?.aborted) reject(new DOMException('Aborted', 'AbortError'));
              else if (options.ifAvailable && !isFree) callback(null).then(resolve, reject);
              else {
                this.queues.set(name, [...(this.queues.get(name) ?? []), request]);
                this.grant(name);
              }
            },
            { owner },
          );
        }),
    };
  }

  release(owner: Owner): void {
    for (const [name, queue] of this.queues) {
      this.queues.set(
        name,
        queue.filter((one) => one.owner !== owner),
      );
    }
    for (const [name, { owner: holder }] of this.held) if (holder === owner) this.free(name);
  }

  private grant(name: string): void {
    if (this.held.has(name)) return;
    const [next, ...others] = this.queues.get(name) ?? [];
    if (!next) return;
    this.queues.set(name, others);
    this.held.set(name, next);
    const done = () => {
      if (this.held.get(name) === next) this.free(name);
    };
    const start = () => void next.run().then(done, done);
    this.scheduler.after(this.scheduler.latency(1), `has the lock ${name}`, start, { owner: next.owner });
  }

  private free(name: string): void {
    this.held.delete(name);
    this.grant(name);
  }
}

interface Port {
  owner: Owner;
  name: string;
  stream: Stream;
  receive: (data: unknown) => void;
}

/** Broadcast channels of a device. */
export class SimulatedChannels {
  private readonly scheduler: Scheduler;
  private readonly ports = new Set<Port>();

  constructor(scheduler: Scheduler) {
    this.scheduler = scheduler;
  }

  /** The class `BroadcastChannel` of one tab. */
  classFor(owner: Owner) {
    const { ports, scheduler } = this;
    return class extends Emitter {
      private readonly port: Port;

      constructor(name: string) {
        super();
        const receive = (data: unknown) => this.emit('message', { data });
        this.port = { owner, name, stream: createStream(), receive };
        ports.add(this.port);
      }

      postMessage(data: unknown): void {
        if (!owner.isAlive) return;
        const text = JSON.stringify(data);
        for (const port of ports) {
          if (port === this.port || port.name !== this.port.name) continue;
          const receive = () => ports.has(port) && port.receive(structuredClone(data));
          scheduler.after(scheduler.latency(4), `hears ${text} on ${port.name}`, receive, {
            owner: port.owner,
            stream: port.stream,
          });
        }
      }

      close(): void {
        ports.delete(this.port);
      }
    };
  }

  release(owner: Owner): void {
    for (const port of this.ports) if (port.owner === owner) this.ports.delete(port);
  }
}
