import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { kopecksFromDecimal, mulDivRound, spreadKopecks } from './kopeck-math.ts';

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

describe('kopecksFromDecimal', () => {
  it.each([
    ['376.99', 37_699],
    ['-376.99', -37_699],
    ['0', 0],
    ['1249', 124_900],
    ['1.349', 135],
    ['1.344', 134],
    ['-1.345', -135],
    ['.5', 50],
    ['12.', 1_200],
    [' 0.20 ', 20],
    ['-0.001', 0],
    [1887.4, 188_740],
    [0.1 + 0.2, 30],
    ['', 0],
    [null, 0],
    [undefined, 0],
    ['90071992547409.91', 9_007_199_254_740_991],
  ])('reads %j as %i kopecks', (text, expected) => {
    expect(kopecksFromDecimal(text)).toBe(expected);
  });

  it.each(['1,5', '1e5', 'NaN', '.', '-', '12.3.4', '0x10'])('refuses %j', (text) => {
    expect(() => kopecksFromDecimal(text)).toThrow(RangeError);
  });

  it('reads back every sum of kopecks that it is shown', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e12 }), (kopecks) => {
        const size = String(Math.abs(kopecks)).padStart(3, '0');
        const text = `${kopecks < 0 ? '-' : ''}${size.slice(0, -2)}.${size.slice(-2)}`;
        expect(kopecksFromDecimal(text)).toBe(kopecks);
      }),
    );
  });
});
