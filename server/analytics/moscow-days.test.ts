import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  dayCount,
  daysOf,
  momentFromMoscow,
  mondayOf,
  moscowDay,
  previousPeriod,
  yearAgo,
} from './moscow-days.ts';

const anyPeriod = fc
  .tuple(fc.integer({ min: 0, max: 5000 }), fc.integer({ min: 0, max: 365 }))
  .map(([start, length]) => {
    const from = addDays('2020-01-01', start);
    return { from, to: addDays(from, length) };
  });

describe('days in Moscow', () => {
  it('begin at 21:00 of the day before in UTC', () => {
    expect(moscowDay(new Date('2026-11-19T20:59:59Z'))).toBe('2026-11-19');
    expect(moscowDay(new Date('2026-11-19T21:00:00Z'))).toBe('2026-11-20');
  });

  it('belong to the week that began on its Monday', () => {
    expect(['2026-11-16', '2026-11-18', '2026-11-22'].map(mondayOf)).toEqual(Array(3).fill('2026-11-16'));
    expect(mondayOf('2026-11-23')).toBe('2026-11-23');
  });

  it('read a time without a zone as Moscow time', () => {
    expect(momentFromMoscow('2026-11-20T14:02:11').toISOString()).toBe('2026-11-20T11:02:11.000Z');
    expect(momentFromMoscow('2026-11-20').toISOString()).toBe('2026-11-19T21:00:00.000Z');
    expect(momentFromMoscow('2026-11-20T14:02:11Z').toISOString()).toBe('2026-11-20T14:02:11.000Z');
    expect(() => momentFromMoscow('вчера')).toThrow(RangeError);
  });
});

describe('the previous period', () => {
  it('of 6–19 November is 23 October – 5 November', () => {
    expect(previousPeriod({ from: '2026-11-06', to: '2026-11-19' })).toEqual({
      from: '2026-10-23',
      to: '2026-11-05',
    });
  });

  it('has the same number of days and ends the day before', () => {
    fc.assert(
      fc.property(anyPeriod, (period) => {
        const before = previousPeriod(period);
        expect(dayCount(before)).toBe(dayCount(period));
        expect(addDays(before.to, 1)).toBe(period.from);
        expect(daysOf(period)).toHaveLength(dayCount(period));
      }),
    );
  });

  it('of the previous period lies two lengths back', () => {
    fc.assert(
      fc.property(anyPeriod, (period) => {
        const length = dayCount(period);
        expect(previousPeriod(previousPeriod(period))).toEqual({
          from: addDays(period.from, -2 * length),
          to: addDays(period.to, -2 * length),
        });
      }),
    );
  });
});

describe('the days of a year ago', () => {
  it.each([
    ['2026-11-06', '2026-11-19', '2025-11-06', '2025-11-19'],
    ['2024-02-29', '2024-03-01', '2023-02-28', '2023-03-01'],
    ['2025-02-01', '2025-03-01', '2024-02-01', '2024-02-29'],
  ])('of %s – %s are %s – %s', (from, to, before, until) => {
    expect(yearAgo({ from, to })).toEqual({ from: before, to: until });
  });

  it('are as many', () => {
    fc.assert(
      fc.property(anyPeriod, (period) => {
        expect(dayCount(yearAgo(period))).toBe(dayCount(period));
      }),
    );
  });
});
