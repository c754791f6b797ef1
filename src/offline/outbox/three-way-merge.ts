import type { Fields } from './outbox-record.ts';

export interface PatchMerge<T extends Fields> {
  /** My changes that nobody else touched. */
  joined: Partial<T>;
  /** Fields of mine that a person decides about. */
  conflicts: (keyof T & string)[];
}

/**
 * Field by field: what only I changed stays mine, the same change made twice is no change of mine any more, and what
 * both changed differently is a conflict. The fields of `together` mean something only as a whole: where they touched one
 * of them, a change of mine to any is a conflict.
 */
export function mergePatch<T extends Fields>(
  mine: { base: Partial<T>; patch: Partial<T> },
  theirs: T,
  together: readonly (keyof T & string)[] = [],
): PatchMerge<T> {
  const isTheirs = (field: keyof T & string) => !isSameJson(mine.base[field], theirs[field]);
  const areTogetherTheirs = together.some((field) => field in mine.base && isTheirs(field));
  const open = Object.keys(mine.patch).filter((field) => !isSameJson(mine.patch[field], theirs[field]));
  const conflicts = open.filter(
    (field) => isTheirs(field) || (areTogetherTheirs && together.includes(field)),
  );
  return {
    joined: pick(
      mine.patch,
      open.filter((field) => !conflicts.includes(field)),
    ),
    conflicts,
  };
}

export function pick<T extends Fields>(fields: T, names: readonly (keyof T & string)[]): Partial<T> {
  // Its keys are `names` and nothing else, which `fromEntries` does not tell.
  return Object.fromEntries(names.map((name) => [name, fields[name]])) as Partial<T>;
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
