import { expect, it } from 'vitest';
import { formatPoints } from './format-points.ts';

it('writes the change of a share in points, with its sign', () => {
  expect(formatPoints(0.0124)).toBe('+1,2\u00a0п.\u00a0п.');
  expect(formatPoints(-0.05)).toBe('−5\u00a0п.\u00a0п.');
  expect(formatPoints(0.0001)).toBe('0\u00a0п.\u00a0п.');
});
