import type { Deps } from '#server/jobs/deps.ts';

/** The shop that is read, and what it is read with. */
export interface StageRun {
  deps: Pick<Deps, 'database' | 'marketplace'>;
  accountId: number;
  shopId: number;
}
/** One step of a stage, a page or so; null when the stage is over. */
export type StageStep = (run: StageRun, offset: number) => Promise<{ nextOffset: number } | null>;
