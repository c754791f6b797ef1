import { expect, it } from 'vitest';
import type { OwnPriceChange } from '#contract/bulk-rules.ts';
import { EMPTY_OWN_PRICE_DRAFT, ownPriceChangeOf, ownPriceDraftOf } from './own-price-draft.ts';

it.each<OwnPriceChange>([
  { kind: 'OWN_PRICES', shopIds: [1], price: { kind: 'CLEAR' } },
  { kind: 'OWN_PRICES', shopIds: [1, 2], price: { kind: 'SET', kopecks: 100_000 }, ending: 'NINETY' },
  { kind: 'OWN_PRICES', shopIds: [1], price: { kind: 'ADD', kopecks: -5_000 }, ending: 'ROUBLE' },
  { kind: 'OWN_PRICES', shopIds: [1], discount: { kind: 'CLEAR' } },
  { kind: 'OWN_PRICES', shopIds: [1], discount: { kind: 'ADD', percent: -3 } },
  {
    kind: 'OWN_PRICES_OVER_COST',
    shopIds: [1],
    price: { kind: 'PERCENT', basisPoints: -500 },
    ending: 'NINE',
    floorBasisPoints: 1_550,
  },
  {
    kind: 'OWN_PRICES_OVER_COST',
    shopIds: [1],
    discount: { kind: 'SET', percent: 30 },
    floorMarginBasisPoints: 0,
  },
])('%o comes to the form that it came from', (change) => {
  expect(ownPriceChangeOf(ownPriceDraftOf(change))).toEqual(change);
});

it.each([
  [{}, 'Выберите магазин'],
  [{ shopIds: [1] }, 'Укажите цену'],
  [{ shopIds: [1], priceAction: 'KEEP' as const }, 'Выберите, что изменить'],
  [
    { shopIds: [1], priceAmount: 5, floor: 'MARGIN' as const, floorPercent: 100 },
    'Маржа бывает только меньше 100\u00a0%',
  ],
  [{ shopIds: [1], priceAmount: 5, floor: 'MARKUP' as const, floorPercent: null }, 'Укажите наценку'],
  [{ shopIds: [1], priceAction: 'DOWN_PERCENT' as const, priceAmount: 100 }, 'Снизить можно до 99\u00a0%'],
  [
    { shopIds: [1], priceAction: 'CLEAR' as const, discountAction: 'SET' as const },
    'Укажите скидку от 0 до 99\u00a0%',
  ],
])('%o wants something more', (draft, problem) => {
  expect(ownPriceChangeOf({ ...EMPTY_OWN_PRICE_DRAFT, ...draft })).toEqual({ problem });
});
