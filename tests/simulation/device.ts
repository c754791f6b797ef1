import { createHash } from 'node:crypto';
import type { QueryClient } from '@tanstack/react-query';
import { unpackText } from '#contract/catalogue/packed-text.ts';
import type { Core, StartCore } from './core-bundle.ts';
import type { DeviceClock } from './device-clock.ts';
import { Emitter } from './emitter.ts';
import { createStream, type Owner, type Scheduler } from './scheduler.ts';
import { SimulatedResponse, type SimulatedCaches } from './simulated-caches.ts';
import { simulatedKeyRange, type SimulatedDatabases } from './simulated-indexeddb.ts';
import type { SimulatedNetwork } from './simulated-network.ts';
import { SimulatedChannels, SimulatedLocalStorage, SimulatedLocks, storageOver } from './simulated-origin.ts';
import { startSimulatedWorker } from './simulated-worker.ts';

/** As `after-first-screen.ts` has it. */
const REPLICA_LOADED_AFTER_MS = 50;
const NETWORK_FREE_AFTER_MS = 2_000;

export interface Tab extends Owner {
  readonly core: Core;
  readonly device: Device;
  /** Undefined until the app has started. */
  client: QueryClient | undefined;
  readonly window: Emitter;
  readonly document: Emitter & { visibilityState: DocumentVisibilityState };
  /** Threads of their own, which end with it. */
  readonly workers: Set<Owner>;
  readonly openedAt: number;
  /** Dies when it crosses so many more of its dealings with the world outside. */
  stepsToLive: number;
  diedAt: number | undefined;
}

interface DeviceParts {
  name: string;
  scheduler: Scheduler;
  databases: SimulatedDatabases;
  network: SimulatedNetwork;
  startCore: StartCore;
  hasLocks: boolean;
  clock: DeviceClock;
  /** Its tabs keep the replica of the card list. */
  hasReplica: boolean;
  /** Where there are any, cards can be taken along. */
  caches: SimulatedCaches | undefined;
  onTabOpened: (tab: Tab) => void;
}

/** A browser: storage that outlives its tabs, and the tabs. */
export class Device {
  readonly name: string;
  readonly hasLocks: boolean;
  readonly databases: SimulatedDatabases;
  readonly network: SimulatedNetwork;
  readonly storage: SimulatedLocalStorage;
  readonly clock: DeviceClock;
  readonly caches: SimulatedCaches | undefined;
  readonly tabs = new Set<Tab>();
  /** What the browser believes of the connection, rightly or not. */
  isOnline = true;
  private readonly scheduler: Scheduler;
  private readonly locks: SimulatedLocks;
  private readonly channels: SimulatedChannels;
  private readonly parts: DeviceParts;
  private tabCount = 0;

  constructor(parts: DeviceParts) {
    this.parts = parts;
    this.name = parts.name;
    this.hasLocks = parts.hasLocks;
    this.scheduler = parts.scheduler;
    this.databases = parts.databases;
    this.network = parts.network;
    this.clock = parts.clock;
    this.caches = parts.caches;
    this.storage = new SimulatedLocalStorage(parts.scheduler);
    this.locks = new SimulatedLocks(parts.scheduler);
    this.channels = new SimulatedChannels(parts.scheduler);
  }

  openTab(): Tab {
    this.tabCount += 1;
    const owner = {
      name: `${this.name}${this.tabCount}`,
      isAlive: true,
      isFrozen: false,
      stepsToLive: Infinity,
      diedAt: undefined,
    };
    this.scheduler.note(`${owner.name} opens`);
    const window = new Emitter();
    const document = Object.assign(new Emitter(), { visibilityState: 'visible' });
    const more = {
      device: this,
      client: undefined,
      window,
      document,
      workers: new Set(),
      openedAt: this.scheduler.now,
    };
    const tab: Tab = Object.assign(owner, more) as unknown as Tab;
    const core = this.parts.startCore(this.globalsOf(tab));
    Object.assign(tab, { core });
    this.tabs.add(tab);
    this.parts.onTabOpened(tab);
    const reload = () => {
      this.kill(tab);
      this.scheduler.after(50, `${this.name} reloads`, () => this.openTab());
    };
    const started = core.startOffline({ onQueryError() {}, onMutationError() {}, onOutOfSpace() {}, reload });
    void started.then(({ queryClient }) => {
      tab.client = queryClient;
      if (this.parts.hasReplica) {
        this.startReplica(tab);
        this.startLiveUpdates(tab, queryClient);
      }
      if (this.caches) this.startTakings(tab);
    });
    return tab;
  }

  /** The tab ends at once, wherever it was: nothing of it runs, sends or stores from here on. */
  kill(tab: Tab): void {
    if (!tab.isAlive) return;
    this.scheduler.note(`${tab.name} is gone`);
    tab.isAlive = false;
    tab.diedAt = this.scheduler.now;
    this.tabs.delete(tab);
    this.databases.release(tab);
    for (const worker of tab.workers) this.databases.release(worker);
    this.locks.release(tab);
    this.channels.release(tab);
    this.storage.release(tab);
  }

  /** Every text that the device would still hold with its power off. */
  dump(): Map<string, string> {
    const texts = new Map<string, string>();
    for (const [name, content] of this.databases.dump())
      texts.set(name, [...content].map(([key, value]) => `${key} ${textOf(value)}`).join('\n'));
    for (const [name, content] of this.caches?.dump() ?? [])
      texts.set(`cache ${name}`, JSON.stringify([...content]));
    texts.set('localStorage', JSON.stringify([...this.storage.items]));
    return texts;
  }

  private startReplica(tab: Tab): void {
    const { scheduler, databases } = this;
    const placing = { owner: tab, isTimer: true };
    const whenFree = new Promise<void>((resolve) => {
      scheduler.after(NETWORK_FREE_AFTER_MS, 'the network is free', resolve, placing);
    });
    const beforeTelling = (what: string) => this.step(tab, what);
    const startWorker = () => startSimulatedWorker({ tab, scheduler, databases, beforeTelling });
    const start = () => void tab.core.startCatalogue({ startWorker, whenFree });
    scheduler.after(REPLICA_LOADED_AFTER_MS, 'the replica is loaded', start, placing);
  }

  private startLiveUpdates(tab: Tab, queryClient: QueryClient): void {
    const start = () => void tab.core.startLiveUpdates(queryClient);
    this.scheduler.after(NETWORK_FREE_AFTER_MS, 'hints are loaded', start, { owner: tab, isTimer: true });
  }

  private startTakings(tab: Tab): void {
    const start = () => void tab.core.startIfTaken();
    this.scheduler.after(NETWORK_FREE_AFTER_MS, 'takings are loaded', start, { owner: tab, isTimer: true });
  }

  private globalsOf(tab: Tab): Record<string, unknown> {
    const { scheduler } = this;
    const step = (what: string) => this.step(tab, what);
    const { window, document } = tab;
    this.storage.join({
      owner: tab,
      stream: createStream(),
      onStorage: (key) => window.emit('storage', { key }),
    });
    const localStorage = this.storage.facadeFor(tab, step);
    const factory = this.databases.factoryFor(tab);
    const globals: Record<string, unknown> = {
      document,
      navigator: this.navigatorOf(tab),
      localStorage,
      sessionStorage: storageOver(new Map()),
      indexedDB: {
        ...factory,
        open: (name: string) => {
          step(`opens ${name}`);
          return factory.open(name);
        },
        deleteDatabase: (name: string) => {
          step(`deletes ${name}`);
          return factory.deleteDatabase(name);
        },
      },
      ...(this.caches && { caches: this.caches.facadeFor(tab, step) }),
      IDBKeyRange: simulatedKeyRange,
      Response: SimulatedResponse,
      fetch: this.network.fetchFor(tab, step),
      BroadcastChannel: this.channels.classFor(tab),
      ...timersOf(tab, scheduler),
      Date: dateOf(() => this.clock.read()),
      Math: mathOf(scheduler.random),
      crypto: cryptoOf(scheduler.random),
    };
    Object.assign(window, globals);
    return { ...globals, window, globalThis: window };
  }

  private navigatorOf(tab: Tab) {
    const isOnline = () => this.isOnline;
    return {
      get onLine() {
        return isOnline();
      },
      ...(this.hasLocks && { locks: this.locks.facadeFor(tab) }),
      storage: { persist: async () => true, persisted: async () => true },
    };
  }

  private step(tab: Tab, what: string): void {
    tab.stepsToLive -= 1;
    if (tab.stepsToLive !== 0) return;
    this.scheduler.note(`${tab.name} dies before: ${what}`);
    this.kill(tab);
  }
}

const textsOfValues = new WeakMap<object, string>();

/** What is stored never changes: another value takes its place. */
function textOf(value: unknown): string {
  const isObject = typeof value === 'object' && value !== null;
  const known = isObject ? textsOfValues.get(value) : undefined;
  if (known !== undefined) return known;
  const text = JSON.stringify(value, readable);
  if (isObject) textsOfValues.set(value, text);
  return text;
}

/** The replica's portions are kept as the server sent them, and the texts of its base are packed. */
function readable(_key: string, value: unknown): unknown {
  if (value instanceof Uint8Array) return new TextDecoder().decode(value);
  if (typeof value === 'string') return `${value} ${unpackText(value)}`;
  return ArrayBuffer.isView(value) ? null : value;
}

interface Timer {
  cancel: () => void;
}

function timersOf(owner: Owner, scheduler: Scheduler) {
  const start = (run: () => void, delayMs: number): Timer => ({
    cancel: scheduler.after(Math.max(0, delayMs), `timer ${delayMs}`, run, { owner, isTimer: true }),
  });
  return {
    setTimeout: (run: () => void, delayMs = 0) => start(run, delayMs),
    clearTimeout: (timer?: Timer) => timer?.cancel(),
    setInterval: (run: () => void, delayMs = 0): Timer => {
      const timer: Timer = { cancel: () => undefined };
      const again = () => {
        timer.cancel = start(tick, delayMs).cancel;
      };
      const tick = () => {
        again();
        run();
      };
      again();
      return timer;
    },
    clearInterval: (timer?: Timer) => timer?.cancel(),
  };
}

function dateOf(now: () => number): DateConstructor {
  const SimulatedDate = class extends Date {
    constructor(at: number | string = Math.floor(now())) {
      super(at);
    }

    static override now() {
      return Math.floor(now());
    }
  };
  return SimulatedDate as unknown as DateConstructor;
}

function mathOf(random: () => number): Math {
  const own = Object.getOwnPropertyDescriptors(Math);
  return Object.create(Object.prototype, { ...own, random: { value: random } }) as Math;
}

function cryptoOf(random: () => number) {
  const digit = () => Math.floor(random() * 16).toString(16);
  return {
    getRandomValues: (bytes: Uint8Array) => {
      for (const index of bytes.keys()) bytes[index] = Math.floor(random() * 256);
      return bytes;
    },
    subtle: {
      digest: async (_name: 'SHA-256', bytes: Uint8Array) =>
        new Uint8Array(createHash('sha256').update(bytes).digest()).buffer,
    },
    randomUUID: () => 'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replace(/x/g, digit),
  };
}
