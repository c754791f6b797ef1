import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  daysBetween,
  formatAgo,
  formatAsOf,
  formatDateTime,
  formatDay,
  formatDayShort,
  formatDuration,
  formatPeriod,
  formatTimeWithSeconds,
  moscowDay,
} from './dates.ts';

const NOW = '2026-11-20T15:00:00+03:00';

describe('days in Moscow', () => {
  it('turns at Moscow midnight, wherever the reader is', () => {
    expect(moscowDay('2026-11-20T20:59:59Z')).toBe('2026-11-20');
    expect(moscowDay('2026-11-20T21:00:00Z')).toBe('2026-11-21');
  });

  it('counts days across months and years', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addDays('2028-03-01', -1)).toBe('2028-02-29');
  });

  it('adding and counting days undo each other', () => {
    fc.assert(
      fc.property(fc.integer({ min: -20_000, max: 20_000 }), (days) => {
        expect(daysBetween('2026-11-20', addDays('2026-11-20', days))).toBe(days);
      }),
    );
  });
});

it('reads clocks and calendars as the browser does for Moscow, for as long as its time has been what it is', () => {
  const intl = (options: Intl.DateTimeFormatOptions, locale = 'ru-RU') =>
    new Intl.DateTimeFormat(locale, { timeZone: 'Europe/Moscow', ...options });
  const day = intl({}, 'sv-SE');
  const clock = intl({ hour: '2-digit', minute: '2-digit', second: '2-digit' });
  const dayAndMonth = intl({ day: 'numeric', month: 'long' });
  const moments = fc.integer({ min: Date.parse('2014-10-26T00:00Z'), max: Date.parse('2099-12-31T00:00Z') });
  fc.assert(
    fc.property(moments, (ms) => {
      const spaced = formatDateTime(ms, ms).replaceAll('\u00a0', ' ');
      expect([moscowDay(ms), formatTimeWithSeconds(ms), spaced]).toEqual([
        day.format(ms),
        clock.format(ms),
        `${dayAndMonth.format(ms)}, ${clock.format(ms).slice(0, 5)}`,
      ]);
    }),
  );
});

describe('formats', () => {
  it('writes a moment as «20 ноября, 14:02», with the year only when it is another', () => {
    expect(formatDateTime('2026-11-20T11:02:11Z', NOW)).toBe('20\u00a0ноября, 14:02');
    expect(formatDateTime('2025-11-20T11:02:11Z', NOW)).toBe('20\u00a0ноября\u00a02025, 14:02');
    expect(formatTimeWithSeconds('2026-11-20T11:02:11Z')).toBe('14:02:11');
  });

  it('writes days long and short', () => {
    expect(formatDay('2026-05-01', NOW)).toBe('1\u00a0мая');
    expect(formatDayShort('2026-11-18')).toBe('18\u00a0ноя');
    expect(formatDayShort('2026-05-18')).toBe('18\u00a0мая');
  });

  it('writes periods without repeating what is the same', () => {
    expect(formatPeriod('2026-11-06', '2026-11-19', NOW)).toBe('6\u00a0–\u00a019\u00a0ноября');
    expect(formatPeriod('2026-10-28', '2026-11-03', NOW)).toBe('28\u00a0октября – 3\u00a0ноября');
    expect(formatPeriod('2025-12-20', '2026-01-05', NOW)).toBe(
      '20\u00a0декабря\u00a02025 – 5\u00a0января\u00a02026',
    );
    expect(formatPeriod('2026-11-06', '2026-11-06', NOW)).toBe('6\u00a0ноября');
  });

  it.each([
    ['2026-11-20T14:59:30+03:00', 'только что'],
    ['2026-11-20T15:00:20+03:00', 'только что'],
    ['2026-11-20T14:58:00+03:00', '2\u00a0мин'],
    ['2026-11-20T12:00:00+03:00', '3\u00a0ч'],
    ['2026-11-19T23:59:00+03:00', 'вчера'],
    ['2026-11-18T12:00:00+03:00', '18\u00a0ноя'],
    ['2025-11-18T12:00:00+03:00', '18\u00a0ноя\u00a02025'],
  ])('%s is «%s»', (moment, text) => {
    expect(formatAgo(moment, NOW)).toBe(text);
  });

  it('counts minutes over midnight', () => {
    expect(formatAgo('2026-11-19T23:58:00+03:00', '2026-11-20T00:03:00+03:00')).toBe('5\u00a0мин');
  });

  it('says of when data is', () => {
    expect(formatAsOf('2026-11-20T14:05:00+03:00', NOW)).toBe('14:05');
    expect(formatAsOf('2026-11-19T14:05:00+03:00', NOW)).toBe('вчера, 14:05');
    expect(formatAsOf('2026-11-18T14:05:00+03:00', NOW)).toBe('18\u00a0ноября, 14:05');
  });

  it('says how long to wait', () => {
    expect(formatDuration(41_500)).toBe('42\u00a0с');
    expect(formatDuration(170_000)).toBe('3\u00a0мин');
    expect(formatDuration(80 * 60_000)).toBe('1\u00a0ч\u00a020\u00a0мин');
  });
});
