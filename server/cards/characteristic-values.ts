import type { CharacteristicValue } from '#contract/cards.ts';

/** A card's characteristics by their ids. Their order says nothing; one without values is one that the card does not have. */

type Characteristics = readonly CharacteristicValue[];

export function valuesOf(all: Characteristics, id: number): string[] {
  return all.filter((one) => one.id === id).flatMap((one) => one.values);
}

/** The same with other values of one of them. */
export function withValues(all: Characteristics, { id, values }: CharacteristicValue): CharacteristicValue[] {
  const at = all.findIndex((one) => one.id === id);
  const others = all.filter((one) => one.id !== id);
  if (values.length === 0) return others;
  return at === -1 ? [...others, { id, values }] : others.toSpliced(at, 0, { id, values });
}

/** Whether the card has exactly these, of each that is named. */
export function hasValues(all: Characteristics, named: Characteristics): boolean {
  return named.every(({ id, values }) => JSON.stringify(valuesOf(all, id)) === JSON.stringify(values));
}
