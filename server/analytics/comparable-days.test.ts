import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commonDays, comparableDays } from './comparable-days.ts';
import { addDays, dayCount, daysOf, previousPeriod } from './moscow-days.ts';

describe('the days that all have', () => {
  it('go from the latest beginning to the earliest end', () => {
    expect(
      commonDays([
        { from: '2026-01-01', to: '2026-03-10' },
        { from: '2026-02-01', to: '2026-03-12' },
      ]),
    ).toEqual({ from: '2026-02-01', to: '2026-03-10' });
  });

  it.each([
    ['nobody is asked', []],
    [
      'one has none',
      [
        { from: null, to: null },
        { from: '2026-01-01', to: '2026-03-10' },
      ],
    ],
    [
      'they do not meet',
      [
        { from: '2026-01-01', to: '2026-01-10' },
        { from: '2026-01-11', to: '2026-03-10' },
      ],
    ],
  ])('are none when %s', (_, all) => {
    expect(commonDays(all)).toBeNull();
  });
});

describe('the days of two periods that are compared', () => {
  const selected = { from: '2026-11-07', to: '2026-11-20' };
  const previous = previousPeriod(selected);

  it('are those that the report has reached, and as many of the period before', () => {
    expect(comparableDays(selected, previous, { from: '2026-01-01', to: '2026-11-14' })).toEqual({
      SELECTED: { from: '2026-11-07', to: '2026-11-14' },
      PREVIOUS: { from: '2026-10-24', to: '2026-10-31' },
    });
  });

  it('begin where the data of the period before begins', () => {
    expect(comparableDays(selected, previous, { from: '2026-10-29', to: '2026-12-01' })).toEqual({
      SELECTED: { from: '2026-11-12', to: '2026-11-20' },
      PREVIOUS: { from: '2026-10-29', to: '2026-11-06' },
    });
  });

  it('are none when the period before has no data, or the chosen one no report', () => {
    expect(comparableDays(selected, previous, { from: '2026-11-07', to: '2026-11-20' })).toBeNull();
    expect(comparableDays(selected, previous, { from: '2026-01-01', to: '2026-11-06' })).toBeNull();
    expect(comparableDays(selected, previous, null)).toBeNull();
  });

  it('are all the pairs that are covered on both sides, and no other', () => {
    const day = fc.integer({ min: 0, max: 60 }).map((days) => addDays('2026-03-01', days));
    const period = fc
      .tuple(day, fc.integer({ min: 0, max: 20 }))
      .map(([from, more]) => ({ from, to: addDays(from, more) }));
    fc.assert(
      fc.property(period, period, (chosen, covered) => {
        const before = previousPeriod(chosen);
        const isCovered = (one: string) => one >= covered.from && one <= covered.to;
        const pairs = daysOf(chosen)
          .map((one, index) => [one, addDays(before.from, index)] as const)
          .filter(([now, then]) => isCovered(now) && isCovered(then));
        const days = comparableDays(chosen, before, covered);
        expect(days === null ? 0 : dayCount(days.SELECTED)).toBe(pairs.length);
        expect(days?.SELECTED.from).toBe(pairs[0]?.[0]);
        expect(days?.PREVIOUS.to).toBe(pairs.at(-1)?.[1]);
      }),
    );
  });
});
