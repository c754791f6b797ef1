import { formatNumber } from '#lib/numbers.ts';

/** A change of a share: 0.012 is «+1,2 п. п.». */
export function formatPoints(share: number): string {
  const text = formatNumber(share * 100, { maxDigits: 1 });
  return `${share > 0 && /[1-9]/.test(text) ? '+' : ''}${text}\u00a0п.\u00a0п.`;
}
