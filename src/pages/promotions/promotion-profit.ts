import type { PromotionCard } from '#contract/promotions.ts';

export interface PlanProfit {
  kopecks: number;
  /** «Маржа», as everywhere: the profit as a share of the price. */
  share: number;
}

/** «≈»: what is likely left of the planned price after everything. Null where the cost price or the past is not known. */
export function planProfit({ economics, planPriceKopecks }: PromotionCard): PlanProfit | null {
  const kopecks = economics?.profitKopecks ?? null;
  if (kopecks === null || planPriceKopecks <= 0) return null;
  return { kopecks, share: kopecks / planPriceKopecks };
}

export function isBelowCost(card: PromotionCard): boolean {
  return card.costPriceKopecks !== null && card.planPriceKopecks < card.costPriceKopecks;
}

/** Each sale is likely to lose money; a price below the cost loses it whatever the marketplace takes. */
export function isLoss(card: PromotionCard): boolean {
  const profit = planProfit(card);
  return isBelowCost(card) || (profit !== null && profit.kopecks < 0);
}

/** How much lower the planned price is than the price of now, as a negative share. Null without a price. */
export function priceChange(card: PromotionCard): number | null {
  if (card.finalPriceKopecks <= 0) return null;
  return (card.planPriceKopecks - card.finalPriceKopecks) / card.finalPriceKopecks;
}

export function isBelowFloor({ floorKopecks = null, planPriceKopecks }: PromotionCard): boolean {
  return floorKopecks !== null && planPriceKopecks < floorKopecks;
}

export interface Guards {
  minMarginPercent: number;
  /** null: asks nothing. */
  minProfitKopecks: number | null;
}

/** Not in the promotion yet, not below its floor, and what it brings is known and not less than asked. */
export function isSuitable(card: PromotionCard, { minMarginPercent, minProfitKopecks }: Guards): boolean {
  const profit = planProfit(card);
  return (
    !card.isInAction &&
    !isBelowFloor(card) &&
    profit !== null &&
    profit.share * 100 >= minMarginPercent &&
    (minProfitKopecks === null || profit.kopecks >= minProfitKopecks)
  );
}
