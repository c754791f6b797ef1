/** Repeatable chance for the demo: the same seed gives the same catalogue on every machine. */
export interface Random {
  /** In [0, 1). */
  next(): number;
  /** Whole, both ends included. */
  whole(from: number, to: number): number;
  pick<Item>(items: readonly Item[]): Item;
  /** True in this share of the asks. */
  chance(share: number): boolean;
}

/** mulberry32: numbers in [0, 1), the same for the same seed. */
export function seededRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}

export function createRandom(seed: number): Random {
  const next = seededRandom(seed);
  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    whole,
    chance: (share) => next() < share,
    pick(items) {
      const item = items[whole(0, items.length - 1)];
      if (item === undefined) throw new Error('Nothing to pick from');
      return item;
    },
  };
}
