import { expect, it } from 'vitest';
import { discounted } from './discount.ts';

it('asks for what is not so', () => {
  expect(discounted(100, 10)).toBe(91);
});
