import { expect, it } from 'vitest';
import { z } from 'zod/mini';
import { fitsSchema } from './response-shape.ts';

const schema = z.object({
  rows: z.array(z.object({ id: z.int(), state: z.enum(['ACTIVE', 'DRAFT']), note: z.optional(z.string()) })),
});

it.each([
  ['what was promised', { rows: [{ id: 1, state: 'ACTIVE' }] }],
  ['a field more', { rows: [{ id: 1, state: 'ACTIVE', colour: 'red' }], total: 1 }],
  ['a value that this build does not know', { rows: [{ id: 1, state: 'FROZEN' }] }],
])('takes %s', (_, data) => {
  expect(fitsSchema(schema, data)).toBe(true);
});

it.each([
  ['a missing field', { rows: [{ id: 1 }] }],
  ['a field of another type', { rows: [{ id: '1', state: 'ACTIVE' }] }],
  ['a value of another type', { rows: [{ id: 1, state: 5 }] }],
  ['another shape', { rows: null }],
  ['an unknown value beside a missing field', { rows: [{ id: 1, state: 'FROZEN' }, { id: 2 }] }],
  ['nothing', undefined],
])('refuses %s', (_, data) => {
  expect(fitsSchema(schema, data)).toBe(false);
});
