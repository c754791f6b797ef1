import type { BulkWarning, OwnPriceFacts } from '#contract/bulk-edits.ts';
import { dimensionFields } from '#contract/bulk-rules.ts';
import { hasWrongCheckDigit, isQuarantined, type Price } from '#contract/card-rules.ts';
import type { CardChange, CardFacts, PriceInShop } from './card-change.ts';
import { addedBarcodes } from './other-cards.ts';
import { discounted } from './priced.ts';

/** What a person should know of a change before it happens. */
export function warningsOf(card: CardFacts, { before, after }: CardChange): BulkWarning[] {
  if (after.ownPrices) return ownPriceWarnings(card, after.ownPrices);
  const isPriced = before.priceKopecks !== undefined;
  const isCosted = before.costPriceKopecks !== undefined || before.datedCost !== undefined;
  const {
    priceKopecks = card.priceKopecks,
    discount = card.discount,
    costPriceKopecks = (after.datedCost ?? card).costPriceKopecks,
  } = after;
  const next = { priceKopecks, discount };
  const warnings: BulkWarning[] = [];
  if (isPriced && card.inShops.some((shop) => isHeldBack(shop, next))) warnings.push('QUARANTINE');
  if ((isPriced || isCosted) && isBelow(next, costPriceKopecks)) warnings.push('LOSS');
  if (isPriced && card.inShops.some((shop) => shop.own_price_kopecks !== null)) warnings.push('OWN_PRICE');
  const isMeasured = dimensionFields.some((field) => before[field] !== undefined);
  const isUnknown = dimensionFields.some((field) => (after[field] ?? card[field]) <= 0);
  if (isMeasured && isUnknown) warnings.push('NO_DIMENSIONS');
  const emptied = after.characteristics?.filter(({ values }) => values.length === 0) ?? [];
  const { subject } = after;
  // Those of a subject that the card leaves are not empty but gone.
  const isLost = ({ id }: { id: number }) =>
    subject !== undefined && !(card.definitionsOf.get(subject.id) ?? []).some((one) => one.id === id);
  if (emptied.some(isLost)) warnings.push('CHARACTERISTICS_LOST');
  if (emptied.some((one) => !isLost(one) && isRequired(card, one.id))) warnings.push('REQUIRED_EMPTY');
  if (addedBarcodes({ before, after }).some(hasWrongCheckDigit)) warnings.push('CHECK_DIGIT');
  return warnings;
}

/** What the named shops would be given. */
function ownPriceWarnings(card: CardFacts, ownPrices: readonly OwnPriceFacts[]): BulkWarning[] {
  const nextIn = ({ shopId, priceKopecks, discount }: OwnPriceFacts): Price => {
    const shop = card.inShops.find((one) => one.shop_id === shopId);
    const own = { price: shop?.own_price_kopecks ?? null, discount: shop?.own_discount ?? null };
    return {
      priceKopecks: (priceKopecks === undefined ? own.price : priceKopecks) ?? card.priceKopecks,
      discount: (discount === undefined ? own.discount : discount) ?? card.discount,
    };
  };
  const isHeldBackIn = (facts: OwnPriceFacts) => {
    const shop = card.inShops.find((one) => one.shop_id === facts.shopId);
    return shop !== undefined && isBehind(shop, nextIn(facts));
  };
  const warnings: BulkWarning[] = [];
  if (ownPrices.some(isHeldBackIn)) warnings.push('QUARANTINE');
  const costIn = ({ shopId }: OwnPriceFacts) => card.costInShops.get(shopId) ?? null;
  if (ownPrices.some((facts) => isBelow(nextIn(facts), costIn(facts)))) warnings.push('LOSS');
  return warnings;
}

function isRequired({ definitions }: CardFacts, characteristicId: number): boolean {
  return definitions.some((one) => one.id === characteristicId && one.isRequired);
}

/** The discounted price is less than the thing cost. A card without a price is not sold yet. */
function isBelow({ priceKopecks, discount }: Price, costPriceKopecks: number | null): boolean {
  if (costPriceKopecks === null || priceKopecks === 0) return false;
  return discounted(priceKopecks, discount) < costPriceKopecks;
}

/** What the shop would be given: its own, where it has it. */
function isHeldBack(shop: PriceInShop, next: Price): boolean {
  return isBehind(shop, {
    priceKopecks: shop.own_price_kopecks ?? next.priceKopecks,
    discount: shop.own_discount ?? next.discount,
  });
}

/** What the shop would be given is compared with what it has. */
function isBehind(shop: PriceInShop, given: Price): boolean {
  if (shop.price_kopecks === null) return false;
  return isQuarantined({ priceKopecks: shop.price_kopecks, discount: shop.discount ?? 0 }, given);
}
