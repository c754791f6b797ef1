import type { Fields } from './outbox-record.ts';

export interface PatchMerge {
  /** My changes that nobody else touched. */
  joined: Fields;
  /** Fields that both changed, to different values: a person decides. */
  conflicts: string[];
}

/**
 * Field by field: what only I changed stays mine, the same change made twice is no change of mine any more, and what
 * both changed differently is a conflict.
 */
export function mergePatch(mine: { base: Fields; patch: Fields }, theirs: Fields): PatchMerge {
  const open = Object.keys(mine.patch).filter((field) => !isSameJson(mine.patch[field], theirs[field]));
  const conflicts = open.filter((field) => !isSameJson(mine.base[field], theirs[field]));
  return {
    joined: pick(
      mine.patch,
      open.filter((field) => !conflicts.includes(field)),
    ),
    conflicts,
  };
}

export function pick(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, fields[name]]));
}

/** Equal as JSON; the order of an object's keys does not matter. */
export function isSameJson(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const left = Object.entries(a);
  const right = new Map(Object.entries(b));
  return (
    left.length === right.size &&
    left.every(([key, value]) => right.has(key) && isSameJson(value, right.get(key)))
  );
}
