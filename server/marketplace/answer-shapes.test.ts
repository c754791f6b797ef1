import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { kopecks } from './answer-shapes.ts';

it('reads every amount of roubles and kopecks exactly, as text and as a number', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1_000_000_000_00, max: 1_000_000_000_00 }), (amount) => {
      const sign = amount < 0 ? '-' : '';
      const digits = String(Math.abs(amount)).padStart(3, '0');
      const text = `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
      expect(kopecks.parse(text)).toBe(amount);
      expect(kopecks.parse(Number(text))).toBe(amount);
    }),
  );
});

it.each([
  ['367', 36_700],
  ['0.5', 50],
  ['-0.5', -50],
  ['1.005', 101],
  ['-1.005', -101],
  ['376,99', 37_699],
  [399.68, 39_968],
])('reads %s as %i kopecks', (value, amount) => {
  expect(kopecks.parse(value)).toBe(amount);
});

it.each(['', 'много', '1e9', '12.', null, 'NaN'])('refuses %s', (value) => {
  expect(kopecks.safeParse(value).success).toBe(false);
});
