import { isDeepStrictEqual } from 'node:util';
import type { EditedFacts, OwnPriceFacts } from '#contract/bulk-rows.ts';
import { hasValues } from '#server/cards/characteristic-values.ts';
import { placeKey } from '#server/cards/placed-costs.ts';
import type { CardFacts } from './card-change.ts';
import { costOn } from './change-dated-cost.ts';

/** Whether a card has all of these now. What the marketplace keeps is looked at there. */
export function isStillSo(card: CardFacts, facts: EditedFacts): boolean {
  const {
    subject,
    characteristics = [],
    ownPrices = [],
    costs = [],
    datedCost,
    priceFloor,
    wbTags: _ofWb,
    stocks: _there,
    ...single
  } = facts;
  return (
    isDeepStrictEqual({ ...single }, valuesNow(card, single)) &&
    (subject === undefined || subject.id === card.subjectId) &&
    hasValues(card.characteristics, characteristics) &&
    ownPrices.every((own) => hasOwn(card, own)) &&
    costs.every((cost) => hasCost(card, cost)) &&
    (datedCost === undefined || isDeepStrictEqual({ ...datedCost }, costOn(card, datedCost.from))) &&
    (priceFloor === undefined || isDeepStrictEqual({ ...priceFloor }, card.floor))
  );
}

/** The same fields as the card has them. */
function valuesNow(card: CardFacts, single: object): object {
  return Object.fromEntries(Object.entries(card).filter(([field]) => Object.hasOwn(single, field)));
}

/** A shop that is gone has nothing. */
function hasOwn({ inShops }: CardFacts, { shopId, priceKopecks, discount }: OwnPriceFacts): boolean {
  const shop = inShops.find((one) => one.shop_id === shopId);
  if (!shop) return false;
  return (
    (priceKopecks === undefined || priceKopecks === shop.own_price_kopecks) &&
    (discount === undefined || discount === shop.own_discount)
  );
}

function hasCost({ placedCosts }: CardFacts, cost: NonNullable<EditedFacts['costs']>[number]): boolean {
  const said = placedCosts.find((one) => placeKey(one) === placeKey(cost));
  return (said !== undefined) === cost.isOwn && (said?.costPriceKopecks ?? null) === cost.costPriceKopecks;
}
