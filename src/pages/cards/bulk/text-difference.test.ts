import fc from 'fast-check';
import { expect, it } from 'vitest';
import { differenceOf } from './text-difference.ts';

it('cuts a text at what differs', () => {
  expect(differenceOf('Кружка синяя большая', 'Чашка синяя большая', 6)).toEqual([
    { text: 'Чаш', isHit: true },
    { text: 'ка син…', isHit: false },
  ]);
  expect(differenceOf('Набор кружек для дома', 'Набор чашек для дома', 100)).toEqual([
    { text: 'Набор ', isHit: false },
    { text: 'чаш', isHit: true },
    { text: 'ек для дома', isHit: false },
  ]);
});

it('with room enough is the whole new text', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (before, after) => {
      const shown = differenceOf(before, after, 1_000).map(({ text }) => text);
      expect(shown.join('')).toBe(after);
    }),
  );
});
