import type { Price } from '#contract/card-rules.ts';
import type { ShopCard } from '#contract/shop-cards.ts';

export function finalPriceKopecks(priceKopecks: number, discount: number): number {
  return Math.floor((priceKopecks * (100 - discount)) / 100);
}

/** What the marketplace has in a shop; without a price where it has none. */
export function priceIn({ priceKopecks, discount }: ShopCard): Price {
  return { priceKopecks: priceKopecks ?? 0, discount: discount ?? 0 };
}
