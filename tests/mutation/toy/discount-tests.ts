import { expect, it } from 'vitest';
import { discounted, sumTo } from './discount.ts';

it('takes a discount off, unless it is too big', () => {
  expect(discounted(100, 10)).toBe(90);
  expect(discounted(100, 60)).toBe(100);
});

it('sums up', () => {
  expect(sumTo(3)).toBe(6);
});
