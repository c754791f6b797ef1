import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { axisTicks, labelStride } from './chart-scale.ts';

describe('the axis', () => {
  it('has round steps and holds zero', () => {
    expect(axisTicks(28, 66)).toEqual([0, 20, 40, 60, 80]);
    expect(axisTicks(-0.3, 0.5)).toEqual([-0.4, -0.2, 0, 0.2, 0.4, 0.6]);
    expect(axisTicks(0, 0)).toEqual([0, 1]);
  });

  it('counts pieces in whole ones', () => {
    expect(axisTicks(0, 1, true)).toEqual([0, 1]);
    expect(axisTicks(0, 3, true)).toEqual([0, 1, 2, 3]);
    expect(axisTicks(0, 10, true)).toEqual([0, 5, 10]);
    expect(axisTicks(0, 100, true)).toEqual([0, 25, 50, 75, 100]);
    fc.assert(
      fc.property(fc.nat(1_000_000), fc.nat(1_000_000), (below, above) => {
        const ticks = axisTicks(-below, above, true);
        expect(ticks.every(Number.isInteger)).toBe(true);
        expect(ticks[0]).toBeLessThanOrEqual(-below);
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(above);
      }),
    );
  });

  it('covers all values with few steps, rising', () => {
    const value = fc
      .double({ min: -1e9, max: 1e9, noNaN: true, noDefaultInfinity: true })
      .map((v) => Math.round(v * 100) / 100);
    fc.assert(
      fc.property(value, value, (a, b) => {
        const [min, max] = [Math.min(a, b), Math.max(a, b)];
        const ticks = axisTicks(min, max);
        expect(ticks[0]).toBeLessThanOrEqual(min);
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(max);
        expect(ticks).toContain(0);
        expect(ticks.length).toBeLessThanOrEqual(8);
        for (let index = 1; index < ticks.length; index += 1)
          expect(ticks[index]).toBeGreaterThan(ticks[index - 1] ?? Infinity);
      }),
    );
  });

  it('shows only as many labels as fit', () => {
    expect(labelStride(14, 1000, 50)).toBe(1);
    expect(labelStride(90, 1000, 50)).toBe(5);
    expect(labelStride(10, 20, 50)).toBe(10);
  });
});
