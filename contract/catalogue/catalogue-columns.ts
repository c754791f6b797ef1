import type { CatalogueColumns, CatalogueRow } from '#contract/catalogue-feed.ts';
import { grown } from './grown.ts';
import { SearchColumn } from './search-column.ts';
import { TextColumn } from './text-column.ts';

/** A value of a column that many cards share stands once. */
export class SharedValues<Value> {
  readonly values: Value[] = [];
  readonly #numbers = new Map<string, number>();

  numberOf(value: Value): number {
    const key = typeof value === 'string' ? value : JSON.stringify(value);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.values.length);
    return this.values.push(value) - 1;
  }

  /** The value at each slot whose number stands there. */
  at(numbers: Uint32Array, slot: number, none: Value): Value {
    return this.values[numbers[slot] ?? 0] ?? none;
  }
}

/** Money, ids and microseconds need all the digits of a number. */
const wideNames = [
  'id',
  'subjectId',
  'nmId',
  'priceKopecks',
  'finalPriceKopecks',
  'costPriceKopecks',
  'marginPercent',
  'updatedAtUs',
] as const;
const narrowNames = ['discount', 'filledPercent', 'stock', 'version'] as const;
const sharedNames = ['subjectName', 'brand', 'shopIds', 'tags', 'state'] as const;
const flagNames = ['hasDimensions', 'hasUnsentChanges', 'hasPhoto'] as const;

function made<Name extends string, Value>(names: readonly Name[], make: () => Value): Record<Name, Value> {
  // The names are all the keys.
  return Object.fromEntries(names.map((name) => [name, make()])) as Record<Name, Value>;
}

/** Cards by slot, a typed array or a packed text per column. A missing number is NaN, which is within no range. */
export class CardColumns {
  readonly wide = made(wideNames, () => new Float64Array(0));
  readonly narrow = made(narrowNames, () => new Int32Array(0));
  readonly shared = made(sharedNames, () => new Uint32Array(0));
  readonly flags = made(flagNames, () => new Uint8Array(0));
  readonly names = {
    subjectName: new SharedValues<string>(),
    brand: new SharedValues<string>(),
    shopIds: new SharedValues<number[]>(),
    tags: new SharedValues<string[]>(),
    state: new SharedValues<CatalogueRow['state']>(),
  };
  readonly vendorCode = new TextColumn();
  readonly title = new TextColumn();
  readonly photo = new TextColumn();
  readonly searchText = new SearchColumn();
  /** Each with a comma on both sides. */
  readonly nmIds = new TextColumn();
  /** 1 where there is a card. */
  isTaken = new Uint8Array(0);

  /** To be called before the first write into a slot. */
  makeRoomFor(slot: number): void {
    const length = slot + 1;
    for (const name of wideNames) this.wide[name] = grown(this.wide[name], length);
    for (const name of narrowNames) this.narrow[name] = grown(this.narrow[name], length);
    for (const name of sharedNames) this.shared[name] = grown(this.shared[name], length);
    for (const name of flagNames) this.flags[name] = grown(this.flags[name], length);
    this.isTaken = grown(this.isTaken, length);
  }

  /** Takes the n-th values of the columns. */
  write(slot: number, from: CatalogueColumns, n: number): void {
    for (const name of wideNames) this.wide[name][slot] = from[name][n] ?? Number.NaN;
    for (const name of narrowNames) this.narrow[name][slot] = from[name][n] ?? 0;
    const { shared, flags, names } = this;
    shared.subjectName[slot] = names.subjectName.numberOf(from.subjectName[n] ?? '');
    shared.brand[slot] = names.brand.numberOf(from.brand[n] ?? '');
    shared.shopIds[slot] = names.shopIds.numberOf(from.shopIds[n] ?? []);
    shared.tags[slot] = names.tags.numberOf(from.tags[n] ?? []);
    shared.state[slot] = names.state.numberOf(from.state[n] ?? 'DRAFT');
    flags.hasDimensions[slot] = Number(from.hasDimensions[n]);
    flags.hasUnsentChanges[slot] = Number(from.hasUnsentChanges[n]);
    const photo = from.photo[n] ?? null;
    flags.hasPhoto[slot] = Number(photo !== null);
    this.photo.set(slot, photo ?? '');
    this.vendorCode.set(slot, from.vendorCode[n] ?? '');
    this.title.set(slot, from.title[n] ?? '');
    this.searchText.set(slot, from.searchText[n] ?? '');
    this.nmIds.set(slot, `,${(from.nmIds[n] ?? []).join(',')},`);
    this.isTaken[slot] = 1;
  }

  close(): void {
    for (const texts of [this.vendorCode, this.title, this.photo, this.searchText, this.nmIds]) texts.close();
  }

  row(slot: number): CatalogueRow {
    const { wide, narrow, shared, flags, names } = this;
    return {
      id: wide.id[slot] ?? 0,
      vendorCode: this.vendorCode.get(slot),
      title: this.title.get(slot),
      subjectId: wide.subjectId[slot] ?? 0,
      subjectName: names.subjectName.at(shared.subjectName, slot, ''),
      brand: names.brand.at(shared.brand, slot, ''),
      photo: flags.hasPhoto[slot] === 1 ? this.photo.get(slot) : null,
      nmId: knownOrNull(wide.nmId[slot]),
      nmIds: this.nmIds.get(slot).split(',').filter(Boolean).map(Number),
      priceKopecks: wide.priceKopecks[slot] ?? 0,
      discount: narrow.discount[slot] ?? 0,
      finalPriceKopecks: wide.finalPriceKopecks[slot] ?? 0,
      costPriceKopecks: knownOrNull(wide.costPriceKopecks[slot]),
      marginPercent: knownOrNull(wide.marginPercent[slot]),
      filledPercent: narrow.filledPercent[slot] ?? 0,
      hasDimensions: flags.hasDimensions[slot] === 1,
      stock: narrow.stock[slot] ?? 0,
      shopIds: names.shopIds.at(shared.shopIds, slot, []),
      tags: names.tags.at(shared.tags, slot, []),
      state: names.state.at(shared.state, slot, 'DRAFT'),
      hasUnsentChanges: flags.hasUnsentChanges[slot] === 1,
      version: narrow.version[slot] ?? 0,
      updatedAtUs: wide.updatedAtUs[slot] ?? 0,
      searchText: this.searchText.get(slot),
    };
  }
}

function knownOrNull(value = Number.NaN): number | null {
  return Number.isNaN(value) ? null : value;
}
