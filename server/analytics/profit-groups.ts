import {
  profitGroups,
  type ProfitCurvePoint,
  type ProfitGroup,
  type ProfitGroupSums,
} from '#contract/analytics.ts';

/** Of the profit of all cards that make any, in per cent: whoever begins below the first is in A, below the second in B. */
const A_UNTIL_PERCENT = 80;
const B_UNTIL_PERCENT = 95;

/** A line of more would not look otherwise. */
const CURVE_STEPS = 60;

/** Which card it is, and what it brings. */
export interface ProfitOfCard {
  shopId: number;
  nmId: number;
  profitKopecks: number;
}

export interface GroupedCards<Card> {
  groupOf: ReadonlyMap<Card, ProfitGroup>;
  /** Each group once, with nothing in it too. */
  groups: ProfitGroupSums[];
  /** Evenly over the cards, the best first; nothing where there is no card. */
  curve: ProfitCurvePoint[];
}

/**
 * ABC by profit: the best first, each card in one group. The card that reaches 80 % is still one of those that make them; a card
 * without profit is in C. Equal profits keep one order, so that the same period is always parted the same.
 */
export function groupByProfit<Card extends ProfitOfCard>(cards: readonly Card[]): GroupedCards<Card> {
  const best = [...cards].sort(
    (one, other) =>
      other.profitKopecks - one.profitKopecks || one.shopId - other.shopId || one.nmId - other.nmId,
  );
  const wholeKopecks = best.reduce((sum, card) => sum + Math.max(card.profitKopecks, 0), 0);
  const groupOf = new Map<Card, ProfitGroup>();
  const sums = new Map(profitGroups.map((group) => [group, { group, count: 0, profitKopecks: 0 }]));
  const curve: ProfitCurvePoint[] = [];
  const steps = Math.min(CURVE_STEPS, best.length);
  let beforeKopecks = 0;
  let togetherKopecks = 0;
  for (const [index, card] of best.entries()) {
    const group = groupOfNext(card.profitKopecks, beforeKopecks, wholeKopecks);
    beforeKopecks += Math.max(card.profitKopecks, 0);
    groupOf.set(card, group);
    if (index === 0) curve.push({ count: 0, profitKopecks: 0, group });
    togetherKopecks += card.profitKopecks;
    const count = index + 1;
    if (Math.round((curve.length / steps) * best.length) === count)
      curve.push({ count, profitKopecks: togetherKopecks, group });
    const sum = sums.get(group);
    if (!sum) continue;
    sum.count += 1;
    sum.profitKopecks += card.profitKopecks;
  }
  return { groupOf, groups: [...sums.values()], curve };
}

function groupOfNext(profitKopecks: number, beforeKopecks: number, wholeKopecks: number): ProfitGroup {
  if (profitKopecks < 0) return 'LOSS';
  if (profitKopecks === 0) return 'C';
  if (beforeKopecks * 100 < wholeKopecks * A_UNTIL_PERCENT) return 'A';
  return beforeKopecks * 100 < wholeKopecks * B_UNTIL_PERCENT ? 'B' : 'C';
}
