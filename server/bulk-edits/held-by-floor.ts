import { roubles } from '#server/text/roubles.ts';
import type { CardChange, CardFacts } from './card-change.ts';
import { discounted } from './priced.ts';
import { refused } from './refused.ts';

/** A change to a price below the card's floor is refused, in words. One that does not touch prices is nobody's business here. */
export function heldByFloor(
  card: CardFacts,
  change: CardChange,
  lowestKopecks: number | undefined,
): CardChange {
  if (lowestKopecks === undefined || change.refusal !== null) return change;
  const below = newPrices(card, change).find((price) => price > 0 && price < lowestKopecks);
  if (below === undefined) return change;
  return {
    ...change,
    after: {},
    ...refused(
      `Вышло бы ${roubles(below)}: ниже минимальной цены ${roubles(lowestKopecks)}`,
      'Возьмите цену выше или измените минимальную цену карточки',
      'priceFloor',
    ),
  };
}

/** Of another change no floor need be known. */
export function isOfPrices({ after }: CardChange): boolean {
  return after.priceKopecks !== undefined || after.discount !== undefined || after.ownPrices !== undefined;
}

/** With the discount: the card's, and those of the shops that have their own, which may change with it. */
function newPrices(card: CardFacts, { after }: CardChange): number[] {
  const { priceKopecks: price, discount, ownPrices = [] } = after;
  const cardPrice = price ?? card.priceKopecks;
  const cardDiscount = discount ?? card.discount;
  const common = discounted(cardPrice, cardDiscount);
  const own = ownPrices.map((one) => {
    const shop = card.inShops.find(({ shop_id: id }) => id === one.shopId);
    const ownPrice = one.priceKopecks === undefined ? shop?.own_price_kopecks : one.priceKopecks;
    const ownDiscount = one.discount === undefined ? shop?.own_discount : one.discount;
    return discounted(ownPrice ?? cardPrice, ownDiscount ?? cardDiscount);
  });
  return price === undefined && discount === undefined ? own : [common, ...own];
}
