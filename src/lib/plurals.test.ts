import { expect, it } from 'vitest';
import { countOf, plural } from './plurals.ts';

const CARDS = ['карточка', 'карточки', 'карточек'] as const;

it.each([
  [1, 'карточка'],
  [2, 'карточки'],
  [4, 'карточки'],
  [5, 'карточек'],
  [11, 'карточек'],
  [14, 'карточек'],
  [21, 'карточка'],
  [112, 'карточек'],
  [0, 'карточек'],
  [-1, 'карточка'],
  [1.5, 'карточки'],
])('%d agrees with «%s»', (count, form) => {
  expect(plural(count, CARDS)).toBe(form);
});

it('joins the count and its noun by a space that does not break', () => {
  expect(countOf(10_248, CARDS)).toBe('10\u00a0248\u00a0карточек');
});
