import type { StorageFault } from './simulated-indexeddb.ts';

/** What may happen to one exchange. */
const exchangeFaults = [
  'request lost',
  'answer lost',
  'request doubled',
  'delay',
  'answer 401',
  'answer 429',
  'answer 500',
  'answer 502',
  'answer 500 after commit',
  'portal answer',
  'cut answer',
] as const;
export type ExchangeFault = (typeof exchangeFaults)[number];

const storageFaults = ['quota', 'broken', 'slow', 'lost'] as const;

/** How many of each kind really happened; the kinds that the script counts itself come beside those above. */
export type FaultCounts = Map<string, number>;

/**
 * The faults of one run, drawn from its seed. Each run has its own selection of kinds: with all of them always on,
 * few runs would get far enough to meet the rarer coincidences.
 */
export class FaultScript {
  readonly counts: FaultCounts = new Map();
  /** No faults from here on. */
  isCalm = false;
  /** Set while a device's storage is in trouble. */
  isStorageIll = false;
  private readonly random: () => number;
  private readonly enabled: Set<string>;
  private readonly rate: number;

  constructor(random: () => number) {
    this.random = random;
    const all = [...exchangeFaults, ...storageFaults];
    this.enabled = new Set(all.filter(() => random() < 0.5));
    this.rate = [0.05, 0.15, 0.3, 0.5][Math.floor(random() * 4)] ?? 0.15;
  }

  count(kind: string): void {
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1);
  }

  /** The fault of the next exchange; `undefined` when it goes well. */
  nextExchange(): ExchangeFault | undefined {
    return this.draw(exchangeFaults, this.rate);
  }

  nextStorage(): StorageFault {
    if (!this.isStorageIll) return 'none';
    return this.draw(storageFaults, 0.3) ?? 'none';
  }

  private draw<Kind extends string>(kinds: readonly Kind[], rate: number): Kind | undefined {
    if (this.isCalm || this.random() >= rate) return undefined;
    const kind = kinds[Math.floor(this.random() * kinds.length)];
    return kind !== undefined && this.enabled.has(kind) ? kind : undefined;
  }
}
