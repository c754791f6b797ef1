import { priceFloorSchema, type PriceFloor } from '#contract/price-floor.ts';

/** What the two fields of a lowest price hold while they are filled in. */
export interface FloorValues {
  roubles: number | null;
  overCostPercent: number | null;
}

/** The floor, or what is wrong with it. Nothing said: there is none. */
export function floorOf({ roubles, overCostPercent }: FloorValues): PriceFloor | { problem: string } {
  const floor = priceFloorSchema.safeParse({
    floorKopecks: roubles === null ? null : Math.round(roubles * 100),
    overCostBasisPoints: overCostPercent === null ? null : Math.round(overCostPercent * 100),
  });
  if (floor.success) return floor.data;
  return { problem: 'Минимальная цена — от 1\u00a0₽, сверх себестоимости — до 1000\u00a0%' };
}

export function floorValuesOf({ floorKopecks, overCostBasisPoints }: PriceFloor): FloorValues {
  return {
    roubles: floorKopecks === null ? null : floorKopecks / 100,
    overCostPercent: overCostBasisPoints === null ? null : overCostBasisPoints / 100,
  };
}
