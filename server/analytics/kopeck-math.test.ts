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

/** As it is defined, at any size. */
function exactly(value: number, numerator: number, denominator: number): number {
  const product = BigInt(value) * BigInt(numerator);
  const size = product < 0n ? -product : product;
  const rounded = (2n * size + BigInt(denominator)) / (2n * BigInt(denominator));
  return Number(product < 0n ? -rounded : rounded);
}

it('rounds products of any size the same: those that a number holds, and those that it does not', () => {
  const anySize = fc.oneof(fc.integer(), fc.maxSafeInteger());
  const one = fc.oneof(fc.integer({ min: 1, max: 10_000 }), fc.integer({ min: 1 }));
  fc.assert(
    fc.property(anySize, one, one, (value, numerator, denominator) => {
      expect(mulDivRound(value, numerator, denominator)).toBe(exactly(value, numerator, denominator));
    }),
    { numRuns: 2000 },
  );
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

  it('gives the kopecks that are left to the largest remainders, the earlier first', () => {
    const size = fc.constantFrom(50, 1e6, 1e11);
    fc.assert(
      fc.property(
        size,
        size,
        fc.infiniteStream(fc.double({ min: -0.3, max: 1, noNaN: true })),
        (a, b, any) => {
          const next = (max: number) => Math.round((any.next().value ?? 0) * max);
          const total = next(a);
          const weights = Array.from({ length: 1 + Math.abs(next(9)) }, () => next(b));
          const sum = weights.reduce((one, other) => one + BigInt(other), 0n);
          const shares = sum === 0n ? weights.map(() => 1n) : weights.map(BigInt);
          const [divisor, sign] = [
            sum === 0n ? BigInt(weights.length) : sum < 0n ? -sum : sum,
            sum < 0n ? -1n : 1n,
          ];
          const parts = shares.map((share, index) => {
            const product = BigInt(total) * share * sign;
            const rest = ((product % divisor) + divisor) % divisor;
            return { index, part: (product - rest) / divisor, rest };
          });
          let left = BigInt(total) - parts.reduce((one, { part }) => one + part, 0n);
          for (const one of parts.toSorted((x, y) => Number(y.rest - x.rest) || x.index - y.index)) {
            if (left === 0n) break;
            one.part += 1n;
            left -= 1n;
          }
          expect(spreadKopecks(total, weights)).toEqual(parts.map(({ part }) => Number(part)));
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('refuses to lose a sum that nobody takes', () => {
    expect(() => spreadKopecks(1, [])).toThrow(RangeError);
  });
});
