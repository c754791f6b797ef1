import { expect, it } from 'vitest';
import { showMoreText } from './show-more-text.ts';

it.each([
  [50, 115, 'Показать ещё 50 из 115'],
  [50, 50, 'Показать ещё 50'],
  [50, 7, 'Показать ещё 7'],
  [1000, 49_997, 'Показать ещё 1 000 из 49 997'],
])('a press that shows %i of the %i that are left says so', (next, rest, text) => {
  expect(showMoreText(next, rest).replaceAll(/\s/g, ' ')).toBe(text);
});
