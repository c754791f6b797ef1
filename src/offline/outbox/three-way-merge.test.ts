import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Fields } from './outbox-record.ts';
import { isSameJson, mergePatch, pick } from './three-way-merge.ts';

const TOGETHER = ['price', 'discount'] as const;
const NAMES = ['title', 'brand', ...TOGETHER];

const value = fc.constantFrom<unknown>('a', 'b', 1, null, [], ['a'], { width: 1, height: 2 });
const whole = fc.record(Object.fromEntries(NAMES.map((name) => [name, value])));
const someNames = fc.subarray(NAMES);

describe('merging a patch', () => {
  it('neither changes nor asks about an object whose keys stand in another order', () => {
    const base = { dimensions: { lengthCm: 1, widthCm: 2 }, title: 'Кружка' };
    const theirs = { dimensions: { widthCm: 2, lengthCm: 1 }, title: 'Кружка' };
    const patch = { dimensions: { widthCm: 2, lengthCm: 5 } };
    expect(mergePatch({ base, patch }, theirs)).toEqual({ joined: patch, conflicts: [] });
    expect(mergePatch({ base, patch: { dimensions: { widthCm: 2, lengthCm: 1 } } }, theirs)).toEqual({
      joined: {},
      conflicts: [],
    });
  });

  it('gives every change of mine one place: sent, asked about, or there already', () => {
    fc.assert(
      fc.property(whole, whole, whole, someNames, (base, mine, theirs, names) => {
        const patch = pick(mine, names);
        const { joined, conflicts } = mergePatch({ base, patch }, theirs, TOGETHER);
        for (const name of names) {
          const isThere = JSON.stringify(patch[name]) === JSON.stringify(theirs[name]);
          expect([name in joined, conflicts.includes(name), isThere].filter(Boolean)).toHaveLength(1);
          if (name in joined) expect(theirs[name]).toEqual(base[name]);
        }
      }),
    );
  });

  it('asks about no field that only I changed, unless it is held together with one of theirs', () => {
    fc.assert(
      fc.property(whole, whole, whole, someNames, (base, mine, theirs, names) => {
        const isTheirs = (name: string) => JSON.stringify(base[name]) !== JSON.stringify(theirs[name]);
        const { conflicts } = mergePatch({ base, patch: pick(mine, names) }, theirs, TOGETHER);
        for (const name of conflicts) {
          expect(isTheirs(name) || (TOGETHER.some((one) => one === name) && TOGETHER.some(isTheirs))).toBe(
            true,
          );
        }
      }),
    );
  });

  it('never joins my price with their discount by itself', () => {
    const base: Fields = { price: 100, discount: 0, title: 'Кружка' };
    const mine = { base, patch: { price: 90, title: 'Чашка' } };
    expect(mergePatch<Fields>(mine, { ...base, discount: 30 }, TOGETHER)).toEqual({
      joined: { title: 'Чашка' },
      conflicts: ['price'],
    });
  });
});

it.each<[string, unknown, unknown, boolean]>([
  ['keys in another order', { a: 1, b: 2 }, { b: 2, a: 1 }, true],
  ['a key more', { a: 1 }, { a: 1, b: 2 }, false],
  ['a key less', { a: 1, b: 2 }, { a: 1 }, false],
  ['another key without a value', { a: undefined }, { b: 1 }, false],
  ['another key, both without a value', { a: undefined }, { b: undefined }, false],
  ['a list and an object', ['x'], { 0: 'x' }, false],
  ['an empty list and an empty object', [], {}, false],
  ['nothing and an object', null, {}, false],
  ['an object and nothing', {}, null, false],
  ['a text and its letters', 'a', ['a'], false],
  ['letters and their text', ['a'], 'a', false],
  ['an empty object and a number', {}, 1, false],
  ['what is deep inside', { a: [{ b: 1 }] }, { a: [{ b: 2 }] }, false],
  ['no number', Number.NaN, Number.NaN, true],
])('tells whether two values are the same: %s', (_, one, other, isSame) => {
  expect(isSameJson(one, other)).toBe(isSame);
});

it('fields held together are asked about only where they touched one of them, and only those', () => {
  const base: Fields = { price: 100, discount: 0, title: 'Кружка' };
  const merge = (theirs: Fields) =>
    mergePatch<Fields>({ base, patch: { price: 90, title: 'Чашка' } }, { ...base, ...theirs }, TOGETHER);
  expect(merge({})).toEqual({ joined: { price: 90, title: 'Чашка' }, conflicts: [] });
  // What the screen did not know before is nobody's change.
  const unknown = mergePatch<Fields>({ base: { price: 100 }, patch: { price: 90 } }, base, TOGETHER);
  expect(unknown).toEqual({ joined: { price: 90 }, conflicts: [] });
});
