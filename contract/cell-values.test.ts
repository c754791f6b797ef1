import { expect, it } from 'vitest';
import { readDay } from './cell-values.ts';

it.each([
  ['09.12.2025', '2025-12-09'],
  ['2025-12-09', '2025-12-09'],
  // As a spreadsheet keeps the same day.
  ['46000', '2025-12-09'],
  ['42005', '2015-01-01'],
  ['55153', '2050-12-31'],
])('a day is read from «%s»', (cell, day) => {
  expect(readDay(cell)).toBe(day);
});

it.each(['', '31.02.2026', '42004', '55154', '460000', '46000,5', '2026', 'завтра'])(
  '«%s» is no day',
  (cell) => {
    expect(readDay(cell)).toBeNull();
  },
);
