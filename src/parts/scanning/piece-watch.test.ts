import { describe, expect, it } from 'vitest';
import { createPieceWatch } from './piece-watch.ts';

const [MUG, VASE] = ['4600000000015', '4600000000022'];

describe('a piece before the camera', () => {
  it('is taken when two looks agree, and not by one alone', () => {
    const watch = createPieceWatch();
    expect(watch.look([MUG], 0)).toEqual([]);
    expect(watch.look([MUG], 150)).toEqual([MUG]);
  });

  it('is one piece for as long as it stays, also where some looks miss it', () => {
    const watch = createPieceWatch();
    const taken = Array.from({ length: 200 }, (_, at) => watch.look(at % 5 === 4 ? [] : [MUG], at * 150));
    expect(taken.flat()).toEqual([MUG]);
  });

  it('is the next piece after it was away for a moment', () => {
    const watch = createPieceWatch();
    watch.look([MUG], 0);
    expect(watch.look([MUG], 100)).toEqual([MUG]);
    expect(watch.look([MUG], 1_500)).toEqual([]);
    expect(watch.look([], 2_000)).toEqual([]);
    expect(watch.look([MUG], 3_200)).toEqual([]);
    expect(watch.look([MUG], 3_300)).toEqual([MUG]);
  });

  it('does not hide another one beside it; twice in one look is one look', () => {
    const watch = createPieceWatch();
    expect(watch.look([MUG, MUG], 0)).toEqual([]);
    expect(watch.look([MUG, VASE], 100)).toEqual([MUG]);
    expect(watch.look([VASE], 200)).toEqual([VASE]);
  });
});
