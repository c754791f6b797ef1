import type { ProfitTotals } from '#contract/analytics.ts';
import { eachRow, rowAt, type CardSums, type TaxedName } from './card-sums.ts';
import { profitTotals } from './profit-engine.ts';
import { rememberLast } from './remember-last.ts';
import type { CardName } from './taxed-cards.ts';

/** The profit of many cards, of one shop after another. Totals are made when they are asked for, by the engine, as of every other sum. */
export interface CardColumns {
  readonly count: number;
  /** About what they take. */
  readonly byteSize: number;
  placeOf(at: number): CardName & { shopId: number };
  /** It is no card but what a shop without any was charged. */
  isShopRow(at: number): boolean;
  totalsOf(at: number): ProfitTotals;
  /** One of the totals of each card; not a number where there is none. */
  valuesOf(name: keyof ProfitTotals): Float64Array;
}

/** A text of some twenty letters, and the way to it. */
const BYTES_OF_TEXT = 48;

export function byteSizeOf({ nmIds, vendorCodes, sums }: CardSums<string>): number {
  let bytes = nmIds.byteLength + vendorCodes.length * BYTES_OF_TEXT;
  for (const values of sums.values()) bytes += values.byteLength;
  return bytes;
}

export function columnsOf(shops: readonly { shopId: number; cards: CardSums<TaxedName> }[]): CardColumns {
  const firsts: number[] = [];
  let count = 0;
  for (const { cards } of shops) {
    firsts.push(count);
    count += cards.nmIds.length;
  }
  const shopRows = new Set(
    shops.flatMap(({ cards }, index) => (cards.nmIds[0] === 0 ? (firsts[index] ?? 0) : [])),
  );
  const within = (at: number) => {
    for (let index = shops.length - 1; index >= 0; index -= 1) {
      const [shop, first] = [shops[index], firsts[index] ?? 0];
      if (shop && first <= at) return { shop, own: at - first };
    }
    throw new RangeError(`No card stands at ${at}`);
  };
  return {
    count,
    byteSize: shops.reduce((sum, { cards }) => sum + byteSizeOf(cards), 0),
    placeOf(at) {
      const { shop, own } = within(at);
      const { shopId, cards } = shop;
      return { shopId, nmId: cards.nmIds[own] ?? 0, vendorCode: cards.vendorCodes[own] ?? '' };
    },
    isShopRow: (at) => shopRows.has(at),
    totalsOf(at) {
      const { shop, own } = within(at);
      const row = rowAt(shop.cards, own);
      return profitTotals(row, row);
    },
    valuesOf(name) {
      const values = new Float64Array(count);
      shops.forEach(({ cards }, index) =>
        values.set(
          valuesOfCards(cards, [name], () => valuesIn(cards, name)),
          firsts[index],
        ),
      );
      return values;
    },
  };
}

/** The other shops' cards are mostly those of the look before. */
const valuesOfCards = rememberLast<Float64Array>();

function valuesIn(cards: CardSums<TaxedName>, name: keyof ProfitTotals): Float64Array {
  const values = new Float64Array(cards.nmIds.length);
  let at = 0;
  for (const row of eachRow(cards)) {
    values[at] = profitTotals(row, row)[name] ?? Number.NaN;
    at += 1;
  }
  return values;
}
