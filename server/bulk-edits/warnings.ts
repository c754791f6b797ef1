import type { BulkWarning, OwnPriceFacts } from '#contract/bulk-rows.ts';
import { dimensionFields } from '#contract/bulk-rules.ts';
import { hasWrongCheckDigit, isQuarantined, priceFields, type Price } from '#contract/card-rules.ts';
import type { CardChange, CardFacts, PriceInShop } from './card-change.ts';
import { addedBarcodes } from './other-cards.ts';
import { discounted } from './priced.ts';

/** What a person should know of a change before it happens. */
export function warningsOf(card: CardFacts, { before, after }: CardChange): BulkWarning[] {
  // A shop's price may be reckoned from the card's, which stays.
  const isOfShopsAlone =
    after.ownPrices !== undefined && priceFields.every((field) => after[field] === undefined);
  const isPriced = before.priceKopecks !== undefined && !isOfShopsAlone;
  const isCosted = before.costPriceKopecks !== undefined || before.datedCost !== undefined;
  const {
    priceKopecks = card.priceKopecks,
    discount = card.discount,
    costPriceKopecks = (after.datedCost ?? card).costPriceKopecks,
    ownPrices = [],
  } = after;
  const next = { priceKopecks, discount };
  const inShops = card.inShops.map((shop) => withOwn(shop, ownPrices));
  // Where a shop's own price alone changes, the others' prices are nobody's business here.
  const given = isPriced ? inShops : inShops.filter((shop) => isNamed(shop, ownPrices));
  // A cost price in the same row is what is said last.
  const costIn = ({ shopId }: OwnPriceFacts) =>
    isCosted ? costPriceKopecks : (card.costInShops.get(shopId) ?? null);
  const isLoss =
    ((isPriced || isCosted) && isBelow(next, costPriceKopecks)) ||
    ownPrices.some((facts) => isBelow(givenTo(ownOf(card, facts), next), costIn(facts)));
  const warnings: BulkWarning[] = [];
  if (given.some((shop) => isHeldBack(shop, next))) warnings.push('QUARANTINE');
  if (isLoss) warnings.push('LOSS');
  if (isPriced && inShops.some((shop) => shop.own_price_kopecks !== null)) warnings.push('OWN_PRICE');
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

type OwnInShop = Pick<PriceInShop, 'own_price_kopecks' | 'own_discount'>;

/** As the shop would have it after the change. */
function withOwn(shop: PriceInShop, ownPrices: readonly OwnPriceFacts[]): PriceInShop {
  const facts = ownPrices.find(({ shopId }) => shopId === shop.shop_id);
  return facts ? { ...shop, ...changedOwn(shop, facts) } : shop;
}

function isNamed(shop: PriceInShop, ownPrices: readonly OwnPriceFacts[]): boolean {
  return ownPrices.some(({ shopId }) => shopId === shop.shop_id);
}

/** Of a shop that may have no row of the card yet. */
function ownOf({ inShops }: CardFacts, facts: OwnPriceFacts): OwnInShop {
  const shop = inShops.find((one) => one.shop_id === facts.shopId);
  return changedOwn(shop ?? { own_price_kopecks: null, own_discount: null }, facts);
}

function changedOwn(shop: OwnInShop, { priceKopecks, discount }: OwnPriceFacts): OwnInShop {
  return {
    own_price_kopecks: priceKopecks === undefined ? shop.own_price_kopecks : priceKopecks,
    own_discount: discount === undefined ? shop.own_discount : discount,
  };
}

function isRequired({ definitions }: CardFacts, characteristicId: number): boolean {
  return definitions.some((one) => one.id === characteristicId && one.isRequired);
}

/** The discounted price is less than the thing cost. A card without a price is not sold yet. */
function isBelow({ priceKopecks, discount }: Price, costPriceKopecks: number | null): boolean {
  if (costPriceKopecks === null || priceKopecks === 0) return false;
  return discounted(priceKopecks, discount) < costPriceKopecks;
}

/** What the shop would be given is compared with what it has. */
function isHeldBack(shop: PriceInShop, next: Price): boolean {
  if (shop.price_kopecks === null) return false;
  const had = { priceKopecks: shop.price_kopecks, discount: shop.discount ?? 0 };
  return isQuarantined(had, givenTo(shop, next));
}

/** Its own, where it has it. */
function givenTo({ own_price_kopecks: price, own_discount: discount }: OwnInShop, next: Price): Price {
  return { priceKopecks: price ?? next.priceKopecks, discount: discount ?? next.discount };
}
