import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRoubles } from './typed-numbers.ts';
import { formatKopecks, formatKopecksShort, formatRoubles } from './money.ts';

describe('money', () => {
  it('shows kopecks only when there are any', () => {
    expect(formatKopecks(123_400)).toBe('1\u00a0234\u00a0₽');
    expect(formatKopecks(123_450)).toBe('1\u00a0234,50\u00a0₽');
    expect(formatKopecks(-5)).toBe('−0,05\u00a0₽');
    expect(formatRoubles(-1_264_049)).toBe('−12\u00a0640\u00a0₽');
  });

  it.each([
    [214_000_000, '2,14\u00a0млн\u00a0₽'],
    [41_264_000, '412,6\u00a0тыс.\u00a0₽'],
    [99_996_000, '1\u00a0млн\u00a0₽'],
    [999_900, '9\u00a0999\u00a0₽'],
  ])('shortens %d kopecks', (kopecks, text) => {
    expect(formatKopecksShort(kopecks)).toBe(text);
  });

  it('reads sums as people type them', () => {
    expect(parseRoubles('1 234,50')).toBe(123_450);
    expect(parseRoubles('1234.5 ₽')).toBe(123_450);
    expect(parseRoubles('8,29 руб.')).toBe(829);
    expect(parseRoubles('')).toBeNull();
    expect(parseRoubles('1,005')).toBeNull();
    expect(parseRoubles('сто')).toBeNull();
    expect(parseRoubles('1.200')).toBeNull();
    expect(parseRoubles('1.200,50')).toBe(120_050);
    expect(parseRoubles('1,249.50 ₽')).toBe(124_950);
  });

  it('loses no kopeck between writing and reading', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e12 }), (kopecks) => {
        expect(parseRoubles(formatKopecks(kopecks))).toBe(kopecks);
      }),
    );
  });
});
