import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { kopecks, wholeNumber } from './response-shapes.ts';

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
  ['1 249,50', 124_950],
  ['-12\u00a0345\u202f678.9', -1_234_567_890],
  ['\u22125,00', -500],
])('reads %s as %i kopecks', (value, amount) => {
  expect(kopecks.parse(value)).toBe(amount);
});

it.each([
  '',
  'много',
  '1e9',
  '12.',
  null,
  'NaN',
  '1,249.50',
  '1.249,50',
  '12 34',
  '1  249',
  ' 5',
  '5 000 руб.',
])('refuses %s', (value) => {
  expect(kopecks.safeParse(value).success).toBe(false);
});

it.each([
  [1, 1],
  ['1', 1],
  ['-12', -12],
  ['1 249', 1249],
])('reads %j as the whole number %i', (value, number) => {
  expect(wholeNumber.parse(value)).toBe(number);
});

it.each(['', '1.5', '1,0', 'два', 1.5, null, true])('refuses %j as a whole number', (value) => {
  expect(wholeNumber.safeParse(value).success).toBe(false);
});
