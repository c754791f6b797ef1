import type { ShopCard } from '#contract/cards.ts';

/** The marketplace does not apply a discounted price at or below a third of the one before: «карантин цен». */
const QUARANTINE_SHARE = 1 / 3;

export function finalPriceKopecks(priceKopecks: number, discount: number): number {
  return Math.floor((priceKopecks * (100 - discount)) / 100);
}

export function isInQuarantine(finalKopecks: number, shop: ShopCard): boolean {
  if (shop.priceKopecks === null || shop.priceKopecks === 0) return false;
  return finalKopecks <= finalPriceKopecks(shop.priceKopecks, shop.discount ?? 0) * QUARANTINE_SHARE;
}
