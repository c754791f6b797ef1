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

export interface GroupedCards {
  /** Of each card, in the order of the profits. */
  groupOf: ProfitGroup[];
  /** Each group once, with nothing in it too. */
  groups: ProfitGroupSums[];
  /** Evenly over the cards, the best first; nothing where there is no card. */
  curve: ProfitCurvePoint[];
}

/**
 * ABC by profit: each card in one group. Told the profit of each, the best first, kopecks. The card that reaches 80 % is still one of those
 * that make them; a card without profit is in C.
 */
export function groupByProfit(best: readonly number[]): GroupedCards {
  const wholeKopecks = best.reduce((sum, profitKopecks) => sum + Math.max(profitKopecks, 0), 0);
  const groupOf: ProfitGroup[] = [];
  const sums = new Map(profitGroups.map((group) => [group, { group, count: 0, profitKopecks: 0 }]));
  const curve: ProfitCurvePoint[] = [];
  const steps = Math.min(CURVE_STEPS, best.length);
  let beforeKopecks = 0;
  let togetherKopecks = 0;
  for (const [index, profitKopecks] of best.entries()) {
    const group = groupOfNext(profitKopecks, beforeKopecks, wholeKopecks);
    beforeKopecks += Math.max(profitKopecks, 0);
    groupOf.push(group);
    if (index === 0) curve.push({ count: 0, profitKopecks: 0, group });
    togetherKopecks += profitKopecks;
    const count = index + 1;
    if (Math.round((curve.length / steps) * best.length) === count)
      curve.push({ count, profitKopecks: togetherKopecks, group });
    const sum = sums.get(group);
    if (!sum) continue;
    sum.count += 1;
    sum.profitKopecks += profitKopecks;
  }
  return { groupOf, groups: [...sums.values()], curve };
}

function groupOfNext(profitKopecks: number, beforeKopecks: number, wholeKopecks: number): ProfitGroup {
  if (profitKopecks < 0) return 'LOSS';
  if (profitKopecks === 0) return 'C';
  if (beforeKopecks * 100 < wholeKopecks * A_UNTIL_PERCENT) return 'A';
  return beforeKopecks * 100 < wholeKopecks * B_UNTIL_PERCENT ? 'B' : 'C';
}
