import { expect, it } from 'vitest';
import { pluralForm } from './plurals.ts';

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
  expect(pluralForm(count, CARDS)).toBe(form);
});
