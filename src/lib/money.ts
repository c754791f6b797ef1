import { formatNumber, NBSP } from './numbers.ts';

/** Whole kopecks as roubles: 123400 is «1 234 ₽», 123450 is «1 234,50 ₽», with non-breaking spaces. */
export function formatKopecks(kopecks: number): string {
  const whole = Math.round(kopecks);
  const digits = whole % 100 === 0 ? 0 : 2;
  return `${formatNumber(whole / 100, { minDigits: digits, maxDigits: digits })}${NBSP}₽`;
}

/** Kopecks rounded to whole roubles, for totals where kopecks are noise: «412 640 ₽». */
export function formatRoubles(kopecks: number): string {
  return `${formatNumber(Math.round(kopecks / 100), { maxDigits: 0 })}${NBSP}₽`;
}

/** Large sums shortened: «2,14 млн ₽», «412,6 тыс. ₽»; below ten thousand roubles in full. */
export function formatKopecksShort(kopecks: number): string {
  const roubles = kopecks / 100;
  const { divisor, unit, maxDigits } = unitFor(Math.abs(roubles));
  const number = formatNumber(roubles / divisor, { maxDigits });
  return unit ? `${number}${NBSP}${unit}${NBSP}₽` : `${number}${NBSP}₽`;
}

function unitFor(roubles: number): { divisor: number; unit: string; maxDigits: number } {
  if (roubles >= 999_950_000) return { divisor: 1e9, unit: 'млрд', maxDigits: 2 };
  if (roubles >= 999_950) return { divisor: 1e6, unit: 'млн', maxDigits: 2 };
  if (roubles >= 10_000) return { divisor: 1e3, unit: 'тыс.', maxDigits: 1 };
  return { divisor: 1, unit: '', maxDigits: 0 };
}
