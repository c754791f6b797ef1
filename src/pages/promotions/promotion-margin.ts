import type { PromotionCard } from '#contract/promotions.ts';

/**
 * What is left of the planned price after the cost of the goods, as a share of that price. Commission, logistics and tax
 * are not in it. Null without a cost or a price.
 */
export function planMargin(card: PromotionCard): number | null {
  if (card.costPriceKopecks === null || card.planPriceKopecks <= 0) return null;
  return (card.planPriceKopecks - card.costPriceKopecks) / card.planPriceKopecks;
}

export function isBelowCost(card: PromotionCard): boolean {
  return card.costPriceKopecks !== null && card.planPriceKopecks < card.costPriceKopecks;
}

/** How much lower the planned price is than the price of now, as a negative share. Null without a price. */
export function priceChange(card: PromotionCard): number | null {
  if (card.finalPriceKopecks <= 0) return null;
  return (card.planPriceKopecks - card.finalPriceKopecks) / card.finalPriceKopecks;
}

/** Not in the promotion yet, and its margin is known and not smaller than asked. */
export function isSuitable(card: PromotionCard, minMarginPercent: number): boolean {
  const margin = planMargin(card);
  return !card.isInAction && margin !== null && margin * 100 >= minMarginPercent;
}

export interface ChosenSummary {
  count: number;
  belowCost: number;
  withoutCost: number;
  /** The mean change of price as a negative share; null when no price of now is known. */
  meanChange: number | null;
}

/** What choosing these cards means, for the question before they are sent. */
export function summarize(cards: readonly PromotionCard[]): ChosenSummary {
  const changes = cards.map(priceChange).filter((change) => change !== null);
  return {
    count: cards.length,
    belowCost: cards.filter(isBelowCost).length,
    withoutCost: cards.filter((card) => card.costPriceKopecks === null).length,
    meanChange: changes.length > 0 ? changes.reduce((sum, one) => sum + one, 0) / changes.length : null,
  };
}
