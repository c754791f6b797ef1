export const NBSP = '\u00a0';
export const MINUS = '\u2212';

/**
 * «−1 234,5»: thousands by non-breaking spaces (four digits too, so that columns line up), a decimal comma, a real minus; never
 * «−0». By hand: the browser's formatters read their data at every start, a twentieth of it.
 */
export function formatNumber(
  value: number,
  { minDigits = 0, maxDigits = Math.max(minDigits, 2) } = {},
): string {
  const text = amountText(Math.abs(value), minDigits, maxDigits);
  const isZero = !/[1-9]/.test(text) && Number.isFinite(value);
  return value < 0 && !isZero ? MINUS + text : text;
}

/** Halves go up as the number is written: 1.005 is «1,01», although a computer keeps a little less than that. */
function amountText(amount: number, minDigits: number, maxDigits: number): string {
  const written = String(amount);
  if (!/^[\d.]+$/.test(written)) return textByBrowser(amount, minDigits, maxDigits);
  const [whole = '', fraction = ''] = written.split('.');
  const kept = BigInt(whole + fraction.slice(0, maxDigits).padEnd(maxDigits, '0'));
  const isUp = (fraction[maxDigits] ?? '0') >= '5';
  const digits = String(isUp ? kept + 1n : kept).padStart(maxDigits + 1, '0');
  const grouped = digits.slice(0, digits.length - maxDigits).replace(/\B(?=(?:\d{3})+$)/g, NBSP);
  let shown = digits.slice(digits.length - maxDigits);
  while (shown.length > minDigits && shown.endsWith('0')) shown = shown.slice(0, -1);
  return shown === '' ? grouped : `${grouped},${shown}`;
}

/** What money and counts never come to, and what is no number. */
function textByBrowser(amount: number, minimumFractionDigits: number, maximumFractionDigits: number): string {
  const options = { minimumFractionDigits, maximumFractionDigits, useGrouping: 'always' } as const;
  return amount.toLocaleString('ru-RU', options).replace(/\s/g, NBSP);
}

/** A whole number, «10 248». */
export function formatInteger(value: number): string {
  return formatNumber(Math.round(value), { maxDigits: 0 });
}

/** A share as per cent: 0.278 is «27,8 %». */
export function formatPercent(share: number, maxDigits = 1): string {
  return `${formatNumber(share * 100, { maxDigits })}${NBSP}%`;
}

/** A change with its sign: 0.124 is «+12,4 %», −0.05 is «−5 %», 0 is «0 %». */
export function formatChange(share: number, maxDigits = 1): string {
  const text = formatPercent(share, maxDigits);
  return share > 0 && /[1-9]/.test(text) ? `+${text}` : text;
}

/** An estimate, «≈ 88 ₽»: the mark stays with its number at the end of a line. */
export function about(amount: string): string {
  return `≈${NBSP}${amount}`;
}

/** A size of data, «1,4 МБ». */
export function formatBytes(bytes: number): string {
  const units = ['Б', 'КБ', 'МБ', 'ГБ'];
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${formatNumber(value, { maxDigits: unit === 0 || value >= 100 ? 0 : 1 })}${NBSP}${units[unit] ?? ''}`;
}
