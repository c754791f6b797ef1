import { expect, it } from 'vitest';
import { listQuestionOf } from './list-question.ts';

it('a page’s query is read as the server reads it', () => {
  expect(
    listQuestionOf({ search: 'кружка', shop: ['3', '5'], limit: '20', offset: '40', stock: 'none' }),
  ).toEqual({
    search: 'кружка',
    shop: [3, 5],
    limit: 20,
    offset: 40,
    stock: 'none',
    ordering: '-updated_at',
  });
});

it('SO-05: an order that the server alone knows is not asked for, and what is no query is refused', () => {
  expect(listQuestionOf({ ordering: '-orders', limit: '20', offset: '0' })).toBeUndefined();
  expect(() => listQuestionOf({ ordering: 'by heart' })).toThrow();
});
