import { replacedFields, type ReplacedField } from '#contract/bulk-rules.ts';
import type { BulkWarning } from '#contract/bulk-rows.ts';

/** Kept with the warnings, so that they are found with them; told apart from them, for installed builds know no such warnings. */
export const RAISED = 'RAISED';
const UNLISTED = 'UNLISTED ';
const OWN_TEXT = 'OWN_TEXT ';
export type StoredWarning = BulkWarning | typeof RAISED | UnlistedWarning | OwnTextWarning;
type UnlistedWarning = `${typeof UNLISTED}${string}`;
type OwnTextWarning = `${typeof OWN_TEXT}${ReplacedField}`;

interface ToldWarnings {
  warnings: BulkWarning[];
  isRaised?: true;
  unlisted?: string[];
  ownTexts?: ReplacedField[];
}

/** That the marketplace's list does not have the value. */
export function unlistedWarning(value: string): UnlistedWarning {
  return `${UNLISTED}${value}`;
}

/** That the card's new text is not that of some shop, which has its own. */
export function ownTextWarning(field: ReplacedField): OwnTextWarning {
  return `${OWN_TEXT}${field}`;
}

export function toldOf(stored: readonly StoredWarning[]): ToldWarnings {
  const unlisted = stored.filter(isUnlisted).map((warning) => warning.slice(UNLISTED.length));
  const ownTexts = replacedFields.filter((field) => stored.includes(ownTextWarning(field)));
  return {
    warnings: stored.filter((warning) => warning !== RAISED && !isUnlisted(warning) && !isOfOwnText(warning)),
    ...(stored.includes(RAISED) && { isRaised: true }),
    ...(unlisted.length > 0 && { unlisted }),
    ...(ownTexts.length > 0 && { ownTexts }),
  };
}

function isUnlisted(warning: StoredWarning): warning is UnlistedWarning {
  return warning.startsWith(UNLISTED);
}

function isOfOwnText(warning: StoredWarning): warning is OwnTextWarning {
  return warning.startsWith(OWN_TEXT);
}
