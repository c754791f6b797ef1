import type { CardCounters, CardFilterValues, CardRow, DeviceCardOrdering } from '#contract/card-list.ts';
import type { CatalogueColumns, CatalogueRow } from '#contract/catalogue-feed.ts';
import { matchesOf } from './card-matches.ts';
import { CardOrders, type FrozenOrders } from './card-orders.ts';
import { CardColumns, type FrozenColumns } from './catalogue-columns.ts';
import { suggestSearch } from './search-suggestion.ts';

/** The question of the list, parsed, without paging. */
export type CatalogueQuery = CardFilterValues & { ordering: DeviceCardOrdering };

export interface CatalogueWindow {
  offset: number;
  limit: number;
}

/** All rows of the card list of one account on a device, asked as the server is and with the same result: decision 030. */
export interface Catalogue {
  readonly size: number;
  /** Adds cards, and replaces those that are there. */
  put(columns: CatalogueColumns): void;
  /** Ids that are not there are passed over. */
  remove(ids: readonly number[]): void;
  /** In the order of `ids`, without those that are not there. */
  rows(ids: readonly number[]): CatalogueRow[];
  query(query: CatalogueQuery, window: CatalogueWindow): { count: number; rows: CardRow[] };
  /** Of all cards that match, in order. */
  ids(query: CatalogueQuery): Float64Array;
  counters(): Required<CardCounters>;
  /** As {@link suggestSearch}, of words that cards have. */
  suggest(search: string): string | undefined;
  /** Whether all orders have been made, of whatever cards there were. */
  readonly hasAllOrders: boolean;
  /** Makes one of the orders that are not there as they will be asked for; false: all of them are. */
  makeOrder(): boolean;
  /** Of an order that is made, whose cards have changed since, makes it of the cards as they are; false: there is none. */
  repairOrder(): boolean;
  /**
   * All of it as plain data of its own, with the orders that are made, for {@link createCatalogue}: a fraction of the time that its rows
   * take.
   */
  frozen(): FrozenCatalogue;
}

/** A catalogue as it is kept. Only the build that wrote it reads it surely: see `isFrozenCatalogue`. */
export type FrozenCatalogue = FrozenColumns & { orders: FrozenOrders };

const US_PER_MS = 1000;

/** An empty catalogue, or the one that was frozen, which is not to be used by anybody else from here on. */
export function createCatalogue(from?: FrozenCatalogue): Catalogue {
  return new CardCatalogue(from);
}

class CardCatalogue implements Catalogue {
  readonly #cards: CardColumns;
  readonly #orders: CardOrders;
  readonly #slots = new Map<number, number>();
  readonly #freeSlots: number[] = [];
  #slotsUsed: number;
  /** A list asks for several windows of one question. */
  #lastFound: { question: string; slots: Uint32Array } | undefined;

  constructor(from?: FrozenCatalogue) {
    this.#cards = new CardColumns(from);
    this.#orders = new CardOrders(this.#cards, from?.orders);
    this.#slotsUsed = this.#cards.isTaken.length;
    for (const [slot, isTaken] of this.#cards.isTaken.entries()) {
      if (isTaken === 1) this.#slots.set(this.#cards.wide.id[slot] ?? 0, slot);
      else this.#freeSlots.push(slot);
    }
  }

  get size(): number {
    return this.#slots.size;
  }

  put(columns: CatalogueColumns): void {
    this.#lastFound = undefined;
    for (const [n, id] of columns.id.entries()) {
      const slot = this.#slots.get(id) ?? this.#freeSlots.pop() ?? this.#slotsUsed++;
      this.#slots.set(id, slot);
      this.#cards.makeRoomFor(slot);
      this.#cards.write(slot, columns, n);
      this.#orders.touch(slot);
    }
    this.#cards.close();
  }

  remove(ids: readonly number[]): void {
    this.#lastFound = undefined;
    for (const id of ids) {
      const slot = this.#slots.get(id);
      if (slot === undefined) continue;
      this.#slots.delete(id);
      this.#freeSlots.push(slot);
      this.#cards.isTaken[slot] = 0;
      this.#orders.touch(slot);
    }
  }

  rows(ids: readonly number[]): CatalogueRow[] {
    return ids.flatMap((id) => {
      const slot = this.#slots.get(id);
      return slot === undefined ? [] : [this.#cards.row(slot)];
    });
  }

  query(query: CatalogueQuery, { offset, limit }: CatalogueWindow): { count: number; rows: CardRow[] } {
    const found = this.#find(query);
    return {
      count: found.length,
      rows: Array.from(found.subarray(offset, offset + limit), (slot) => toCardRow(this.#cards.row(slot))),
    };
  }

  ids(query: CatalogueQuery): Float64Array {
    const { id } = this.#cards.wide;
    return Float64Array.from(this.#find(query), (slot) => id[slot] ?? 0);
  }

  counters(): Required<CardCounters> {
    const { isTaken, shared, names, flags } = this.#cards;
    const counts = names.state.values.map(() => ({ all: 0, unsent: 0 }));
    for (let slot = 0; slot < this.#slotsUsed; slot += 1) {
      const count = counts[shared.state[slot] ?? 0];
      if (count === undefined || isTaken[slot] !== 1) continue;
      count.all += 1;
      count.unsent += flags.hasUnsentChanges[slot] ?? 0;
    }
    const counters = { all: 0, DRAFT: 0, PUBLISHED: 0, UPDATING: 0, HAS_ERRORS: 0, ARCHIVED: 0, UNSENT: 0 };
    for (const [number, { all, unsent }] of counts.entries()) {
      const state = names.state.values[number] ?? 'DRAFT';
      counters[state] = all;
      if (state === 'ARCHIVED') continue;
      counters.all += all;
      counters.UNSENT += unsent;
    }
    return counters;
  }

  suggest(search: string): string | undefined {
    const suggestion = suggestSearch(search, this.#cards.searchText.words());
    // A word stays known when the last card that had it is gone.
    return suggestion !== undefined &&
      matchesOf(this.#cards, { search: suggestion, withArchived: true }).includes(1)
      ? suggestion
      : undefined;
  }

  get hasAllOrders(): boolean {
    return this.#orders.areMade;
  }

  makeOrder(): boolean {
    return this.#orders.makeOne();
  }

  repairOrder(): boolean {
    return this.#orders.repairOne();
  }

  frozen(): FrozenCatalogue {
    return { ...this.#cards.frozen(this.#slotsUsed), orders: this.#orders.frozen() };
  }

  /** Slots of the cards that match, in order. */
  #find(query: CatalogueQuery): Uint32Array {
    const question = JSON.stringify(query);
    if (this.#lastFound?.question !== question) this.#lastFound = { question, slots: this.#search(query) };
    return this.#lastFound.slots;
  }

  #search({ ordering, ...filter }: CatalogueQuery): Uint32Array {
    const matches = matchesOf(this.#cards, filter);
    const { slots, isBackwards } = this.#orders.of(ordering);
    const found = new Uint32Array(slots.length);
    let count = 0;
    for (let n = 0; n < slots.length; n += 1) {
      const slot = slots[isBackwards ? slots.length - 1 - n : n] ?? 0;
      if (matches[slot] === 1) found[count++] = slot;
    }
    return found.subarray(0, count);
  }
}

/** As the server shows it: without what only the search and the filters need. */
function toCardRow(row: CatalogueRow): CardRow {
  return {
    id: row.id,
    vendorCode: row.vendorCode,
    title: row.title,
    subjectName: row.subjectName,
    brand: row.brand,
    photo: row.photo,
    nmId: row.nmId,
    priceKopecks: row.priceKopecks,
    discount: row.discount,
    finalPriceKopecks: row.finalPriceKopecks,
    costPriceKopecks: row.costPriceKopecks,
    stock: row.stock,
    shopIds: row.shopIds,
    state: row.state,
    hasUnsentChanges: row.hasUnsentChanges && row.state !== 'ARCHIVED',
    version: row.version,
    updatedAt: new Date(Math.floor(row.updatedAtUs / US_PER_MS)).toISOString(),
  };
}
