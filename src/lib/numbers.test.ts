import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseNumber } from './typed-numbers.ts';
import {
  about,
  formatBytes,
  formatChange,
  formatInteger,
  formatNumber,
  formatPercent,
  NBSP,
} from './numbers.ts';

describe('formatting numbers', () => {
  it('groups thousands by non-breaking spaces and uses a decimal comma', () => {
    expect(formatNumber(1234.5)).toBe('1\u00a0234,5');
    expect(formatInteger(10_248)).toBe('10\u00a0248');
  });

  it('uses a real minus and never writes minus zero', () => {
    expect(formatNumber(-3)).toBe('−3');
    expect(formatNumber(-0.001)).toBe('0');
    expect(formatInteger(-0.4)).toBe('0');
  });

  it('writes changes with their sign', () => {
    expect(formatChange(0.124)).toBe('+12,4\u00a0%');
    expect(formatChange(-0.05)).toBe('−5\u00a0%');
    expect(formatChange(0)).toBe('0\u00a0%');
    expect(formatChange(0.0001)).toBe('0\u00a0%');
    expect(formatPercent(0.278)).toBe('27,8\u00a0%');
  });

  it('never parts the mark of an estimate from its number', () => {
    expect(about(formatPercent(0.13, 0))).toBe('≈\u00a013\u00a0%');
  });

  it('writes sizes of data', () => {
    expect(formatBytes(0)).toBe('0\u00a0Б');
    expect(formatBytes(1_468_006)).toBe('1,4\u00a0МБ');
  });
});

it('writes every amount as the browser does', () => {
  const amounts = fc.oneof(
    fc.double({ min: 0, max: 1e12, noNaN: true }),
    fc.integer({ min: 0, max: 1e9 }).map((kopecks) => kopecks / 100),
    fc.integer({ min: 0, max: 1e7 }).map((thousandths) => thousandths / 1000 + 0.0005),
  );
  fc.assert(
    fc.property(amounts, fc.nat(4), fc.nat(4), (amount, some, more) => {
      const [minDigits, maxDigits] = [Math.min(some, more), Math.max(some, more)];
      const intl = new Intl.NumberFormat('ru-RU', {
        minimumFractionDigits: minDigits,
        maximumFractionDigits: maxDigits,
        useGrouping: 'always',
      });
      expect(formatNumber(amount, { minDigits, maxDigits })).toBe(intl.format(amount).replace(/\s/g, NBSP));
    }),
    { numRuns: 500 },
  );
});

it('writes what is no amount in words of its own', () => {
  expect([formatNumber(Infinity), formatNumber(-Infinity), formatNumber(NaN)]).toEqual([
    '∞',
    '−∞',
    'не\u00a0число',
  ]);
  expect(formatNumber(1e21)).toBe('1\u00a0000\u00a0000\u00a0000\u00a0000\u00a0000\u00a0000\u00a0000');
});

describe('parsing numbers', () => {
  it.each([
    ['1 234,5', 1234.5],
    ['1\u00a0234.5', 1234.5],
    ['\u22123', -3],
    ['-0', 0],
    [',5', 0.5],
    ['7,', 7],
    ['1 249,50', 1249.5],
    ['1.200,50', 1200.5],
    ['1,249.50', 1249.5],
    ['1.234.567', 1_234_567],
    ['1 234,500', 1234.5],
    ['0,500', 0.5],
  ])('reads «%s»', (text, value) => {
    expect(parseNumber(text)).toBe(value);
  });

  it.each(['', ' ', '-', ',', '1,2,3', '12abc', '1e5', 'Infinity', '--1'])('refuses «%s»', (text) => {
    expect(parseNumber(text)).toBeNull();
  });

  it.each(['1.200', '1,234', '1.20,50', '1,249.50,1', '12,345'])('does not guess at «%s»', (text) => {
    expect(parseNumber(text)).toBeNull();
  });

  it('reads three decimals where there may be three', () => {
    expect(parseNumber('1,234', { maxDigits: 3 })).toBe(1.234);
    expect(parseNumber('1,2345', { maxDigits: 3 })).toBeNull();
    expect(parseNumber('12,5', { maxDigits: 0 })).toBeNull();
  });

  it('reads what any country writes as that number or not at all', () => {
    const styles = [
      { thousands: ' ', decimal: ',' },
      { thousands: '\u00a0', decimal: '.' },
      { thousands: '.', decimal: ',' },
      { thousands: ',', decimal: '.' },
      { thousands: '', decimal: ',' },
      { thousands: '', decimal: '.' },
    ];
    const sum = fc.integer({ min: 0, max: 1e11 });
    const style = fc.constantFrom(...styles);
    fc.assert(
      fc.property(sum, fc.integer({ min: 0, max: 4 }), style, (cents, digits, { thousands, decimal }) => {
        const [whole = '', fraction = ''] = (cents / 100).toFixed(2).split('.');
        const grouped = whole.replace(/\B(?=(\d{3})+$)/g, thousands);
        const decimals = fraction.padEnd(4, '0').slice(0, digits);
        const text = decimals === '' ? grouped : `${grouped}${decimal}${decimals}`;
        const meant = Number(`${whole}.${decimals || '0'}`);
        expect([meant, null]).toContain(parseNumber(text));
        // As Russians write it there is nothing to doubt.
        if (thousands === ' ' && (digits < 3 || cents >= 100_000)) expect(parseNumber(text)).toBe(meant);
      }),
      { numRuns: 2000 },
    );
  });

  it('reads back every number that it wrote', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e12 }), (hundredths) => {
        const value = hundredths / 100;
        expect(parseNumber(formatNumber(value))).toBe(value === 0 ? 0 : value);
      }),
    );
  });
});
