import { describe, expect, it } from 'vitest';
import { mockPromotionCard, mockPromotionCards } from '#tests/mocks/promotions.ts';
import { isBelowCost, isSuitable, planMargin, priceChange, summarize } from './promotion-margin.ts';

const card = mockPromotionCard({
  finalPriceKopecks: 800_00,
  planPriceKopecks: 600_00,
  costPriceKopecks: 450_00,
});

describe('the margin at the planned price', () => {
  it('is what is left after the cost, as a share of that price', () => {
    expect(planMargin(card)).toBe(0.25);
    expect(priceChange(card)).toBe(-0.25);
  });

  it('is unknown without a cost', () => {
    expect(planMargin({ ...card, costPriceKopecks: null })).toBeNull();
    expect(isBelowCost({ ...card, costPriceKopecks: null })).toBe(false);
  });

  it('is below the cost when the price is', () => {
    expect(isBelowCost({ ...card, costPriceKopecks: 600_01 })).toBe(true);
    expect(isBelowCost({ ...card, costPriceKopecks: 600_00 })).toBe(false);
  });
});

describe('cards that suit', () => {
  it.each([
    [card, 25, true],
    [card, 26, false],
    [{ ...card, isInAction: true }, 0, false],
    [{ ...card, costPriceKopecks: null }, -99, false],
    [{ ...card, costPriceKopecks: 660_00 }, 0, false],
    [{ ...card, costPriceKopecks: 660_00 }, -10, true],
  ])('case %#', (one, minMargin, expected) => {
    expect(isSuitable(one, minMargin)).toBe(expected);
  });
});

it('sums up what choosing cards means', () => {
  expect(summarize(mockPromotionCards.filter((one) => !one.isInAction))).toEqual({
    count: 3,
    belowCost: 1,
    withoutCost: 1,
    meanChange: -0.125,
  });
  expect(summarize([])).toEqual({ count: 0, belowCost: 0, withoutCost: 0, meanChange: null });
});
