import type { CostClearing } from '#contract/bulk-rules.ts';
import { differing, type CardChange, type CardFacts } from './card-change.ts';
import { costOn } from './change-dated-cost.ts';

/** Nobody knows any more what a piece costs: of what is valid now, or from a day on. */
export function clearCost(card: CardFacts, { from }: CostClearing): CardChange {
  if (from === null) {
    const before = { costPriceKopecks: card.costPriceKopecks };
    return { before, after: differing(before, { costPriceKopecks: null }), refusal: null };
  }
  const old = costOn(card, from);
  return {
    before: { datedCost: old },
    after: old.costPriceKopecks === null ? {} : { datedCost: { from, costPriceKopecks: null, isOwn: true } },
    refusal: null,
  };
}
