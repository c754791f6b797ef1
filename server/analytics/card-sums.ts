import { lineNames, NO_LINES, NO_TAXES, type ProfitLines, type Taxes } from './profit-engine.ts';

export type LineName = keyof ProfitLines;

/** Whole numbers, in four bytes each where they fit. */
export type Column = Int32Array | Float64Array;

/**
 * Sums of a shop's cards, each card once, in the order of their numbers, and column by column: a hundred thousand objects of twenty sums
 * take four times the memory and ten times as long to be added up, and most columns are empty.
 */
export interface CardSums<Name extends string = LineName> {
  /** Those of the marketplace, ascending; 0 is for what belongs to no card. */
  readonly nmIds: Float64Array;
  readonly vendorCodes: readonly string[];
  /** What is zero of all cards has no column. */
  readonly sums: ReadonlyMap<Name, Column>;
}

/** Rows in any order, several of a card too. Its code is the greatest that any says, whoever is added up first. */
export function cardSumsOf(
  rows: readonly { nmId: number; vendorCode: string; lines: ProfitLines }[],
): CardSums {
  const sorted = rows.toSorted((one, other) => one.nmId - other.nmId);
  const ascending = Float64Array.from(sorted, ({ nmId }) => nmId);
  const nmIds = eachOnce(ascending);
  const places = placesIn(nmIds, ascending);
  const vendorCodes = Array.from(nmIds, () => '');
  sorted.forEach(({ vendorCode }, index) => takeGreater(vendorCodes, places[index] ?? 0, vendorCode));
  const sums = filled(lineNames, (name) => {
    const column = new Float64Array(nmIds.length);
    sorted.forEach(({ lines }, index) => addAt(column, places[index] ?? 0, lines[name]));
    return column;
  });
  return { nmIds, vendorCodes, sums };
}

/** All of them together; one alone is itself. A card's code is the greatest that any says. */
export function addUpCards<Name extends string>(some: readonly CardSums<Name>[]): CardSums<Name> {
  const all = some.filter(({ nmIds }) => nmIds.length > 0);
  const [only] = all;
  if (only && all.length === 1) return only;
  const nmIds = eachOnce(joined(all.map((one) => one.nmIds)).sort());
  const places = all.map((one) => placesIn(nmIds, one.nmIds));
  const vendorCodes = Array.from(nmIds, () => '');
  all.forEach((one, index) => {
    for (const [at, code] of one.vendorCodes.entries())
      takeGreater(vendorCodes, places[index]?.[at] ?? 0, code);
  });
  const names = new Set(all.flatMap(({ sums }) => [...sums.keys()]));
  const sums = filled([...names], (name) => {
    const column = new Float64Array(nmIds.length);
    all.forEach((one, index) => {
      const values = one.sums.get(name);
      const placesOfOne = places[index];
      if (values && placesOfOne) addAll(column, values, placesOfOne);
    });
    return column;
  });
  return { nmIds, vendorCodes, sums };
}

/** Lines and, where they have been counted, taxes. */
export type TaxedRow = ProfitLines & Taxes;
export type TaxedName = keyof TaxedRow;

/**
 * Card by card, in ONE object that each card fills anew: whoever keeps a row copies it. `Array.from` with a function takes what it wants of each
 * in its turn; typed arrays' own `from` keeps all rows first, and sees the last one only.
 */
export function eachRow(cards: CardSums<TaxedName>): Iterable<TaxedRow> {
  const columns = wholeColumns(cards);
  return {
    *[Symbol.iterator]() {
      const row = { ...NO_LINES, ...NO_TAXES };
      for (let at = 0; at < cards.nmIds.length; at += 1) yield fill(row, columns, at);
    },
  };
}

/** That of one card, for itself; zeros where there is none. */
export function rowAt({ sums }: CardSums<TaxedName>, at: number): TaxedRow {
  const row = { ...NO_LINES, ...NO_TAXES };
  for (const [name, values] of sums) row[name] = values[at] ?? 0;
  return row;
}

type WholeColumns = Record<TaxedName, Column>;

function wholeColumns({ nmIds, sums }: CardSums<TaxedName>): WholeColumns {
  const zeros = new Int32Array(nmIds.length);
  const columns = Object.keys({ ...NO_LINES, ...NO_TAXES }).map((name) => [
    name,
    sums.get(name as TaxedName) ?? zeros,
  ]);
  // Names are those of the two objects above.
  return Object.fromEntries(columns) as WholeColumns;
}

/** Name by name, as no loop over names is: that takes eight times as long, of what is done for each card of each look. */
function fill(row: TaxedRow, columns: WholeColumns, at: number): TaxedRow {
  row.orders = columns.orders[at] ?? 0;
  row.ordersKopecks = columns.ordersKopecks[at] ?? 0;
  row.cancels = columns.cancels[at] ?? 0;
  row.buyouts = columns.buyouts[at] ?? 0;
  row.returns = columns.returns[at] ?? 0;
  row.revenueKopecks = columns.revenueKopecks[at] ?? 0;
  row.realizedKopecks = columns.realizedKopecks[at] ?? 0;
  row.forPayKopecks = columns.forPayKopecks[at] ?? 0;
  row.otherForPayKopecks = columns.otherForPayKopecks[at] ?? 0;
  row.logisticsKopecks = columns.logisticsKopecks[at] ?? 0;
  row.storageKopecks = columns.storageKopecks[at] ?? 0;
  row.acceptanceKopecks = columns.acceptanceKopecks[at] ?? 0;
  row.penaltyKopecks = columns.penaltyKopecks[at] ?? 0;
  row.deductionKopecks = columns.deductionKopecks[at] ?? 0;
  row.advertisingKopecks = columns.advertisingKopecks[at] ?? 0;
  row.otherDeductionKopecks = columns.otherDeductionKopecks[at] ?? 0;
  row.loyaltyKopecks = columns.loyaltyKopecks[at] ?? 0;
  row.additionalPaymentKopecks = columns.additionalPaymentKopecks[at] ?? 0;
  row.cogsKopecks = columns.cogsKopecks[at] ?? 0;
  row.ownCostsKopecks = columns.ownCostsKopecks[at] ?? 0;
  row.deductibleCostsKopecks = columns.deductibleCostsKopecks[at] ?? 0;
  row.vatKopecks = columns.vatKopecks[at] ?? 0;
  row.taxKopecks = columns.taxKopecks[at] ?? 0;
  return row;
}

/** What belongs to no card, when there is anything, and the cards. */
export function withoutShared<Name extends string>(
  cards: CardSums<Name>,
): { shared: CardSums<Name>; own: CardSums<Name> } {
  const first = cards.nmIds[0] === 0 ? 1 : 0;
  return { shared: between(cards, 0, first), own: between(cards, first, cards.nmIds.length) };
}

function between<Name extends string>(
  { nmIds, vendorCodes, sums }: CardSums<Name>,
  from: number,
  to: number,
): CardSums<Name> {
  return {
    nmIds: nmIds.subarray(from, to),
    vendorCodes: vendorCodes.slice(from, to),
    sums: new Map([...sums].map(([name, values]) => [name, values.subarray(from, to)])),
  };
}

/** Those of the columns that say something of any card. */
export function filled<Name extends string>(
  names: readonly Name[],
  columnNamed: (name: Name) => ArrayLike<number>,
): Map<Name, Column> {
  return new Map(
    names.flatMap((name): [Name, Column][] => {
      const values = narrow(columnNamed(name));
      return values ? [[name, values]] : [];
    }),
  );
}

function narrow(values: ArrayLike<number>): Column | undefined {
  let [isEmpty, isShort] = [true, true];
  for (let at = 0; at < values.length && (isEmpty || isShort); at += 1) {
    const value = values[at] ?? 0;
    if (value !== 0) isEmpty = false;
    if ((value | 0) !== value) isShort = false;
  }
  if (isEmpty) return undefined;
  return isShort ? new Int32Array(values) : new Float64Array(values);
}

function joined(parts: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(parts.reduce((sum, part) => sum + part.length, 0));
  let first = 0;
  for (const part of parts) {
    all.set(part, first);
    first += part.length;
  }
  return all;
}

function eachOnce(sorted: Float64Array): Float64Array {
  return sorted.filter((value, at) => at === 0 || value !== sorted[at - 1]);
}

/** Where each of `some` stands in `all`; both ascend. */
function placesIn(all: Float64Array, some: Float64Array): Uint32Array {
  const places = new Uint32Array(some.length);
  let at = 0;
  for (let index = 0; index < some.length; index += 1) {
    while (at < all.length && all[at] !== some[index]) at += 1;
    if (at === all.length) throw new RangeError('Cards that do not ascend cannot be added up');
    places[index] = at;
  }
  return places;
}

/** A loop: a function that is called for each takes five times as long. */
function addAll(column: Float64Array, values: Column, places: Uint32Array): void {
  for (let at = 0; at < values.length; at += 1) addAt(column, places[at] ?? 0, values[at] ?? 0);
}

function addAt(column: Float64Array, at: number, value: number): void {
  column[at] = (column[at] ?? 0) + value;
}

function takeGreater(codes: string[], at: number, code: string): void {
  if (code > (codes[at] ?? '')) codes[at] = code;
}
