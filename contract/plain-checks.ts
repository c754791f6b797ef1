/**
 * Questions to a value of any kind, for whoever has seventy thousand values of one kind, or no room for the library of schemas. What
 * they say together is compared with the contract's schema by a test.
 */
export type Is<T> = (value: unknown) => value is T;

export const isText: Is<string> = (value) => typeof value === 'string';
export const isFlag: Is<boolean> = (value) => typeof value === 'boolean';
export const isWhole: Is<number> = (value): value is number => Number.isSafeInteger(value);

export function isWithin(least: number, most: number): Is<number> {
  return (value): value is number => isWhole(value) && value >= least && value <= most;
}

export function oneOf<const T>(values: readonly T[]): Is<T> {
  const known = new Set<unknown>(values);
  return (value): value is T => known.has(value);
}

export function orNull<T>(is: Is<T>): Is<T | null> {
  return (value): value is T | null => value === null || is(value);
}

export function listOf<T>(is: Is<T>): Is<T[]> {
  return (value): value is T[] => Array.isArray(value) && value.every((one) => is(one));
}

/** An object with these fields; what else it has is passed over. */
export function objectOf<T extends object>(fields: { [Name in keyof T]: Is<T[Name]> }): Is<T> {
  const checks = Object.entries<(value: unknown) => boolean>(fields);
  return (value): value is T =>
    typeof value === 'object' && value !== null && checks.every(([name, is]) => is(Reflect.get(value, name)));
}
