import { describe, expect, it } from 'vitest';
import { daySchema } from './fields.ts';

describe('a day', () => {
  it.each(['2026-02-28', '2028-02-29', '2026-12-31'])('%s is one of the calendar', (day) => {
    expect(daySchema.parse(day)).toBe(day);
  });

  it.each([
    ['2026-02-29', 'Такого дня нет в календаре'],
    ['2026-04-31', 'Такого дня нет в календаре'],
    ['2026-13-01', 'Такого дня нет в календаре'],
    ['2026-00-10', 'Такого дня нет в календаре'],
    ['26-02-10', 'День указывается как ГГГГ-ММ-ДД'],
    ['2026-02-10T00:00:00', 'День указывается как ГГГГ-ММ-ДД'],
  ])('%s is none: %s', (text, message) => {
    expect(daySchema.safeParse(text).error?.issues.map((issue) => issue.message)).toEqual([message]);
  });
});
