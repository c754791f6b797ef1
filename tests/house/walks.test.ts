import { expect, it } from 'vitest';
import { problemsOf, walks } from './walks.ts';

it.each(walks)('the walk of $name leads from file to file, and is not longer than was agreed', (walk) => {
  expect(problemsOf(walk.stops)).toEqual([]);
  expect(new Set(walk.stops.map(({ file }) => file)).size).toBeLessThanOrEqual(walk.mostFiles);
});

it('a walk that went out of date is noticed', () => {
  const [list] = walks;
  const stops = list?.stops ?? [];
  expect(problemsOf(stops.filter((_stop, index) => index !== 4))).toHaveLength(1);
  expect(problemsOf(stops.map((stop) => ({ ...stop, name: 'nobody' })))).not.toHaveLength(0);
});
