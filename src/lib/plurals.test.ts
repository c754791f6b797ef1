import { expect, it } from 'vitest';
import { countOf } from './plurals.ts';

it('joins the count and its noun by a space that does not break', () => {
  expect(countOf(10_248, ['карточка', 'карточки', 'карточек'])).toBe('10\u00a0248\u00a0карточек');
});
