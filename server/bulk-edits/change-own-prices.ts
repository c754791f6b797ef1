import type { EditedFacts, OwnPriceFacts } from '#contract/bulk-rows.ts';
import type { OwnPriceChange } from '#contract/bulk-rules.ts';
import type { CardChange, CardFacts } from './card-change.ts';
import { hasFloor, newDiscount, newPrice, type FloorOverCost } from './new-price.ts';
import { pickFacts } from './pick-facts.ts';
import type { Refused } from './refused.ts';

/** What becomes of one shop; `ofCard`: fields of the card that it was reckoned from. */
interface OwnNext {
  next: Omit<OwnPriceFacts, 'shopId'>;
  ofCard: readonly ('priceKopecks' | 'discount')[];
  isRaised: boolean;
}

/**
 * What the named shops are given in place of the card's price and discount. A row is about the card's too, where a shop's is
 * reckoned from it: somebody who changes that meanwhile makes the row another than was seen.
 */
export function changeOwnPrices(card: CardFacts, change: OwnPriceChange): CardChange {
  const before: EditedFacts = {};
  const was: OwnPriceFacts[] = [];
  const is: OwnPriceFacts[] = [];
  let refusal: Refused | null = null;
  let isRaised = false;
  for (const shopId of new Set(change.shopIds)) {
    const shop = card.inShops.find((one) => one.shop_id === shopId);
    const own = { priceKopecks: shop?.own_price_kopecks ?? null, discount: shop?.own_discount ?? null };
    const old = { shopId, ...pickFacts(own, fieldsOf(change)) };
    was.push(old);
    const changed = changeIn(card, { shopId, own }, change);
    if ('refusal' in changed) {
      const shopName = card.shopNames.get(shopId) ?? 'Магазин удалён';
      refusal ??= { ...changed, refusal: `${shopName}. ${changed.refusal}` };
      continue;
    }
    for (const field of changed.ofCard) before[field] = card[field];
    const fields = (['priceKopecks', 'discount'] as const).filter(
      (field) => changed.next[field] !== undefined && changed.next[field] !== own[field],
    );
    if (fields.length > 0) is.push({ shopId, ...pickFacts(changed.next, fields) });
    isRaised ||= changed.isRaised;
  }
  const seen = { ...before, ownPrices: was };
  if (refusal) return { before: seen, after: {}, ...refusal };
  const after = is.length === 0 ? {} : { ownPrices: is };
  return { before: seen, after, refusal: null, ...(isRaised && { isRaised }) };
}

/** What a row is about: a floor is a matter of both, whichever of them changes. */
function fieldsOf(change: OwnPriceChange): ('priceKopecks' | 'discount')[] {
  const isHeld = hasFloor(floorOf(change));
  return [
    ...(change.price || isHeld ? ['priceKopecks' as const] : []),
    ...(change.discount || isHeld ? ['discount' as const] : []),
  ];
}

const floorOf = (change: OwnPriceChange): FloorOverCost =>
  change.kind === 'OWN_PRICES_OVER_COST' ? change : {};

interface PlaceInShop {
  shopId: number;
  own: { priceKopecks: number | null; discount: number | null };
}

function changeIn(card: CardFacts, { shopId, own }: PlaceInShop, change: OwnPriceChange): OwnNext | Refused {
  const isHeld = hasFloor(floorOf(change));
  const price = partOf(own.priceKopecks, change.price);
  const discount = partOf(own.discount, change.discount);
  const nextDiscount = newDiscount(discount.old ?? card.discount, discount.rule);
  if ('refusal' in nextDiscount) return nextDiscount;
  const old = {
    kopecks: price.old ?? card.priceKopecks,
    discount: nextDiscount.percent,
    costKopecks: card.costInShops.get(shopId) ?? null,
  };
  const isReckoned = price.rule !== undefined || isHeld;
  const rule = { ...floorOf(change), price: price.rule, ending: change.ending };
  const nextPrice = isReckoned ? newPrice(old, rule) : null;
  if (nextPrice && 'refusal' in nextPrice) return nextPrice;
  const isOfCard = ({ old: ownValue, rule: asked }: typeof price | typeof discount) =>
    ownValue === null && (asked ? asked.kind !== 'SET' : isHeld);
  return {
    next: {
      ...(change.price && { priceKopecks: price.rule && nextPrice ? nextPrice.kopecks : null }),
      ...(change.discount && { discount: discount.rule ? nextDiscount.percent : null }),
    },
    ofCard: [
      ...(isOfCard(price) ? ['priceKopecks' as const] : []),
      ...(isOfCard(discount) ? ['discount' as const] : []),
    ],
    isRaised: nextPrice?.isRaised ?? false,
  };
}

/** What there is to begin with, and what is to be done with it; what the shop is to have no longer is the card's. */
function partOf<Rule extends { kind: string }>(
  own: number | null,
  rule: Rule | { kind: 'CLEAR' } | undefined,
) {
  return isClearing(rule) ? { old: null, rule: undefined } : { old: own, rule };
}

function isClearing(rule: { kind: string } | undefined): rule is { kind: 'CLEAR' } {
  return rule?.kind === 'CLEAR';
}
