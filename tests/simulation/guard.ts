import type { Invariant } from './judge.ts';
import type { Mutation } from './take-out.ts';

/** A guard of the core, how to take it out, and the promise that falls without it. */
export interface Guard {
  name: string;
  mutations: Mutation[];
  invariant: Invariant;
  /** The first seed that shows it; when the core changes, another one soon after does. */
  seed: number;
  /** Its seed is one of a world with the replica; the older ones are of a world without. */
  isOfReplica?: boolean;
  /** One with the replica where cards are taken along, too. */
  isOfTakings?: boolean;
  /** One with the replica where tabs are looked away from. */
  isOfHidden?: boolean;
  /** One with the replica where pages of the feed come late, and tabs are looked away from. */
  isOfLatePages?: boolean;
  /**
   * The test that falls without the guard. So rare a coincidence shows it in the simulation that every change of the core
   * costs a search through tens of thousands of seeds: `npm run simulate -- --guards` looks, `npm test` runs the test.
   */
  heldBy?: string;
}

/** The world that its seeds are of. */
export function worldOf({
  isOfReplica = false,
  isOfTakings = false,
  isOfHidden = false,
  isOfLatePages = false,
}: Guard) {
  return {
    hasReplica: isOfReplica || isOfTakings,
    hasTakings: isOfTakings,
    hasHidden: isOfHidden || isOfLatePages,
    hasLatePages: isOfLatePages,
  };
}
