import type { AmountChange, DatedCostChange } from '#contract/bulk-rules.ts';
import { pricedKopecksSchema } from '#contract/fields.ts';
import { roubles } from '#server/text/roubles.ts';
import type { CardChange, CardFacts } from './card-change.ts';
import { changedAmount } from './priced.ts';
import { LARGER, refused, SMALLER, type Refused } from './refused.ts';

/** What a piece costs from a day on, reckoned from what is valid on that day (decision 032). */
export function changeDatedCost(card: CardFacts, { costPrice, from }: DatedCostChange): CardChange {
  const old = costOn(card, from);
  const before = { datedCost: old };
  const changed = changedCost(old.costPriceKopecks, costPrice);
  if ('refusal' in changed) return { before, after: {}, ...changed };
  if (changed.kopecks === old.costPriceKopecks) return { before, after: {}, refusal: null };
  return {
    before,
    after: { datedCost: { from, costPriceKopecks: changed.kopecks, isOwn: true } },
    refusal: null,
  };
}

/** What is valid on a day, and whether it is said of that day itself. */
export function costOn({ costs }: CardFacts, from: string) {
  const valid = costs.find((cost) => cost.from === null || cost.from <= from);
  return { from, costPriceKopecks: valid?.kopecks ?? null, isOwn: valid?.from === from };
}

/** To the kopeck: nobody sees its ending. */
export function changedCost(old: number | null, change: AmountChange): { kopecks: number } | Refused {
  if (old === null && change.kind !== 'SET') {
    return refused('Не указана себестоимость: изменять нечего', 'Укажите её в карточке', 'costPriceKopecks');
  }
  const kopecks = Math.round(changedAmount(old ?? 0, change));
  if (kopecks < 0) return refused('Себестоимость вышла бы меньше нуля', LARGER);
  if (pricedKopecksSchema.safeParse(kopecks).success) return { kopecks };
  return refused(`Себестоимость вышла бы ${roubles(kopecks)}: это слишком много`, SMALLER);
}
