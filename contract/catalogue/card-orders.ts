import type { DeviceCardOrdering } from '#contract/card-list.ts';
import type { CardColumns } from './catalogue-columns.ts';

type SortKey = DeviceCardOrdering extends infer Ordering ? Exclude<Ordering, `-${string}`> : never;
type KeyOf = (slot: number) => number | string;

interface Sort {
  /** What cards are ordered by, ascending; then by id. */
  keys: KeyOf[];
  /** The same for whoever asks for all of them. */
  keysOfAll?: () => KeyOf[];
  isIdDescending?: true;
}

interface KeptOrder {
  slots: Uint32Array<ArrayBuffer>;
  /** Written or emptied since. */
  changed: Set<number>;
}

/** The slots of the cards in each order that was made, ascending. */
export type FrozenOrders = Partial<Record<SortKey, Uint32Array<ArrayBuffer>>>;

/** More changes than this share of all cards: it is quicker to sort anew. */
const REPAIRED_SHARE = 1 / 16;

/**
 * Slots in every order of the list, made when first asked for and kept; a few changed cards are put in their new places. The descending
 * order is the same backwards: ids too go the other way. `orderOf` of the server says the same in SQL.
 */
export class CardOrders {
  readonly #cards: CardColumns;
  readonly #sorts: Record<SortKey, Sort>;
  readonly #kept = new Map<SortKey, KeptOrder>();

  constructor(cards: CardColumns, from?: FrozenOrders) {
    this.#cards = cards;
    this.#sorts = sortsOf(cards);
    for (const key of this.#keys()) {
      const slots = from?.[key];
      if (slots) this.#kept.set(key, { slots, changed: new Set() });
    }
  }

  /** Those that are made, and of the cards as they are. */
  frozen(): FrozenOrders {
    const made = [...this.#kept].filter(([, { changed }]) => changed.size === 0);
    // The names are keys.
    return Object.fromEntries(made.map(([key, { slots }]) => [key, slots.slice()])) as FrozenOrders;
  }

  get areMade(): boolean {
    return this.#kept.size === this.#keys().length;
  }

  /** False: all of them are made, and of the cards as they are. */
  makeOne(): boolean {
    const key = this.#keys().find((one) => this.#kept.get(one)?.changed.size !== 0);
    if (key !== undefined) this.of(key);
    return key !== undefined;
  }

  /** Puts changed cards in their places in one of the orders that are made; false: they stand in all of them. */
  repairOne(): boolean {
    const [key] = [...this.#kept].find(([, { changed }]) => changed.size > 0) ?? [];
    if (key !== undefined) this.of(key);
    return key !== undefined;
  }

  #keys(): SortKey[] {
    // Every key of the orders, and no other: see its type.
    return Object.keys(this.#sorts) as SortKey[];
  }

  /** To be called with every slot that is written or emptied. */
  touch(slot: number): void {
    for (const order of this.#kept.values()) order.changed.add(slot);
  }

  /** Slots ascending, and whether they are to be read backwards. */
  of(ordering: DeviceCardOrdering): { slots: Uint32Array<ArrayBuffer>; isBackwards: boolean } {
    const isBackwards = ordering.startsWith('-');
    // The rest of an ordering after its minus is a key: the contract's list has no others.
    const key = (isBackwards ? ordering.slice(1) : ordering) as SortKey;
    const kept = this.#kept.get(key);
    if (kept?.changed.size === 0) return { slots: kept.slots, isBackwards };
    const slots =
      kept && kept.changed.size <= kept.slots.length * REPAIRED_SHARE
        ? this.#repair(kept, this.#sorts[key])
        : this.#sort(this.#sorts[key]);
    this.#kept.set(key, { slots, changed: new Set() });
    return { slots, isBackwards };
  }

  /** Numbers that stand for the keys are sorted, not the cards by a function that compares: ten times as fast. */
  #sort({ keys, keysOfAll = () => keys, isIdDescending }: Sort): Uint32Array<ArrayBuffer> {
    const slots = Uint32Array.from(takenSlots(this.#cards));
    const count = slots.length;
    const { ranks: idRanks } = ranksOf(slots, (slot) => this.#cards.wide.id[slot] ?? 0);
    const slotsById = new Uint32Array(count);
    for (let n = 0; n < count; n += 1) {
      const rank = idRanks[n] ?? 0;
      idRanks[n] = isIdDescending ? count - 1 - rank : rank;
      slotsById[idRanks[n] ?? 0] = slots[n] ?? 0;
    }
    const places = new Float64Array(count);
    for (const keyOf of keysOfAll()) {
      const { ranks, distinct } = ranksOf(slots, keyOf);
      for (let n = 0; n < count; n += 1) places[n] = (places[n] ?? 0) * distinct + (ranks[n] ?? 0);
    }
    for (let n = 0; n < count; n += 1) places[n] = (places[n] ?? 0) * count + (idRanks[n] ?? 0);
    places.sort();
    return filled(new Uint32Array(count), (n) => slotsById[(places[n] ?? 0) % count] ?? 0);
  }

  #repair({ slots, changed }: KeptOrder, sort: Sort): Uint32Array<ArrayBuffer> {
    const { isTaken } = this.#cards;
    const rest = slots.filter((slot) => !changed.has(slot));
    const compare = this.#comparedBy(sort);
    const added = [...changed].filter((slot) => isTaken[slot] === 1).sort(compare);
    const repaired = new Uint32Array(rest.length + added.length);
    let from = 0;
    for (const [index, slot] of added.entries()) {
      // From the beginning each time: half of what is compared was compared for others, and their keys are known.
      const to = firstIndex(0, rest.length, (at) => compare(rest[at] ?? 0, slot) > 0);
      repaired.set(rest.subarray(from, to), from + index);
      repaired[to + index] = slot;
      from = to;
    }
    repaired.set(rest.subarray(from), from + added.length);
    return repaired;
  }

  #comparedBy({ keys, isIdDescending }: Sort): (slot: number, other: number) => number {
    const { id } = this.#cards.wide;
    // Most are compared many times, and a text is made anew each time.
    const known = new Map<number, (number | string)[]>();
    const keysOf = (slot: number) => {
      const found = known.get(slot) ?? keys.map((keyOf) => keyOf(slot));
      known.set(slot, found);
      return found;
    };
    return (slot, other) => {
      const [own, others] = [keysOf(slot), keysOf(other)];
      for (const [index, key] of own.entries()) {
        const otherKey = others[index] ?? key;
        if (key !== otherKey) return key < otherKey ? -1 : 1;
      }
      const difference = (id[slot] ?? 0) - (id[other] ?? 0);
      return isIdDescending ? -difference : difference;
    };
  }
}

function sortsOf(cards: CardColumns): Record<SortKey, Sort> {
  const { wide, narrow, shared, names } = cards;
  return {
    updated_at: { keys: [(slot) => wide.updatedAtUs[slot] ?? 0] },
    title: {
      keys: [(slot) => inCodePoints(cards.title.get(slot))],
      keysOfAll() {
        const titles = cards.title.all();
        return [(slot) => inCodePoints(titles[slot] ?? '')];
      },
    },
    price: { keys: [(slot) => wide.finalPriceKopecks[slot] ?? 0] },
    stock: { keys: [(slot) => narrow.stock[slot] ?? 0] },
    discount: { keys: [(slot) => narrow.discount[slot] ?? 0] },
    cost: { keys: [(slot) => missingFirst(wide.costPriceKopecks[slot])] },
    margin: { keys: [(slot) => missingFirst(wide.marginPercent[slot])] },
    // Within a state the newest first.
    state: {
      keys: [(slot) => names.state.at(shared.state, slot, 'DRAFT'), (slot) => -(wide.updatedAtUs[slot] ?? 0)],
      isIdDescending: true,
    },
    subject: {
      keys: [
        (slot) => inCodePoints(names.subjectName.at(shared.subjectName, slot, '')),
        (slot) => inCodePoints(names.brand.at(shared.brand, slot, '')),
      ],
    },
    shops: { keys: [(slot) => names.shopIds.at(shared.shopIds, slot, []).length] },
  };
}

function missingFirst(value = Number.NaN): number {
  return Number.isNaN(value) ? -Infinity : value;
}

const FROM_SURROGATES_ON = /[\uD800-\uFFFF]/g;
const SURROGATES = 0x800;
const AFTER_SURROGATES = 0x2000;

/**
 * A text that compares by its units as the given one by its code points, which is how the database compares: halves of characters
 * (0xD800–0xDFFF) go behind the units that are more than they and stand for less.
 */
function inCodePoints(text: string): string {
  return text.replace(FROM_SURROGATES_ON, (unit) => {
    const code = unit.charCodeAt(0);
    return String.fromCharCode(code < 0xe000 ? code + AFTER_SURROGATES : code - SURROGATES);
  });
}

function takenSlots({ isTaken }: CardColumns): number[] {
  const slots = [];
  for (let slot = 0; slot < isTaken.length; slot += 1) if (isTaken[slot] === 1) slots.push(slot);
  return slots;
}

/** For each slot the place of its key among the distinct keys. */
function ranksOf(slots: Uint32Array, keyOf: KeyOf): { ranks: Uint32Array; distinct: number } {
  return typeof keyOf(slots[0] ?? 0) === 'string'
    ? ranksOfTexts(Array.from(slots, keyOf))
    : ranksOfNumbers(filled(new Float64Array(slots.length), (n) => Number(keyOf(slots[n] ?? 0))));
}

function ranksOfTexts(keys: readonly (number | string)[]) {
  const rankOf = new Map<number | string, number>();
  // Texts are sorted by their units without a function.
  for (const [rank, key] of [...new Set(keys)].sort().entries()) rankOf.set(key, rank);
  const ranks = filled(new Uint32Array(keys.length), (n) => rankOf.get(keys[n] ?? '') ?? 0);
  return { ranks, distinct: rankOf.size };
}

function ranksOfNumbers(keys: Float64Array) {
  const sorted = keys.slice().sort();
  let distinct = 0;
  for (const key of sorted) if (distinct === 0 || sorted[distinct - 1] !== key) sorted[distinct++] = key;
  const rankOf = (key: number) => firstIndex(0, distinct, (index) => (sorted[index] ?? 0) >= key);
  return { ranks: filled(new Uint32Array(keys.length), (n) => rankOf(keys[n] ?? 0)), distinct };
}

/** As `from` of the typed arrays, which takes ten times as long. */
function filled<Numbers extends Uint32Array | Float64Array>(
  numbers: Numbers,
  numberAt: (index: number) => number,
): Numbers {
  for (let n = 0; n < numbers.length; n += 1) numbers[n] = numberAt(n);
  return numbers;
}

/** Of those from `low` on and before `high`, where all that hold stand behind all that do not; `high` when none does. */
function firstIndex(low: number, high: number, holds: (index: number) => boolean): number {
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
