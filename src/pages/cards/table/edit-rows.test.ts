import { expect, it } from 'vitest';
import { textShare } from './edit-rows.ts';

it('texts of a table are counted, old and new: one request carries so many', () => {
  const row = (length: number) => ({
    line: 1,
    key: '1',
    title: 'ж'.repeat(10),
    description: 'ж'.repeat(length),
    seen: { title: 'ж'.repeat(10), description: 'ж'.repeat(length) },
  });
  const rows = (count: number) => Array.from({ length: count }, () => row(4990));
  expect(textShare(rows(250))).toBe(1);
  expect(textShare(rows(251))).toBeGreaterThan(1);
  expect(textShare([{ line: 1, key: '1', priceKopecks: 100 }])).toBe(0);
});
