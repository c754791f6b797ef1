import type { EditedFacts, OwnPriceFacts } from '#contract/bulk-edits.ts';
import type { OwnPriceChange } from '#contract/bulk-rules.ts';
import { discountSchema, pricedKopecksSchema } from '#contract/fields.ts';
import { roubles } from '#server/text/roubles.ts';
import type { CardChange, CardFacts } from './card-change.ts';
import { LARGER, OTHER_DISCOUNT, refused, SAY_PRICE, SMALLER, type Refused } from './refused.ts';
import { changedAmount, changedDiscount, nearestEnding } from './priced.ts';

const ROUBLE_KOPECKS = 100;

/** A value that is to be, or why it cannot be; `isFromCard`: it was reckoned from the card's. */
type Wanted = { value: number | null; isFromCard: boolean } | Refused;

/**
 * What the named shops are given in place of the card's price and discount. A row is about the card's too, where a shop's is
 * reckoned from it: somebody who changes that meanwhile makes the row another than was seen.
 */
export function changeOwnPrices(card: CardFacts, change: OwnPriceChange): CardChange {
  const before: EditedFacts = {};
  const was: OwnPriceFacts[] = [];
  const is: OwnPriceFacts[] = [];
  const refusals: Refused[] = [];
  for (const shopId of new Set(change.shopIds)) {
    const { own_price_kopecks: ownPrice = null, own_discount: ownDiscount = null } =
      card.inShops.find((shop) => shop.shop_id === shopId) ?? {};
    const old: OwnPriceFacts = { shopId };
    const next: OwnPriceFacts = { shopId };
    const take = (field: 'priceKopecks' | 'discount', own: number | null, wanted: Wanted) => {
      old[field] = own;
      if ('refusal' in wanted) {
        const shopName = card.shopNames.get(shopId) ?? 'Магазин удалён';
        refusals.push({ ...wanted, refusal: `${shopName}: ${wanted.refusal}` });
        return;
      }
      if (wanted.isFromCard) before[field] = card[field];
      if (wanted.value !== own) next[field] = wanted.value;
    };
    if (change.price) take('priceKopecks', ownPrice, wantedPrice(card, ownPrice, change));
    if (change.discount) take('discount', ownDiscount, wantedDiscount(card, ownDiscount, change));
    was.push(old);
    if (Object.keys(next).length > 1) is.push(next);
  }
  const seen = { ...before, ownPrices: was };
  const [first] = refusals;
  if (first) return { before: seen, after: {}, ...first };
  return { before: seen, after: is.length === 0 ? {} : { ownPrices: is }, refusal: null };
}

/** In whole roubles, as the marketplace takes it. */
function wantedPrice(
  card: CardFacts,
  own: number | null,
  { price, ending = 'ROUBLE' }: OwnPriceChange,
): Wanted {
  if (!price || price.kind === 'CLEAR') return { value: null, isFromCard: false };
  const base = own ?? card.priceKopecks;
  if (price.kind !== 'SET' && base === 0)
    return refused('не указана цена, изменять нечего', SAY_PRICE, 'priceKopecks');
  const value = nearestEnding(changedAmount(base, price), ending);
  if (value < ROUBLE_KOPECKS) return refused('цена вышла бы меньше 1 ₽', LARGER);
  if (!pricedKopecksSchema.safeParse(value).success) {
    return refused(`цена вышла бы ${roubles(value)}, это слишком много`, SMALLER);
  }
  return { value, isFromCard: own === null && price.kind !== 'SET' };
}

function wantedDiscount(card: CardFacts, own: number | null, { discount }: OwnPriceChange): Wanted {
  if (!discount || discount.kind === 'CLEAR') return { value: null, isFromCard: false };
  const value = changedDiscount(own ?? card.discount, discount);
  if (!discountSchema.safeParse(value).success) {
    return refused(`скидка вышла бы ${value} %, можно от 0 до 99 %`, OTHER_DISCOUNT);
  }
  return { value, isFromCard: own === null && discount.kind !== 'SET' };
}
