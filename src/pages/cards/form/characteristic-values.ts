import type { CharacteristicValue } from '#contract/cards.ts';

export function valuesOf(all: readonly CharacteristicValue[], id: number): string[] {
  return all.find((one) => one.id === id)?.values ?? [];
}

/** In its place among the others; without values it is gone. */
export function withValues(
  all: readonly CharacteristicValue[],
  id: number,
  values: string[],
): CharacteristicValue[] {
  if (values.length === 0) return all.filter((one) => one.id !== id);
  const changed = { id, values };
  return all.some((one) => one.id === id)
    ? all.map((one) => (one.id === id ? changed : one))
    : [...all, changed];
}
