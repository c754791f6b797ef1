import type { CardCounters } from '#contract/card-list.ts';
import { createListeners } from '#lib/listeners.ts';
import type { FoundRows, ReplicaFacts } from './replica.ts';

/** Why there is none, or no new one; what the seller can do about it is said in the settings. */
type CatalogueProblem = 'full' | 'impossible';

export interface CatalogueStatus extends ReplicaFacts {
  /** Nothing of it runs in this tab: not signed in, switched off, a foreign device, or not started yet. */
  isRunning: boolean;
  problem: CatalogueProblem | null;
}

/** Who can be asked while there is a whole replica. */
export interface CatalogueSource {
  query(query: Record<string, unknown>): Promise<FoundRows | undefined>;
  /** What it has answered to this already, if the replica is still the same. */
  answered(query: Record<string, unknown>): FoundRows | undefined;
  counters(): Promise<CardCounters | undefined>;
  /** What may have been meant by a search that finds nothing. */
  suggest(search: string): Promise<string | undefined>;
  /** The server is asked now what has changed. */
  refresh(): void;
}

const NONE: CatalogueStatus = { isRunning: false, current: null, next: null, problem: null };

const listeners = createListeners();
let status = NONE;
let source: CatalogueSource | undefined;

/**
 * What this tab knows of the replica. All that the first screen loads of it; the rest comes later and sets it
 * (`start-catalogue.ts`).
 */
export const catalogueStatus = {
  get: (): CatalogueStatus => status,
  subscribe: listeners.subscribe,
  source: () => source,
  set(next: ReplicaFacts, of: CatalogueSource): void {
    source = of;
    status = { ...next, isRunning: true, problem: null };
    listeners.tell();
  },
  clear(problem: CatalogueProblem | null = null): void {
    source = undefined;
    status = { ...NONE, problem };
    listeners.tell();
  },
};
