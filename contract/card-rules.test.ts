import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  characterCount,
  ean13CheckDigit,
  hasWrongCheckDigit,
  isQuarantined,
  marginPercent,
  TITLE_MAX_LENGTH,
} from './card-rules.ts';
import { cardContentSchema } from './cards.ts';

describe('the quarantine of prices', () => {
  const price = fc.integer({ min: 1, max: 1_000_000 });
  const discount = fc.integer({ min: 0, max: 99 });

  it.each([
    [{ priceKopecks: 300, discount: 0 }, { priceKopecks: 100, discount: 0 }, true],
    [{ priceKopecks: 300, discount: 0 }, { priceKopecks: 101, discount: 0 }, false],
    [{ priceKopecks: 300, discount: 50 }, { priceKopecks: 300, discount: 84 }, true],
    // 33,9 kopecks against 33,3: cut to whole ones before they are compared, they would be held back.
    [{ priceKopecks: 100, discount: 0 }, { priceKopecks: 339, discount: 90 }, false],
    // Nothing is sent without a price, and nothing stood there before.
    [{ priceKopecks: 300, discount: 0 }, { priceKopecks: 0, discount: 0 }, false],
    [{ priceKopecks: 0, discount: 0 }, { priceKopecks: 1, discount: 0 }, false],
  ])('from %j to %j: %s', (old, next, isHeld) => {
    expect(isQuarantined(old, next)).toBe(isHeld);
  });

  it('never holds the same or a higher final price', () => {
    fc.assert(
      fc.property(price, discount, fc.integer({ min: 0, max: 1_000_000 }), (priceKopecks, percent, rise) => {
        const old = { priceKopecks, discount: percent };
        expect(isQuarantined(old, { ...old, priceKopecks: priceKopecks + rise })).toBe(false);
      }),
    );
  });
});

describe('the check digit of EAN-13', () => {
  it('is right for one last digit of ten', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{12}$/), (first12) => {
        const right = Array.from({ length: 10 }, (_, digit) => first12 + digit).filter(
          (barcode) => !hasWrongCheckDigit(barcode),
        );
        expect(right).toEqual([first12 + ean13CheckDigit(first12)]);
      }),
    );
  });

  it.each(['4006381333931', '12345678', 'OZN-1', ''])('«%s» is not warned of', (barcode) => {
    expect(hasWrongCheckDigit(barcode)).toBe(false);
  });

  it('a known barcode with another last digit is', () => {
    expect(hasWrongCheckDigit('4006381333932')).toBe(true);
  });
});

describe('the length of a title', () => {
  const { title } = cardContentSchema.shape;
  it.each([
    ['letters', 'к'.repeat(TITLE_MAX_LENGTH)],
    ['characters of two units each', '𝕜'.repeat(TITLE_MAX_LENGTH)],
    ['characters of which two make one letter', '\u0438\u0306'.repeat(TITLE_MAX_LENGTH / 2)],
  ])('is counted in characters: sixty %s and no more', (_, text) => {
    expect(characterCount(text)).toBe(TITLE_MAX_LENGTH);
    expect(title.safeParse(text).success).toBe(true);
    expect(title.safeParse(`${text}к`).success).toBe(false);
  });
});

describe('the margin of a price', () => {
  it.each([
    [1000, 600, 40],
    [1000, 601, 39],
    [1000, 1000, 0],
    // Below the cost price it is rounded down as well: one kopeck is a loss already.
    [1000, 1001, -1],
    [1000, null, null],
    [0, 600, null],
  ])('of %s with a cost price of %s is %s', (price, cost, margin) => {
    expect(marginPercent(price, cost)).toBe(margin);
  });

  it('is at least a number of per cent when so much of the price is left, exactly', () => {
    const kopecks = fc.integer({ min: 1, max: 1e10 });
    fc.assert(
      fc.property(kopecks, kopecks, fc.integer({ min: -200, max: 99 }), (price, cost, percent) => {
        const isLeft = BigInt(price - cost) * 100n >= BigInt(percent) * BigInt(price);
        expect((marginPercent(price, cost) ?? Number.NaN) >= percent).toBe(isLeft);
      }),
    );
  });
});
