import { array, assert, integer, property, tuple } from 'fast-check';
import { expect, it } from 'vitest';
import { mockPromotion } from '#tests/mocks/promotions.ts';
import { groupPromotions } from './group-promotions.ts';
import { placeOnTimeline } from './place-on-timeline.ts';

const DAY_MS = 86_400_000;
const NOW_MS = Date.parse('2026-11-20T12:00:00+03:00');
const TODAY_MS = Date.parse('2026-11-20T00:00:00+03:00');

const groupsOf = (spans: readonly (readonly [from: number, days: number])[]) =>
  groupPromotions(
    spans.map(([from, days], index) =>
      mockPromotion({
        id: index + 1,
        wbPromotionId: index + 1,
        startsAt: new Date(TODAY_MS + from * DAY_MS).toISOString(),
        endsAt: new Date(TODAY_MS + (from + days) * DAY_MS - 1000).toISOString(),
      }),
    ),
  );

it('the axis goes from today to the last day, with today at its hour', () => {
  const { dayCount, todayPercent, labels, bars, levelCount } = placeOnTimeline(
    groupsOf([
      [6, 4],
      [2, 4],
      [4, 2],
    ]),
    NOW_MS,
  );
  expect(dayCount).toBe(10);
  expect(todayPercent).toBe(5);
  expect(labels.map(({ day }) => day).slice(0, 3)).toEqual(['2026-11-20', '2026-11-21', '2026-11-22']);
  expect(bars.map(({ fromPercent, level }) => [fromPercent, level])).toEqual([
    [20, 0],
    [40, 1],
    [60, 0],
  ]);
  expect(bars[0]?.widthPercent).toBeCloseTo(40, 1);
  expect(levelCount).toBe(2);
});

it('one that has begun while the page was open begins at the edge', () => {
  const [bar] = placeOnTimeline(groupsOf([[-2, 4]]), NOW_MS).bars;
  expect(bar).toMatchObject({ fromPercent: 0 });
  expect(bar?.widthPercent).toBeCloseTo(100, 0);
});

it('labels of a long time stand apart', () => {
  const { labels } = placeOnTimeline(groupsOf([[60, 14]]), NOW_MS);
  expect(labels.map(({ day }) => day).slice(0, 3)).toEqual(['2026-11-20', '2026-11-28', '2026-12-06']);
  expect(labels).toHaveLength(10);
});

it('bars of a level never lie upon one another, and none leaves the axis', () => {
  const spans = array(tuple(integer({ min: 0, max: 60 }), integer({ min: 1, max: 14 })), { maxLength: 40 });
  assert(
    property(spans, (some) => {
      const { bars, levelCount } = placeOnTimeline(groupsOf(some), NOW_MS);
      expect(bars).toHaveLength(some.length);
      for (const [index, bar] of bars.entries()) {
        expect(bar.fromPercent).toBeGreaterThanOrEqual(0);
        expect(bar.fromPercent + bar.widthPercent).toBeLessThanOrEqual(100);
        expect(bar.level).toBeLessThan(levelCount);
        for (const other of bars.slice(index + 1).filter(({ level }) => level === bar.level)) {
          expect(other.fromPercent).toBeGreaterThanOrEqual(bar.fromPercent + bar.widthPercent);
        }
      }
    }),
  );
});
