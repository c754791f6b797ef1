/**
 * How much of a card is filled, by our own measure: the marketplace has none. What it demands weighs most; the rest is what
 * buyers look at and what logistics is reckoned by. Every weight and every «enough» stands here and in `card_filled_percent` of
 * migration 029, which says the same of what is stored.
 */
export const FILLED_WEIGHTS = {
  vendorCode: 5,
  title: 15,
  subjectId: 5,
  requiredCharacteristics: 25,
  photos: 20,
  description: 10,
  dimensions: 8,
  brand: 2,
  otherCharacteristics: 10,
};
export const PHOTOS_ENOUGH = 3;
export const DESCRIPTION_ENOUGH = 300;

/** So much of what would be enough; of nothing there is all. */
export interface FilledPart {
  count: number;
  enough: number;
}
export type FilledParts = Record<keyof typeof FILLED_WEIGHTS, FilledPart>;

/** Whole, and 100 exactly when all of it is there. In whole numbers, so that SQL comes to the same. */
export function filledPercent(parts: FilledParts): number {
  // No characteristics: that part is no part.
  const given = names.filter((name) => parts[name].enough > 0);
  const scale = given.reduce((product, name) => product * parts[name].enough, 1);
  let filled = 0;
  let total = 0;
  for (const name of given) {
    const { count, enough } = parts[name];
    filled += (FILLED_WEIGHTS[name] * Math.min(count, enough) * scale) / enough;
    total += FILLED_WEIGHTS[name] * scale;
  }
  return Math.floor((100 * filled) / total);
}

// Keys of what stands above.
const names = Object.keys(FILLED_WEIGHTS) as (keyof typeof FILLED_WEIGHTS)[];
