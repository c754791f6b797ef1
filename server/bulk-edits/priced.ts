import type { AmountChange, DiscountChange, PriceEnding } from '#contract/bulk-rules.ts';

/** Arithmetic of bulk changes: whole numbers in and out, no fraction of a kopeck anywhere. */

const PERCENT = 100;
const BASIS_POINTS = 10_000;

/** In kopecks: prices that end so are `first`, `first + step`, `first + 2 · step` … */
const ENDINGS: Record<PriceEnding, { first: number; step: number }> = {
  ROUBLE: { first: 0, step: 100 },
  NINE: { first: 900, step: 1_000 },
  FIFTY: { first: 5_000, step: 10_000 },
  NINETY: { first: 9_000, step: 10_000 },
  NINETY_NINE: { first: 9_900, step: 10_000 },
};

/** To half a kopeck, which an ending rounds away. */
export function changedAmount(kopecks: number, change: AmountChange): number {
  switch (change.kind) {
    case 'SET':
      return change.kopecks;
    case 'ADD':
      return kopecks + change.kopecks;
    case 'PERCENT':
    case 'TIMES':
      return (kopecks * (BASIS_POINTS + change.basisPoints)) / BASIS_POINTS;
  }
}

export function changedDiscount(percent: number, change: DiscountChange): number {
  return change.kind === 'SET' ? change.percent : percent + change.percent;
}

/** The nearest price with the ending, the higher of two as near; never below the lowest such price. */
export function nearestEnding(kopecks: number, ending: PriceEnding): number {
  const { first, step } = ENDINGS[ending];
  return first + step * Math.max(0, Math.floor((kopecks - first) / step + 0.5));
}

/** The lowest price with the ending that is no lower. */
export function nextEnding(kopecks: number, ending: PriceEnding): number {
  const { first, step } = ENDINGS[ending];
  return first + step * Math.max(0, Math.ceil((kopecks - first) / step));
}

/** What a buyer pays: as the database reckons `final_price_kopecks`. */
export function discounted(kopecks: number, discount: number): number {
  return Math.floor((kopecks * (PERCENT - discount)) / PERCENT);
}

/** The lowest price that leaves `floor` after the discount. */
export function priceForFinal(floorKopecks: number, discount: number): number {
  return Math.ceil((floorKopecks * PERCENT) / (PERCENT - discount));
}

/** The cost price and so much of it more. */
export function floorByMarkup(costKopecks: number, basisPoints: number): number {
  return Math.ceil((costKopecks * (BASIS_POINTS + basisPoints)) / BASIS_POINTS);
}

/** The lowest price of which so much is over the cost price. */
export function floorByMargin(costKopecks: number, basisPoints: number): number {
  return Math.ceil((costKopecks * BASIS_POINTS) / (BASIS_POINTS - basisPoints));
}
