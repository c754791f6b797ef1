import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mulDivRound, spreadKopecks } from './kopeck-math.ts';

describe('mulDivRound', () => {
  it.each([
    [5, 1, 2, 3],
    [-5, 1, 2, -3],
    [10, 1, 3, 3],
    [20, 1, 3, 7],
    [105_000, 5, 105, 5_000],
    [10_000_000_000_000, 1500, 10_000, 1_500_000_000_000],
  ])('%i · %i / %i is %i', (value, numerator, denominator, expected) => {
    expect(mulDivRound(value, numerator, denominator)).toBe(expected);
  });

  it('rounds a return as the sale it takes back', () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.integer({ min: 0, max: 10_000 }),
        fc.integer({ min: 1, max: 10_000 }),
        (v, n, d) => {
          expect(mulDivRound(-v, n, d) + mulDivRound(v, n, d)).toBe(0);
        },
      ),
    );
  });
});

describe('spreadKopecks', () => {
  it.each([
    [100, [1, 1, 1], [34, 33, 33]],
    [100, [2, 1], [67, 33]],
    [101, [0, 0], [51, 50]],
    [48, [1000, -200], [60, -12]],
    [-10, [1, 1, 1], [-3, -3, -4]],
    [0, [], []],
  ])('splits %i by %j into %j', (total, weights, expected) => {
    expect(spreadKopecks(total, weights)).toEqual(expected);
  });

  it('preserves the total, and no part is a kopeck away from its exact share', () => {
    const weights = fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 50 });
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e12 }), weights, (total, shares) => {
        const parts = spreadKopecks(total, shares);
        expect(parts.reduce((a, b) => a + b, 0)).toBe(total);
        const sum = shares.reduce((a, b) => a + b, 0);
        if (sum === 0) return;
        parts.forEach((part, index) => {
          const difference = BigInt(part) * BigInt(sum) - BigInt(total) * BigInt(shares[index] ?? 0);
          expect(difference > -BigInt(sum) && difference < BigInt(sum)).toBe(true);
        });
      }),
    );
  });

  it('refuses to lose a sum that nobody takes', () => {
    expect(() => spreadKopecks(1, [])).toThrow(RangeError);
  });
});
