import { assert, integer, property, uniqueArray } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSameOrder, movedTo, placeOf, placeOfGap, withPhotosBack } from './photo-order.ts';

/** Photos, some of them chosen by their bits. */
const photoList = uniqueArray(
  integer({ min: 0, max: 99 }).map((number) => `p${number}`),
  { maxLength: 30 },
);
const bits = integer({ min: 0, max: 2 ** 30 });
const someOf = (photos: readonly string[], mask: number) =>
  photos.filter((_, index) => ((mask >> index) & 1) === 1);

describe('photos that are moved', () => {
  it('are all still there, together, at their place, in the order they had', () => {
    assert(
      property(photoList, bits, integer({ min: 0, max: 30 }), (photos, mask, place) => {
        const moved = someOf(photos, mask);
        const rest = photos.filter((photo) => !moved.includes(photo));
        const at = Math.min(place, rest.length);
        const next = movedTo(photos, moved, at);
        expect(next.slice(at, at + moved.length)).toEqual(moved);
        expect(next.filter((photo) => !moved.includes(photo))).toEqual(rest);
      }),
    );
  });

  it('that stand together stay where they are when put where they are', () => {
    assert(
      property(
        photoList,
        integer({ min: 0, max: 29 }),
        integer({ min: 1, max: 5 }),
        (photos, from, count) => {
          const moved = photos.slice(from, from + count);
          if (moved.length > 0) expect(movedTo(photos, moved, placeOf(photos, moved))).toEqual(photos);
        },
      ),
    );
  });

  it('go to the gap that the mark shows: theirs is none', () => {
    const photos = ['a', 'b', 'c', 'd'];
    const orders = [0, 1, 2, 3, 4].map((gap) =>
      movedTo(photos, ['b'], placeOfGap(photos, ['b'], gap)).join(''),
    );
    expect(orders).toEqual(['bacd', 'abcd', 'abcd', 'acbd', 'acdb']);
  });
});

describe('photos that were taken away', () => {
  it('come back exactly where they were', () => {
    assert(
      property(photoList, bits, (photos, mask) => {
        const removed = someOf(photos, mask);
        const left = photos.filter((photo) => !removed.includes(photo));
        expect(withPhotosBack(left, photos, 30)).toEqual(photos);
      }),
    );
  });

  it('come back among what was added and moved since, and never above the limit', () => {
    expect(withPhotosBack(['x', 'c', 'a'], ['a', 'b', 'c'], 30)).toEqual(['x', 'c', 'a', 'b']);
    expect(withPhotosBack(['x', 'y'], ['a', 'b'], 3)).toEqual(['a', 'x', 'y']);
  });
});

it('another order is another order', () => {
  expect([isSameOrder(['a', 'b'], ['a', 'b']), isSameOrder(['a', 'b'], ['b', 'a'])]).toEqual([true, false]);
  expect(isSameOrder(['a'], ['a', 'b'])).toBe(false);
});
