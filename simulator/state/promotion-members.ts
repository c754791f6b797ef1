import { itemKey } from './price-tasks.ts';
import { findPromotion, goodsOfPromotion, promotionsBetween } from './promotions.ts';
import { recordEffect, type PriceTask, type Seller } from './state.ts';

/** Goods are in a promotion once their planned price is set, and leave it when another upload sets a price above that. */
export function followPromotions(seller: Seller, task: PriceTask): void {
  const done = task.items.filter((item) => task.status !== 4 && task.errors[itemKey(item)] === undefined);
  const nmIDs = new Set(done.map((item) => item.nmID));
  if (task.promotionID === undefined) leavePromotions(seller, nmIDs, task.dueMs);
  else joinPromotion(seller, task.promotionID, nmIDs, task.dueMs);
}

function joinPromotion(seller: Seller, promotionID: number, nmIDs: ReadonlySet<number>, atMs: number): void {
  const known = seller.promotions[promotionID] ?? [];
  const left = seller.leftPromotions[promotionID] ?? [];
  seller.promotions[promotionID] = [...new Set([...known, ...nmIDs])];
  seller.leftPromotions[promotionID] = left.filter((nmID) => !nmIDs.has(nmID));
  for (const nmID of nmIDs) note(seller, 'promotion-joined', promotionID, nmID, atMs);
}

function leavePromotions(seller: Seller, nmIDs: ReadonlySet<number>, atMs: number): void {
  for (const promotion of promotionsBetween(atMs, atMs)) {
    if (promotion.isAuto) continue;
    for (const { card, isIn, planPrice } of goodsOfPromotion(seller, promotion)) {
      if (!isIn || !nmIDs.has(card.nmID) || !hasRisenAbove(card.priceHistory, planPrice, atMs)) continue;
      const known = seller.promotions[promotion.id] ?? [];
      seller.promotions[promotion.id] = known.filter((nmID) => nmID !== card.nmID);
      seller.leftPromotions[promotion.id] = [...(seller.leftPromotions[promotion.id] ?? []), card.nmID];
      note(seller, 'promotion-left', promotion.id, card.nmID, atMs);
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

function note(
  seller: Seller,
  kind: 'promotion-joined' | 'promotion-left',
  promotionID: number,
  nmID: number,
  atMs: number,
): void {
  recordEffect(seller, {
    kind,
    atMs,
    vendorCode: seller.cards.get(nmID)?.vendorCode ?? '',
    nmID,
    detail: findPromotion(promotionID)?.name ?? '',
  });
}
