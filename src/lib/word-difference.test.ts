import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TextPart } from './text-difference.ts';
import { wordDifference } from './word-difference.ts';

const whole = (parts: readonly TextPart[]) => parts.map(({ text }) => text).join('');
const kept = (parts: readonly TextPart[]) =>
  parts
    .filter(({ isHit }) => !isHit)
    .flatMap(({ text }) => text.split(/\s+/))
    .filter((word) => word !== '');
const text = fc
  .array(fc.constantFrom('кружка', 'для', 'чая', ' ', '\n\n', '450 мл,', 'ё'), { maxLength: 30 })
  .map((words) => words.join(' '));

describe('the difference of two texts by words', () => {
  it('marks what only one of them has', () => {
    const { was, is } = wordDifference('Кружка для чая синяя', 'Кружка большая для чая');
    expect(was).toEqual([
      { text: 'Кружка для чая ', isHit: false },
      { text: 'синяя', isHit: true },
    ]);
    expect(is).toEqual([
      { text: 'Кружка ', isHit: false },
      { text: 'большая ', isHit: true },
      { text: 'для чая', isHit: false },
    ]);
  });

  it('loses nothing of either text, and leaves the same words unmarked in both', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const { was, is } = wordDifference(before, after);
        expect(whole(was)).toBe(before);
        expect(whole(is)).toBe(after);
        expect(kept(was)).toEqual(kept(is));
      }),
    );
  });

  it('marks nothing in equal texts, and everything in texts that are too long to be compared', () => {
    fc.assert(
      fc.property(text, (same) => {
        expect(wordDifference(same, same).is.filter(({ isHit }) => isHit)).toEqual([]);
      }),
    );
    const long = 'о '.repeat(2500);
    expect(wordDifference(long, `${long}а`).is.every(({ isHit }) => isHit)).toBe(true);
  });
});
