import type { OwnPrice } from '#contract/shop-cards.ts';
import { formatKopecks } from '#lib/money.ts';
import { NBSP } from '#lib/numbers.ts';

/** A shop's own price and discount in words; null: it takes the card's. */

const AS_IN_CARD = 'как в карточке';

export function ownKopecksText(kopecks: number | null): string {
  return kopecks === null ? AS_IN_CARD : formatKopecks(kopecks);
}

export function ownPercentText(percent: number | null): string {
  return percent === null ? AS_IN_CARD : `${percent}${NBSP}%`;
}

/** «цена 5 080 ₽, скидка как в карточке»; only of what there is. */
export function ownPriceText({ ownPriceKopecks, ownDiscount }: Partial<OwnPrice>): string {
  return [
    ...(ownPriceKopecks === undefined ? [] : [`цена ${ownKopecksText(ownPriceKopecks)}`]),
    ...(ownDiscount === undefined ? [] : [`скидка ${ownPercentText(ownDiscount)}`]),
  ].join(', ');
}
