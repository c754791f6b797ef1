/**
 * Repeatable chance: the same seed and the same keys give the same number for ever, in any order of asking. That is what
 * lets orders, sales and report rows be computed on request instead of being stored.
 */
export function hashOf(...keys: (number | string)[]): number {
  let hash = 0x811c9dc5;
  for (const key of keys) {
    if (typeof key === 'number') {
      // Numbers above 32 bits (nmID never is, day numbers never are) would lose their top; both halves are mixed in.
      hash = mix(hash ^ (key | 0));
      hash = mix(hash ^ (Math.floor(key / 0x1_0000_0000) | 0));
    } else {
      for (let index = 0; index < key.length; index += 1)
        hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193);
      hash = mix(hash);
    }
  }
  return hash >>> 0;
}

function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) | 0;
}

/** A number in [0, 1) that belongs to these keys. */
export function chanceOf(...keys: (number | string)[]): number {
  return hashOf(...keys) / 0x1_0000_0000;
}

/** A stream of numbers in [0, 1), for when one thing needs many of them (mulberry32). */
export function randomStream(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}

export function between(chance: number, from: number, to: number): number {
  return from + chance * (to - from);
}

export function wholeBetween(chance: number, from: number, to: number): number {
  return from + Math.floor(chance * (to - from + 1));
}

export function pick<Item>(chance: number, items: readonly [Item, ...Item[]]): Item {
  return items[Math.floor(chance * items.length)] ?? items[0];
}
