import { notePromotion } from './promotion-members.ts';
import { goodsOfPromotion, promotionsBetween } from './promotions.ts';
import type { Card, DueWork, Promotion, Seller, State } from './state.ts';
import { isInStockSale } from './triggers.ts';

/** Automatic promotions take goods in and lower their prices by themselves: what begins and ends since the last look. */
export function dueOfAutomaticPromotions(state: State, seller: Seller, nowMs: number): DueWork[] {
  const sinceMs = seller.promotionsFollowedMs;
  seller.promotionsFollowedMs = nowMs;
  if (sinceMs === null) return [];
  return promotionsBetween(state, sinceMs, nowMs)
    .filter(({ isAuto }) => isAuto)
    .flatMap((promotion) => [
      { dueMs: promotion.startMs, run: () => begin(seller, promotion) },
      { dueMs: promotion.endMs, run: () => end(seller, promotion) },
    ])
    .filter(({ dueMs }) => dueMs > sinceMs && dueMs <= nowMs);
}

function begin(seller: Seller, promotion: Promotion): void {
  const held = new Set(
    Object.values(seller.automaticDiscounts)
      .flat()
      .map(({ nmID }) => nmID),
  );
  const taken = goodsOfPromotion(seller, promotion).filter(
    ({ card, isIn, planDiscount }) =>
      isIn &&
      !held.has(card.nmID) &&
      planDiscount > card.discount &&
      card.syncedAtMs <= promotion.startMs &&
      !isInStockSale(card.vendorCode),
  );
  seller.automaticDiscounts[promotion.id] = taken.map(({ card, planDiscount }) => ({
    nmID: card.nmID,
    discount: planDiscount,
    earlierDiscount: card.discount,
  }));
  for (const { card, planDiscount } of taken) {
    setDiscount(seller, card, planDiscount, promotion.startMs);
    notePromotion(seller, 'promotion-joined', promotion, card.nmID, promotion.startMs);
  }
}

/** What the seller has changed meanwhile stays as it is. */
function end(seller: Seller, promotion: Promotion): void {
  for (const { nmID, discount, earlierDiscount } of seller.automaticDiscounts[promotion.id] ?? []) {
    const card = seller.cards.get(nmID);
    if (card?.discount === discount) setDiscount(seller, card, earlierDiscount, promotion.endMs);
  }
  // oxlint-disable-next-line typescript/no-dynamic-delete -- plain data, so that a snapshot is its JSON
  delete seller.automaticDiscounts[promotion.id];
}

function setDiscount(seller: Seller, card: Card, discount: number, atMs: number): void {
  card.discount = discount;
  card.priceHistory.push({ fromMs: atMs, price: card.sizes[0]?.price ?? 0, discount });
  seller.version += 1;
}
