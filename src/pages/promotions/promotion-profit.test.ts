import { describe, expect, it } from 'vitest';
import { mockEconomics, mockPromotionCard } from '#tests/mocks/promotions.ts';
import {
  isBelowCost,
  isBelowFloor,
  isLoss,
  isSuitable,
  planProfit,
  priceChange,
} from './promotion-profit.ts';

const card = mockPromotionCard({
  finalPriceKopecks: 800_00,
  planPriceKopecks: 700_00,
  costPriceKopecks: 300_00,
});

describe('the profit at the planned price', () => {
  it('is what is left after everything, and its share of that price', () => {
    expect(planProfit(card)).toEqual({ kopecks: 88_00, share: 88 / 700 });
    expect(priceChange(card)).toBe(-0.125);
  });

  it('is unknown without a cost, and where too little was sold to tell', () => {
    expect(planProfit(mockPromotionCard({ costPriceKopecks: null }))).toBeNull();
    expect(planProfit({ ...card, economics: null })).toBeNull();
    const { economics: _, ...ofOlderServer } = card;
    expect(planProfit(ofOlderServer)).toBeNull();
  });

  it('is a loss below nothing, and below the cost whatever else is known', () => {
    const losing = mockPromotionCard({ costPriceKopecks: 400_00 });
    expect([isLoss(card), isLoss(losing), isBelowCost(losing)]).toEqual([false, true, false]);
    const belowCost = { ...card, costPriceKopecks: 700_01, economics: null };
    expect([isBelowCost(belowCost), isLoss(belowCost)]).toEqual([true, true]);
    expect(isLoss({ ...card, economics: null })).toBe(false);
  });
});

describe('cards that suit', () => {
  it.each([
    [card, 12, true],
    [card, 13, false],
    [{ ...card, isInAction: true }, 0, false],
    [{ ...card, economics: null }, -99, false],
    [{ ...card, economics: mockEconomics(400_00) }, 0, false],
    [{ ...card, economics: mockEconomics(400_00) }, -10, true],
  ])('case %#', (one, minMargin, expected) => {
    expect(isSuitable(one, { minMarginPercent: minMargin, minProfitKopecks: null })).toBe(expected);
  });

  it('bring as much as is asked, and are not below their floor', () => {
    const asked = (minProfitKopecks: number) => ({ minMarginPercent: 0, minProfitKopecks });
    expect([isSuitable(card, asked(88_00)), isSuitable(card, asked(88_01))]).toEqual([true, false]);
    const floored = { ...card, floorKopecks: 700_01 };
    expect([isBelowFloor(floored), isSuitable(floored, asked(0))]).toEqual([true, false]);
    expect(isSuitable({ ...card, floorKopecks: 700_00 }, asked(0))).toBe(true);
  });
});
