export const NBSP = '\u00a0';
export const MINUS = '\u2212';

const formatters = new Map<string, Intl.NumberFormat>();

function formatterFor(minDigits: number, maxDigits: number): Intl.NumberFormat {
  const key = `${minDigits}-${maxDigits}`;
  let formatter = formatters.get(key);
  if (!formatter) {
    formatter = new Intl.NumberFormat('ru-RU', {
      minimumFractionDigits: minDigits,
      maximumFractionDigits: maxDigits,
      // Four digits are grouped too, so that columns of numbers line up.
      useGrouping: 'always',
    });
    formatters.set(key, formatter);
  }
  return formatter;
}

/** «−1 234,5»: thousands by non-breaking spaces, a decimal comma, a real minus; never «−0». */
export function formatNumber(
  value: number,
  { minDigits = 0, maxDigits = Math.max(minDigits, 2) } = {},
): string {
  const text = formatterFor(minDigits, maxDigits)
    .format(Math.abs(value))
    .replace(/[\s\u202f]/g, NBSP);
  const isZero = !/[1-9]/.test(text) && Number.isFinite(value);
  return value < 0 && !isZero ? MINUS + text : text;
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
