import type { PriceFloor } from '#contract/price-floor.ts';
import { formatKopecks } from '#lib/money.ts';
import { formatNumber, NBSP } from '#lib/numbers.ts';

export const NO_FLOOR_TEXT = 'нет';

export const isNoFloor = ({ floorKopecks, overCostBasisPoints }: PriceFloor) =>
  floorKopecks === null && overCostBasisPoints === null;

/** «700 ₽», «себестоимость + 20 %», both, or that there is none. */
export function floorText({ floorKopecks, overCostBasisPoints }: PriceFloor): string {
  const said = [
    ...(floorKopecks === null ? [] : [formatKopecks(floorKopecks)]),
    ...(overCostBasisPoints === null
      ? []
      : [`себестоимость${NBSP}+${NBSP}${formatNumber(overCostBasisPoints / 100)}${NBSP}%`]),
  ];
  return said.length === 0 ? NO_FLOOR_TEXT : said.join(' или ');
}
