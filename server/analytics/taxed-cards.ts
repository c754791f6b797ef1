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
import { rememberLast } from './remember-last.ts';
import { spreadLines } from './spread-lines.ts';
import { shareTaxes, type CountedTaxes, type DueTaxes } from './year-taxes.ts';

/** What a shop's cards have sold on days on which no rate of any taxpayer changes, and what the account says of its own costs of them. */
export interface PartOfShop {
  days: Period;
  sold: CardSums;
  costs: readonly CardLines[];
}

type CardLines = CardName & { lines: ProfitLines };

/** What a card is called. */
export interface CardName {
  nmId: number;
  vendorCode: string;
}

/** Whom a shop's costs belong to when it has no card. */
const NO_CARD: CardName = { nmId: 0, vendorCode: '' };

/** Of most parts nothing has changed since the last look: they are found beside what was sold, with their sum. */
const taxedPart = rememberLast<CardSums<TaxedName> | null>();
const sumOfParts = rememberLast<CardSums<TaxedName>>();

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
  const taxed = parts.flatMap((part) => {
    const due = counted.dueOf(shopId, part.days);
    const made = taxedPart(part.sold, [JSON.stringify([due, part.costs])], () => {
      const { shared, own } = withoutShared(cardsOf(part));
      return own.nmIds.length > 0 ? taxPart(shared, own, due) : null;
    });
    if (made) return made;
    const cards = cardsOf(part);
    return cards.nmIds.length > 0 ? taxPart(cards, takersOf(parts, spareCards), due) : [];
  });
  const [first, ...others] = taxed;
  return first ? sumOfParts(first, others, () => addUpCards(taxed)) : addUpCards<TaxedName>([]);
}

function cardsOf({ sold, costs }: PartOfShop): CardSums {
  return addUpCards([sold, cardSumsOf(costs)]);
}

/** Who shares what a part of days without a sold card was charged: those that were sold on other days, else those that there are. */
function takersOf(parts: readonly PartOfShop[], spareCards: readonly CardName[]): CardSums {
  const sold = addUpCards(parts.map((part) => withoutShared(cardsOf(part)).own));
  if (sold.nmIds.length > 0) return { ...sold, sums: new Map() };
  const spare = spareCards.length > 0 ? spareCards : [NO_CARD];
  return cardSumsOf(spare.map((card) => ({ ...card, lines: NO_LINES })));
}

function taxPart(shared: CardSums, takers: CardSums, due: DueTaxes | null): CardSums<TaxedName> {
  const spread = spreadLines(rowAt(shared, 0), takers);
  if (!due) return spread;
  const taxes = shareTaxes(due, eachRow(spread));
  const counts = filled(['vatKopecks', 'taxKopecks'] as const, (name) => taxes.map((one) => one[name]));
  return { ...spread, sums: new Map<TaxedName, Column>([...spread.sums, ...counts]) };
}

/** Something is known of the shop, and nothing of it of any card: see `spareCards` of {@link taxCards}. */
export function isWithoutCards(parts: readonly PartOfShop[]): boolean {
  const nmIds = parts.flatMap(({ sold, costs }) => [
    ...sold.nmIds.subarray(0, 2),
    ...costs.map(({ nmId }) => nmId),
  ]);
  return nmIds.length > 0 && nmIds.every((nmId) => nmId === 0);
}
