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

/** Not in the promotion yet, and its margin is known and not smaller than asked. */
export function isSuitable(card: PromotionCard, minMarginPercent: number): boolean {
  const profit = planProfit(card);
  return !card.isInAction && profit !== null && profit.share * 100 >= minMarginPercent;
}

export interface ChosenSummary {
  count: number;
  losing: number;
  withoutCost: number;
  /** The cost price is known, and what the marketplace takes is not. */
  withoutHistory: number;
  /** The mean change of price as a negative share; null when no price of now is known. */
  meanChange: number | null;
}

/** What choosing these cards means, for the question before they are sent. */
export function summarize(cards: readonly PromotionCard[]): ChosenSummary {
  const changes = cards.map(priceChange).filter((change) => change !== null);
  return {
    count: cards.length,
    losing: cards.filter(isLoss).length,
    withoutCost: cards.filter((card) => card.costPriceKopecks === null).length,
    withoutHistory: cards.filter(
      (card) => card.costPriceKopecks !== null && !isLoss(card) && planProfit(card) === null,
    ).length,
    meanChange: changes.length > 0 ? changes.reduce((sum, one) => sum + one, 0) / changes.length : null,
  };
}
