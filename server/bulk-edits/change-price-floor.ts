import type { PriceFloorChange } from '#contract/bulk-rules.ts';
import type { CardChange, CardFacts } from './card-change.ts';

/** The lowest price of a card, as a whole (decision 043). */
export function changePriceFloor(
  { floor }: CardFacts,
  { floorKopecks, overCostBasisPoints }: PriceFloorChange,
): CardChange {
  const before = { priceFloor: floor };
  const isThere = floor.floorKopecks === floorKopecks && floor.overCostBasisPoints === overCostBasisPoints;
  return {
    before,
    after: isThere ? {} : { priceFloor: { floorKopecks, overCostBasisPoints } },
    refusal: null,
  };
}
