import { describe, expect, it } from 'vitest';
import { lastReportedDays, sellingShops } from './reported-days.ts';

const shop = (reportedUntil: string | null, soldUntil: string | null = reportedUntil) => ({
  reportedUntil,
  soldUntil,
});

describe('the days that are shown when none are asked for', () => {
  it.each([
    ['end with the report of the shop', [shop('2026-11-15', '2026-11-25')], '2026-11-15'],
    ['end with the report that reaches the least', [shop('2026-11-25'), shop('2026-11-22')], '2026-11-22'],
    ['never have today', [shop('2026-11-26')], '2026-11-25'],
    ['end yesterday before the first report', [shop(null, '2026-11-25')], '2026-11-25'],
    [
      'end yesterday while a shop that sells has no report',
      [shop(null, '2026-11-25'), shop('2026-11-22')],
      '2026-11-25',
    ],
    ['do not wait for a shop of which nothing is known', [shop(null), shop('2026-11-22')], '2026-11-22'],
    [
      'do not wait for a shop that has stopped selling',
      [shop('2026-10-25'), shop('2026-11-22')],
      '2026-11-22',
    ],
    ['wait for one that was silent for less', [shop('2026-10-26'), shop('2026-11-22')], '2026-10-26'],
    [
      'wait for one that sells and has no new report',
      [shop('2026-11-03', '2026-11-24'), shop('2026-11-22')],
      '2026-11-03',
    ],
    [
      'end yesterday where a report that is overdue would hold them back for ever',
      [shop('2026-11-02', '2026-11-24'), shop('2026-11-22')],
      '2026-11-25',
    ],
    ['are the last ones of an account that has stopped', [shop('2026-03-01')], '2026-03-01'],
    ['end yesterday where nothing is known', [shop(null)], '2026-11-25'],
  ])('%s', (_, shops, to) => {
    expect(lastReportedDays(shops, '2026-11-26').to).toBe(to);
  });

  it('are two weeks', () => {
    expect(lastReportedDays([shop('2026-11-15')], '2026-11-26')).toEqual({
      from: '2026-11-02',
      to: '2026-11-15',
    });
  });

  it('hold nobody to a shop that has stopped', () => {
    const [stopped, sells] = [shop('2026-01-31'), shop('2026-11-22')];
    expect(sellingShops([stopped, sells])).toEqual([sells]);
    expect(sellingShops([shop(null)])).toEqual([]);
  });
});
