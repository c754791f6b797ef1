import type { FaultCounts } from './faults.ts';
import type { Invariant } from './judge.ts';
import type { SeedResult } from './run-seed.ts';

/** Sums of many runs. */
export interface Tally {
  seeds: number;
  events: number;
  faults: FaultCounts;
  checks: Map<Invariant, number>;
  add: (result: SeedResult) => void;
}

export function createTally(): Tally {
  const tally: Tally = {
    seeds: 0,
    events: 0,
    faults: new Map(),
    checks: new Map(),
    add({ events, faults, checks }) {
      tally.seeds += 1;
      tally.events += events;
      addUp(tally.faults, faults);
      addUp(tally.checks, checks);
    },
  };
  return tally;
}

function addUp<Key>(sums: Map<Key, number>, counts: ReadonlyMap<Key, number>): void {
  for (const [key, count] of counts) sums.set(key, (sums.get(key) ?? 0) + count);
}
