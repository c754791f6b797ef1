import type { SubjectCharacteristic } from './subjects.ts';

/** Of the same number in every subject that has it. */
const TNVED_ID = 15_000_001;
const TNVED_NAME = /^(код )?тн ?вэд$/i;

/**
 * Whether the values of a characteristic are codes of «ТНВЭД»: each subject has a list of its own. The marketplace says so by
 * nothing but its number and its name.
 */
export function isTnved({ id, name }: Pick<SubjectCharacteristic, 'id' | 'name'>): boolean {
  return id === TNVED_ID || TNVED_NAME.test(name.trim());
}
