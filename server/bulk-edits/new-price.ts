import type { AmountChange, DiscountChange, PriceChange, PriceEnding } from '#contract/bulk-rules.ts';
import { discountSchema, pricedKopecksSchema } from '#contract/fields.ts';
import { roubles } from '#server/text/roubles.ts';
import {
  changedAmount,
  changedDiscount,
  discounted,
  floorByMargin,
  floorByMarkup,
  nearestEnding,
  nextEnding,
  priceForFinal,
} from './priced.ts';
import { LARGER, OTHER_DISCOUNT, refused, SAY_PRICE, SMALLER, type Refused } from './refused.ts';

/** A price and a discount as a rule makes them, of a card or of one of its shops: the same arithmetic, refused in the same words. */

const ROUBLE_KOPECKS = 100;

/** How low the discounted price may be, by the cost price. */
export type FloorOverCost = Pick<PriceChange, 'floorBasisPoints' | 'floorMarginBasisPoints'>;

interface PriceRule extends FloorOverCost {
  /** Absent: the price stays, and only its floor is asked for. */
  price?: AmountChange | undefined;
  ending?: PriceEnding | undefined;
}

interface OldPrice {
  kopecks: number;
  /** As it will be. */
  discount: number;
  /** null: nobody has said it. */
  costKopecks: number | null;
}

interface NewPrice {
  kopecks: number;
  /** To the floor: what was asked for is lower. */
  isRaised: boolean;
}

/** The price before the discount, in whole roubles where it is changed. */
export function newPrice(
  { kopecks: old, discount, costKopecks }: OldPrice,
  rule: PriceRule,
): NewPrice | Refused {
  const { price, ending = 'ROUBLE' } = rule;
  if (price && price.kind !== 'SET' && old === 0)
    return refused('Не указана цена: изменять нечего', SAY_PRICE, 'priceKopecks');
  const wanted = price ? nearestEnding(changedAmount(old, price), ending) : old;
  const floored = hasFloor(rule) ? overFloor() : { kopecks: wanted, isRaised: false };
  if ('refusal' in floored) return floored;
  const { kopecks } = floored;
  if (price && kopecks < ROUBLE_KOPECKS) return refused('Цена вышла бы меньше 1 ₽', LARGER);
  if (!pricedKopecksSchema.safeParse(kopecks).success) {
    return refused(`Цена вышла бы ${roubles(kopecks)}: это слишком много`, SMALLER);
  }
  return floored;

  function overFloor(): NewPrice | Refused {
    if (costKopecks === null) {
      return refused(
        'Не указана себестоимость: нижнюю границу не посчитать',
        'Укажите себестоимость в карточке или снимите границу',
        'costPriceKopecks',
      );
    }
    const floor = floorOver(costKopecks, rule);
    const final = discounted(wanted, discount);
    if (final >= floor) return { kopecks: wanted, isRaised: false };
    // Nobody asked for another price: a discount that goes too far is refused, not paid for by it.
    if (!price) {
      return refused(
        `Со скидкой вышло бы ${roubles(final)}, граница ${roubles(floor)}`,
        'Возьмите скидку меньше или поднимите цену в карточке',
        'priceKopecks',
      );
    }
    return { kopecks: nextEnding(priceForFinal(floor, discount), ending), isRaised: true };
  }
}

export function hasFloor({ floorBasisPoints, floorMarginBasisPoints }: FloorOverCost): boolean {
  return floorBasisPoints !== undefined || floorMarginBasisPoints !== undefined;
}

function floorOver(costKopecks: number, { floorBasisPoints, floorMarginBasisPoints }: FloorOverCost): number {
  return floorMarginBasisPoints === undefined
    ? floorByMarkup(costKopecks, floorBasisPoints ?? 0)
    : floorByMargin(costKopecks, floorMarginBasisPoints);
}

/** A discount in per cent; without a change, as it was. */
export function newDiscount(old: number, change: DiscountChange | undefined): { percent: number } | Refused {
  const percent = change ? changedDiscount(old, change) : old;
  return discountSchema.safeParse(percent).success
    ? { percent }
    : refused(`Скидка вышла бы ${percent} %: можно от 0 до 99 %`, OTHER_DISCOUNT);
}
