import type { CatalogueColumns, CatalogueRow } from '#contract/catalogue-feed.ts';
import { grown } from './grown.ts';
import { SearchColumn, type FrozenSearch } from './search-column.ts';
import { TextColumn, type FrozenTexts } from './text-column.ts';

/** A value of a column that many cards share stands once. */
export class SharedValues<Value> {
  readonly values: Value[] = [];
  readonly #numbers = new Map<string, number>();

  constructor(values: readonly Value[] = []) {
    for (const value of values) this.numberOf(value);
  }

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
const sharedNames = ['subjectName', 'brand', 'shopIds', 'tags', 'wbTags', 'state'] as const;
const flagNames = ['hasDimensions', 'hasUnsentChanges', 'hasPhoto'] as const;

const textNames = ['vendorCode', 'title', 'photo', 'nmIds'] as const;

function made<Name extends string, Value>(
  names: readonly Name[],
  make: (name: Name) => Value,
): Record<Name, Value> {
  // The names are all the keys.
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, Value>;
}

/** Values of the columns that many cards share. */
interface SharedNames {
  subjectName: string[];
  brand: string[];
  shopIds: number[][];
  tags: string[][];
  wbTags: string[][];
  state: CatalogueRow['state'][];
}

/** The columns as plain data: a number for each slot that was ever used, and the texts. */
export interface FrozenColumns {
  wide: Record<(typeof wideNames)[number], Float64Array<ArrayBuffer>>;
  narrow: Record<(typeof narrowNames)[number], Int32Array<ArrayBuffer>>;
  shared: Record<(typeof sharedNames)[number], Uint32Array<ArrayBuffer>>;
  flags: Record<(typeof flagNames)[number], Uint8Array<ArrayBuffer>>;
  names: SharedNames;
  texts: Record<(typeof textNames)[number], FrozenTexts>;
  searchText: FrozenSearch;
  isTaken: Uint8Array<ArrayBuffer>;
}

/** Cards by slot, a typed array or a packed text per column. A missing number is NaN, which is within no range. */
export class CardColumns {
  readonly wide: FrozenColumns['wide'];
  readonly narrow: FrozenColumns['narrow'];
  readonly shared: FrozenColumns['shared'];
  readonly flags: FrozenColumns['flags'];
  readonly names: { [Name in keyof SharedNames]: SharedValues<SharedNames[Name][number]> };
  readonly vendorCode: TextColumn;
  readonly title: TextColumn;
  readonly photo: TextColumn;
  /** Each with a comma on both sides. */
  readonly nmIds: TextColumn;
  readonly searchText: SearchColumn;
  /** 1 where there is a card. */
  isTaken: Uint8Array<ArrayBuffer>;

  /** Takes over what was {@link frozen}. */
  constructor(from?: FrozenColumns) {
    this.wide = made(wideNames, (name) => from?.wide[name] ?? new Float64Array(0));
    this.narrow = made(narrowNames, (name) => from?.narrow[name] ?? new Int32Array(0));
    this.shared = made(sharedNames, (name) => from?.shared[name] ?? new Uint32Array(0));
    this.flags = made(flagNames, (name) => from?.flags[name] ?? new Uint8Array(0));
    this.names = {
      subjectName: new SharedValues(from?.names.subjectName),
      brand: new SharedValues(from?.names.brand),
      shopIds: new SharedValues(from?.names.shopIds),
      tags: new SharedValues(from?.names.tags),
      wbTags: new SharedValues(from?.names.wbTags),
      state: new SharedValues(from?.names.state),
    };
    this.vendorCode = new TextColumn(from?.texts.vendorCode);
    this.title = new TextColumn(from?.texts.title);
    this.photo = new TextColumn(from?.texts.photo);
    this.nmIds = new TextColumn(from?.texts.nmIds);
    this.searchText = new SearchColumn(from?.searchText);
    this.isTaken = from?.isTaken ?? new Uint8Array(0);
  }

  /** The first `slots` slots, as data of their own. To be called when they are closed. */
  frozen(slots: number): FrozenColumns {
    const { names } = this;
    return {
      wide: made(wideNames, (name) => this.wide[name].slice(0, slots)),
      narrow: made(narrowNames, (name) => this.narrow[name].slice(0, slots)),
      shared: made(sharedNames, (name) => this.shared[name].slice(0, slots)),
      flags: made(flagNames, (name) => this.flags[name].slice(0, slots)),
      names: {
        subjectName: [...names.subjectName.values],
        brand: [...names.brand.values],
        shopIds: [...names.shopIds.values],
        tags: [...names.tags.values],
        wbTags: [...names.wbTags.values],
        state: [...names.state.values],
      },
      texts: made(textNames, (name) => this[name].frozen()),
      searchText: this.searchText.frozen(slots),
      isTaken: this.isTaken.slice(0, slots),
    };
  }

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
    shared.wbTags[slot] = names.wbTags.numberOf(from.wbTags[n] ?? []);
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
      wbTags: names.wbTags.at(shared.wbTags, slot, []),
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
