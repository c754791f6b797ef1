import { itemKey } from './price-tasks.ts';
import { findPromotion, goodsOfPromotion, promotionsBetween } from './promotions.ts';
import { recordEffect, type PriceTask, type Promotion, type Seller, type State } from './state.ts';

/** Goods are in a promotion once their planned price is set, and leave it when another upload sets a price above that. */
export function followPromotions(state: State, seller: Seller, task: PriceTask): void {
  const done = task.items.filter((item) => task.status !== 4 && task.errors[itemKey(item)] === undefined);
  const nmIDs = new Set(done.map((item) => item.nmID));
  const promotion = task.promotionID === undefined ? undefined : findPromotion(state, task.promotionID);
  if (promotion) joinPromotion(seller, promotion, nmIDs, task.dueMs);
  else leavePromotions(state, seller, nmIDs, task.dueMs);
}

function joinPromotion(seller: Seller, promotion: Promotion, nmIDs: ReadonlySet<number>, atMs: number): void {
  const known = seller.promotions[promotion.id] ?? [];
  const left = seller.leftPromotions[promotion.id] ?? [];
  seller.promotions[promotion.id] = [...new Set([...known, ...nmIDs])];
  seller.leftPromotions[promotion.id] = left.filter((nmID) => !nmIDs.has(nmID));
  for (const nmID of nmIDs) notePromotion(seller, 'promotion-joined', promotion, nmID, atMs);
}

function leavePromotions(state: State, seller: Seller, nmIDs: ReadonlySet<number>, atMs: number): void {
  for (const promotion of promotionsBetween(state, atMs, atMs)) {
    for (const { card, isIn, planPrice } of goodsOfPromotion(seller, promotion)) {
      if (!isIn || !nmIDs.has(card.nmID) || !hasRisenAbove(card.priceHistory, planPrice, atMs)) continue;
      const known = seller.promotions[promotion.id] ?? [];
      seller.promotions[promotion.id] = known.filter((nmID) => nmID !== card.nmID);
      seller.leftPromotions[promotion.id] = [...(seller.leftPromotions[promotion.id] ?? []), card.nmID];
      notePromotion(seller, 'promotion-left', promotion, card.nmID, atMs);
    }
  }
}

function hasRisenAbove(
  history: readonly { fromMs: number; price: number; discount: number }[],
  planPrice: number,
  atMs: number,
): boolean {
  const [before, after] = history.slice(-2);
  if (!before || after?.fromMs !== atMs) return false;
  const final = ({ price, discount }: typeof before) => (price * (100 - discount)) / 100;
  return final(after) > final(before) && Math.round(final(after)) > planPrice;
}

export function notePromotion(
  seller: Seller,
  kind: 'promotion-joined' | 'promotion-left',
  promotion: Promotion,
  nmID: number,
  atMs: number,
): void {
  recordEffect(seller, {
    kind,
    atMs,
    vendorCode: seller.cards.get(nmID)?.vendorCode ?? '',
    nmID,
    detail: promotion.name,
  });
}
