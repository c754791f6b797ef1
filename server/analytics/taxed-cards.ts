import {
  addUpCards,
  cardSumsOf,
  eachRow,
  filled,
  rowAt,
  withoutShared,
  type CardSums,
  type Column,
  type TaxedName,
} from './card-sums.ts';
import type { Period } from './moscow-days.ts';
import { NO_LINES, type ProfitLines } from './profit-engine.ts';
import { spreadLines } from './spread-lines.ts';
import type { CountedTaxes } from './year-taxes.ts';

/** What a shop's cards have sold on days on which no rate of any taxpayer changes. */
export interface PartOfShop {
  days: Period;
  cards: CardSums;
}

/** What a card is called. */
export interface CardName {
  nmId: number;
  vendorCode: string;
}

/** Whom a shop's costs belong to when it has no card. */
const NO_CARD: CardName = { nmId: 0, vendorCode: '' };

/**
 * Lines and taxes of each card of a shop, all its parts together. Lines without a card are spread over the cards by revenue. `spareCards`
 * are those of a shop where nothing at all was sold, so that their storage is still somebody's; what a shop without any card was
 * charged has a row of its own, with nmId 0.
 */
export function taxCards(
  shopId: number,
  parts: readonly PartOfShop[],
  counted: CountedTaxes,
  spareCards: readonly CardName[] = [],
): CardSums<TaxedName> {
  const taxed = parts.flatMap(({ days, cards }) => {
    if (cards.nmIds.length === 0) return [];
    const { shared, own } = withoutShared(cards);
    const takers = own.nmIds.length > 0 ? own : takersOf(parts, spareCards);
    return taxPart(shopId, days, { shared: rowAt(shared, 0), takers, counted });
  });
  return addUpCards(taxed);
}

/** Who shares what a part of days without a sold card was charged: those that were sold on other days, else those that there are. */
function takersOf(parts: readonly PartOfShop[], spareCards: readonly CardName[]): CardSums {
  const sold = addUpCards(parts.map(({ cards }) => withoutShared(cards).own));
  if (sold.nmIds.length > 0) return { ...sold, sums: new Map() };
  const spare = spareCards.length > 0 ? spareCards : [NO_CARD];
  return cardSumsOf(spare.map((card) => ({ ...card, lines: NO_LINES })));
}

function taxPart(
  shopId: number,
  days: Period,
  { shared, takers, counted }: { shared: ProfitLines; takers: CardSums; counted: CountedTaxes },
): CardSums<TaxedName> {
  const spread = spreadLines(shared, takers);
  const taxes = counted.ofParts(shopId, days, eachRow(spread));
  const counts = filled(['vatKopecks', 'taxKopecks'] as const, (name) => taxes.map((one) => one[name]));
  return { ...spread, sums: new Map<TaxedName, Column>([...spread.sums, ...counts]) };
}

/** Something is known of the shop, and nothing of it of any card: see `spareCards` of {@link taxCards}. */
export function isWithoutCards(parts: readonly PartOfShop[]): boolean {
  const nmIds = parts.flatMap(({ cards }) => [...cards.nmIds.subarray(0, 2)]);
  return nmIds.length > 0 && nmIds.every((nmId) => nmId === 0);
}
