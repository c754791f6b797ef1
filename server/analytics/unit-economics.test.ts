import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_LINES, profitTotals } from './profit-engine.ts';
import type { SoldLines } from './sold-lines.ts';
import { taxesOf, type TaxRule } from './taxes.ts';
import {
  atBuyout,
  atTariff,
  canBeEstimated,
  estimatePiece,
  isTelling,
  onePieceAt,
  piecesOf,
  withShared,
} from './unit-economics.ts';

const INCOME_6: TaxRule = { basis: 'INCOME', rateHundredths: 600, vatPercent: 0 };

/** Ten cups at 1 000 ₽ of which buyers paid 800 ₽: by hand. */
const cups: SoldLines = {
  ...NO_LINES,
  acquiringKopecks: null,
  buyouts: 12,
  returns: 2,
  revenueKopecks: 10_000_00,
  realizedKopecks: 8_000_00,
  forPayKopecks: 7_500_00,
  logisticsKopecks: 900_00,
  storageKopecks: 100_00,
  penaltyKopecks: 20_00,
  deductionKopecks: 30_00,
};

describe('what is left of one piece', () => {
  it('is the price less what the marketplace keeps, the cost and the tax', () => {
    const terms = { priceKopecks: 1_000_00, costPriceKopecks: 300_00, rule: INCOME_6 };
    expect(estimatePiece(cups, terms)).toEqual({
      priceKopecks: 1_000_00,
      buyerPriceKopecks: 800_00,
      commissionKopecks: 250_00,
      logisticsKopecks: 90_00,
      storageKopecks: 10_00,
      otherKopecks: 5_00,
      taxKopecks: 48_00,
      costPriceKopecks: 300_00,
      profitKopecks: 297_00,
      // 0.75 of a price is transferred and 0.048 goes to the tax: (300 + 90 + 10 + 5) / 0.702 = 576.92…
      breakEvenKopecks: 577_00,
      pieces: 10,
    });
  });

  it('says no price of the buyer where the reports say nothing of what buyers paid', () => {
    const terms = { priceKopecks: 1_000_00, costPriceKopecks: 300_00, rule: INCOME_6 };
    const silent = { ...cups, realizedKopecks: 0 };
    expect(estimatePiece(silent, terms)).not.toHaveProperty('buyerPriceKopecks');
  });

  it('at another price keeps logistics and storage by the piece, and the commission by the price', () => {
    const terms = { priceKopecks: 500_00, costPriceKopecks: 300_00, rule: INCOME_6 };
    expect(estimatePiece(cups, terms)).toMatchObject({
      commissionKopecks: 125_00,
      logisticsKopecks: 90_00,
      taxKopecks: 24_00,
      profitKopecks: -54_00,
      breakEvenKopecks: 577_00,
    });
  });

  it('names the acquiring apart where the reports say it, and no kopeck moves by it', () => {
    const terms = { priceKopecks: 500_00, costPriceKopecks: 300_00, rule: INCOME_6 };
    expect(estimatePiece({ ...cups, acquiringKopecks: 160_00 }, terms)).toEqual({
      ...estimatePiece(cups, terms),
      commissionKopecks: 117_00,
      acquiringKopecks: 8_00,
    });
  });

  it('is not known without a cost price', () => {
    const terms = { priceKopecks: 500_00, costPriceKopecks: null, rule: INCOME_6 };
    expect(estimatePiece(cups, terms)).toMatchObject({ profitKopecks: null, breakEvenKopecks: null });
  });

  it('has no break-even price where more than the price is taken', () => {
    const eaten = { ...cups, forPayKopecks: 0 };
    const terms = { priceKopecks: 500_00, costPriceKopecks: 300_00, rule: INCOME_6 };
    expect(estimatePiece(eaten, terms).breakEvenKopecks).toBeNull();
  });

  const money = fc.integer({ min: -1_000_00, max: 50_000_00 });
  const sold = fc
    .record({
      buyouts: fc.integer({ min: 5, max: 400 }),
      returns: fc.integer({ min: 0, max: 4 }),
      priceKopecks: fc.integer({ min: 1_00, max: 20_000_00 }),
      payShare: fc.integer({ min: 0, max: 120 }),
      realizedShare: fc.integer({ min: 50, max: 110 }),
      logisticsKopecks: money,
      storageKopecks: money,
      acceptanceKopecks: money,
      penaltyKopecks: money,
      deductionKopecks: money,
      loyaltyKopecks: money,
      additionalPaymentKopecks: money,
      otherForPayKopecks: money,
      acquiringKopecks: fc.option(fc.integer({ min: 0, max: 500_00 })),
    })
    .map(({ priceKopecks, payShare, realizedShare, ...rest }) => {
      const revenueKopecks = (rest.buyouts - rest.returns) * priceKopecks;
      return {
        priceKopecks,
        lines: {
          ...NO_LINES,
          ...rest,
          revenueKopecks,
          forPayKopecks: Math.round((revenueKopecks * payShare) / 100),
          realizedKopecks: Math.round((revenueKopecks * realizedShare) / 100),
        },
      };
    });
  const rule: fc.Arbitrary<TaxRule> = fc.record({
    basis: fc.constantFrom('INCOME' as const, 'INCOME_MINUS_EXPENSES' as const),
    rateHundredths: fc.integer({ min: 0, max: 2_000 }),
    vatPercent: fc.constantFrom(0, 5, 7, 10, 20, 22),
  });
  const cost = fc.integer({ min: 0, max: 5_000_00 });

  it('at the price of the past is what the profit engine says of the past, piece by piece', () => {
    fc.assert(
      fc.property(sold, rule, cost, ({ lines, priceKopecks }, taxRule, costPriceKopecks) => {
        const pieces = piecesOf(lines);
        const past = { ...lines, cogsKopecks: pieces * costPriceKopecks };
        const { profitKopecks } = profitTotals(past, taxesOf(past, taxRule));
        const estimate = estimatePiece(lines, { priceKopecks, costPriceKopecks, rule: taxRule });
        // Six parts are rounded to the kopeck, each by half of one at most.
        expect(Math.abs((estimate.profitKopecks ?? NaN) - profitKopecks / pieces)).toBeLessThanOrEqual(3);
      }),
    );
  });

  it('adds up to the price, to the kopeck', () => {
    fc.assert(
      fc.property(sold, rule, cost, money, ({ lines }, taxRule, costPriceKopecks, price) => {
        const one = estimatePiece(lines, { priceKopecks: Math.abs(price), costPriceKopecks, rule: taxRule });
        const taken =
          one.commissionKopecks +
          (one.acquiringKopecks ?? 0) +
          one.logisticsKopecks +
          one.storageKopecks +
          one.otherKopecks +
          one.taxKopecks;
        expect(taken + costPriceKopecks + (one.profitKopecks ?? NaN)).toBe(one.priceKopecks);
      }),
    );
  });

  it('is no loss at the break-even price, and one a rouble below it', () => {
    fc.assert(
      fc.property(sold, rule, cost, ({ lines, priceKopecks }, taxRule, costPriceKopecks) => {
        const at = (price: number) =>
          estimatePiece(lines, { priceKopecks: price, costPriceKopecks, rule: taxRule });
        const { breakEvenKopecks } = at(priceKopecks);
        fc.pre(breakEvenKopecks !== null);
        expect(at(breakEvenKopecks).profitKopecks).toBeGreaterThanOrEqual(0);
        if (breakEvenKopecks > 1_00) expect(at(breakEvenKopecks - 1_00).profitKopecks).toBeLessThan(0);
      }),
    );
  });
});

describe('sales that an estimate is made from', () => {
  it('are five pieces at least, of which some stay sold', () => {
    expect(isTelling({ ...NO_LINES, buyouts: 4 })).toBe(false);
    expect(isTelling({ ...NO_LINES, buyouts: 5, returns: 5 })).toBe(true);
    expect(canBeEstimated({ ...NO_LINES, buyouts: 5, returns: 5, revenueKopecks: 1 })).toBe(false);
    expect(canBeEstimated({ ...NO_LINES, buyouts: 5, revenueKopecks: 0 })).toBe(false);
    expect(canBeEstimated(cups)).toBe(true);
  });

  it('bear their share of what belongs to no card, by revenue', () => {
    const shared = { ...NO_LINES, storageKopecks: 1_000_00, deductionKopecks: 100_00 };
    expect(withShared(cups, shared, 40_000_00)).toEqual({
      ...cups,
      storageKopecks: 100_00 + 250_00,
      deductionKopecks: 30_00 + 25_00,
    });
    expect(withShared(cups, shared, 0)).toEqual(cups);
  });
});

describe('what stands in for sales that there were not', () => {
  const terms = { priceKopecks: 1_000_00, costPriceKopecks: 300_00, rule: INCOME_6 };

  it('is the commission of a tariff, beside the acquiring and whatever else is known', () => {
    const paid = { ...cups, acquiringKopecks: 160_00 };
    const {
      commissionKopecks: _,
      profitKopecks: before,
      breakEvenKopecks: __,
      ...rest
    } = estimatePiece(paid, terms);
    expect(estimatePiece(atTariff(paid, 30_00), terms)).toMatchObject({
      ...rest,
      commissionKopecks: 300_00,
      profitKopecks: (before ?? 0) + 250_00 - 16_00 - 300_00,
    });
  });

  it('is one piece at the price, of which the marketplace keeps the tariff and nothing else', () => {
    expect(estimatePiece(onePieceAt(1_000_00, 24_50), terms)).toMatchObject({
      commissionKopecks: 245_00,
      logisticsKopecks: 0,
      taxKopecks: 60_00,
      profitKopecks: 395_00,
    });
  });

  it('are the logistics of others, more of them the less is kept', () => {
    expect(atBuyout(cups, 0.9, 0.3)).toEqual({ ...cups, logisticsKopecks: 2_700_00 });
    expect(atBuyout(cups, 0.4, 0.4)).toEqual(cups);
  });
});
