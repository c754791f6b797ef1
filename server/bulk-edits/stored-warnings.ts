import type { BulkWarning } from '#contract/bulk-rows.ts';

/** Kept with the warnings, so that they are found with them; told apart from them, for installed builds know no such warnings. */
export const RAISED = 'RAISED';
const UNLISTED = 'UNLISTED ';
export type StoredWarning = BulkWarning | typeof RAISED | UnlistedWarning;
type UnlistedWarning = `${typeof UNLISTED}${string}`;

interface ToldWarnings {
  warnings: BulkWarning[];
  isRaised?: true;
  unlisted?: string[];
}

/** That the marketplace's list does not have the value. */
export function unlistedWarning(value: string): UnlistedWarning {
  return `${UNLISTED}${value}`;
}

export function toldOf(stored: readonly StoredWarning[]): ToldWarnings {
  const unlisted = stored.filter(isUnlisted).map((warning) => warning.slice(UNLISTED.length));
  return {
    warnings: stored.filter((warning) => warning !== RAISED && !isUnlisted(warning)),
    ...(stored.includes(RAISED) && { isRaised: true }),
    ...(unlisted.length > 0 && { unlisted }),
  };
}

function isUnlisted(warning: StoredWarning): warning is UnlistedWarning {
  return warning.startsWith(UNLISTED);
}
