import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { byteRange } from './byte-range.ts';

it.each([
  [undefined, 'whole'],
  ['bytes=0-', { start: 0, end: 99 }],
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=10-19', { start: 10, end: 19 }],
  ['bytes=90-500', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-500', { start: 0, end: 99 }],
  ['bytes=-0', 'none'],
  ['bytes=100-', 'none'],
  ['bytes=20-10', 'whole'],
  ['bytes=0-1,5-6', 'whole'],
  ['bytes=-', 'whole'],
  ['items=0-1', 'whole'],
  ['bytes=0x1-2', 'whole'],
])('of a hundred bytes %s asks for %j', (header, range) => {
  expect(byteRange(header, 100)).toEqual(range);
});

it('never leads out of the file', () => {
  const number = fc.option(fc.nat({ max: 300 }), { nil: '' });
  fc.assert(
    fc.property(number, number, fc.nat({ max: 200 }), (first, last, length) => {
      const range = byteRange(`bytes=${first}-${last}`, length);
      if (typeof range === 'string') return;
      expect(range.start).toBeGreaterThanOrEqual(0);
      expect(range.start).toBeLessThanOrEqual(range.end);
      expect(range.end).toBeLessThan(length);
    }),
  );
});
