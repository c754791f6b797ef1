import { describe, expect, it } from 'vitest';
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

describe('an object of one of several shapes', () => {
  const shapes = z.object({
    change: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('PRICE'), kopecks: z.int() }),
      z.strictObject({ kind: z.literal('TITLE'), title: z.string() }),
      z.strictObject({
        kind: z.literal('OWN'),
        price: z.discriminatedUnion('kind', [z.strictObject({ kind: z.literal('CLEAR') })]),
      }),
    ]),
  });

  it.each([
    ['that this build knows', { kind: 'PRICE', kopecks: 1 }, true],
    ['that this build does not know', { kind: 'COLOUR', hue: 7 }, true],
    [
      'of which a part has a shape that this build does not know',
      { kind: 'OWN', price: { kind: 'TIMES', by: 2 } },
      true,
    ],
    ['that this build knows otherwise', { kind: 'PRICE', kopecks: '1' }, false],
    ['without the field that tells them apart', { kopecks: 1 }, false],
  ])('%s', (_, change, fits) => {
    expect(fitsSchema(shapes, { change })).toBe(fits);
  });
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
