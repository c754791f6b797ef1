import { createCatalogue, type FrozenCatalogue } from './catalogue.ts';

/**
 * Whether what storage gave back is a catalogue that this build can take over: the same parts, each of its kind, and a number for every
 * slot or card in each. By the names of the kinds: what comes out of a database may be of another realm.
 */
export function isFrozenCatalogue(value: unknown): value is FrozenCatalogue {
  if (!hasPartsOf(value, createCatalogue().frozen())) return false;
  // Its parts were just looked at.
  const { wide, narrow, shared, flags, isTaken, searchText, orders } = value as FrozenCatalogue;
  const bySlot = [wide, narrow, shared, flags].flatMap((columns) => Object.values(columns));
  const cards = isTaken.reduce((count, one) => count + one, 0);
  return (
    [...bySlot, searchText.starts, searchText.counts].every(({ length }) => length === isTaken.length) &&
    Object.values(orders).every((order) => kindOf(order) === '[object Uint32Array]' && order.length === cards)
  );
}

/** Bytes that it takes, within a few in a hundred: its texts have one for each character. */
export function sizeOfFrozen(part: unknown): number {
  if (typeof part === 'string') return part.length;
  if (ArrayBuffer.isView(part)) return part.byteLength;
  if (typeof part === 'object' && part !== null)
    return Object.values(part).reduce<number>((sum, one) => sum + sizeOfFrozen(one), 0);
  return 8;
}

function hasPartsOf(value: unknown, sample: object): value is object {
  if (kindOf(value) !== kindOf(sample)) return false;
  // The names of an array of numbers or texts are their places.
  if (kindOf(sample) !== '[object Object]') return true;
  return Object.entries(sample).every(([name, part]: [string, object]) =>
    // Of the same kind as the sample: an object.
    hasPartsOf((value as Record<string, unknown>)[name], part),
  );
}

function kindOf(value: unknown): string {
  return Object.prototype.toString.call(value);
}
