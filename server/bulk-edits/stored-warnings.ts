import type { BulkWarning } from '#contract/bulk-rows.ts';

/** Kept with the warnings, so that it is found with them; told apart from them, for installed builds know no such warning. */
export const RAISED = 'RAISED';
export type StoredWarning = BulkWarning | typeof RAISED;

export function toldOf(stored: readonly StoredWarning[]): { warnings: BulkWarning[]; isRaised?: true } {
  return {
    warnings: stored.filter((warning) => warning !== RAISED),
    ...(stored.includes(RAISED) && { isRaised: true }),
  };
}
