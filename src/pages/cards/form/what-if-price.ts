/** A price with the discount that is thought of, between half of the card's own and twice as much. Roubles. */
export interface WhatIfRange {
  min: number;
  max: number;
  step: number;
}

/** Steps of equal length that the card's own price lies on. */
export function whatIfRange(finalKopecks: number): WhatIfRange {
  const own = Math.max(1, Math.round(finalKopecks / 100));
  const step = Math.max(1, Math.round(own / 200));
  return { min: Math.max(1, own - 100 * step), max: own + 200 * step, step };
}

/** The lowest price before the discount, in whole roubles as the marketplace takes it, that leaves so much with the discount. */
export function priceBeforeDiscount(finalRoubles: number, discount: number): number {
  return Math.ceil((finalRoubles * 100) / (100 - discount)) * 100;
}
