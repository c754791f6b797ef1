import type { CostFact } from '#contract/bulk-rows.ts';
import type { WantedValues } from '#contract/bulk-table-rows.ts';
import { MAX_CARD_COSTS } from '#contract/card-costs.ts';
import { placeKey } from '#server/cards/placed-costs.ts';
import type { CardChange, CardFacts } from './card-change.ts';
import { refused } from './refused.ts';

/**
 * What a piece costs by shop, size and day (decision 059). A row is of that very record: the same amount that is only valid from
 * before is a record of its own, for a row above may be about to change what is valid.
 */
export function changeCosts({ placedCosts }: CardFacts, { costs = [] }: WantedValues): CardChange {
  const known = new Map(placedCosts.map((cost) => [placeKey(cost), cost]));
  const before: CostFact[] = [];
  const after: CostFact[] = [];
  for (const { from, shopId, techSize, costPriceKopecks } of costs) {
    const place = { from, shopId, techSize };
    const old = known.get(placeKey(place));
    if (old?.costPriceKopecks === costPriceKopecks) continue;
    before.push({ ...place, costPriceKopecks: old?.costPriceKopecks ?? null, isOwn: old !== undefined });
    after.push({ ...place, costPriceKopecks, isOwn: true });
  }
  if (after.length === 0) return { before: {}, after: {}, refusal: null };
  const added = before.filter(({ isOwn }) => !isOwn).length;
  if (added > 0 && placedCosts.length + added > MAX_CARD_COSTS) {
    return {
      before: { costs: before },
      after: {},
      ...refused(
        `Записей себестоимости вышло бы больше ${MAX_CARD_COSTS}`,
        'Удалите ненужные в карточке или оставьте в таблице меньше',
        'costPriceKopecks',
      ),
    };
  }
  return { before: { costs: before }, after: { costs: after }, refusal: null };
}
