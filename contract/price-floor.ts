import { z } from 'zod/mini';

const floorKopecksSchema = z
  .int()
  .check(z.minimum(100, 'Минимальная цена — от 1 ₽'), z.maximum(100_000_000_00));

export const MAX_OVER_COST_BASIS_POINTS = 100_000;

/** The lowest price of a card («минимальная цена»), below which it is sent nowhere. Both null: it has none. */
export const priceFloorSchema = z.object({
  /** Said in roubles; null: not. */
  floorKopecks: z.nullable(floorKopecksSchema),
  /** Over the cost price, in hundredths of a percent; null: not said. With both the higher price counts. */
  overCostBasisPoints: z.nullable(z.int().check(z.minimum(0), z.maximum(MAX_OVER_COST_BASIS_POINTS))),
});
export type PriceFloor = z.infer<typeof priceFloorSchema>;
