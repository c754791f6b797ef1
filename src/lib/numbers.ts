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

/** Digits with one comma or point at most. */
const PLAIN = /^(?<whole>\d*)(?:[.,](?<fraction>\d*))?$/;
/** Thousands marked by what the decimals are not marked by, or marked twice: «1.200,50», «1,249.50», «1.234.567». */
const GROUPED =
  /^(?:(?<points>\d{1,3}(?:\.\d{3})+),(?<afterComma>\d*)|(?<commas>\d{1,3}(?:,\d{3})+)\.(?<afterPoint>\d*)|(?<twice>\d{1,3}(?:\.\d{3}){2,}|\d{1,3}(?:,\d{3}){2,}))$/;
/** «1.200» is a thousand and two hundred in one country and one and a fifth in another. */
const AMBIGUOUS = /^[1-9]\d{0,2}[.,]\d{3}$/;

/**
 * Reads a number as a Russian writes it: «1 234,5», «−3», «12.5». Spaces of any kind are thousands. Returns null for an
 * empty text, for one that is no number, for one that can be read in two ways, and for one with more decimals than
 * `maxDigits` (2 unless told); a field of three decimals reads «1,200» as one and a fifth.
 */
export function parseNumber(text: string, { maxDigits = 2 } = {}): number | null {
  const isSpaced = /\d\s+\d/.test(text);
  const compact = text.replace(/\s/g, '');
  const sign = /^[-−–]/.test(compact) ? -1 : 1;
  const digits = compact.replace(/^[-−–]/, '');
  if (AMBIGUOUS.test(digits) && maxDigits < 3 && !isSpaced) return null;
  const parts = PLAIN.exec(digits)?.groups;
  const grouped = parts ? undefined : GROUPED.exec(digits)?.groups;
  const whole = (parts?.whole ?? grouped?.points ?? grouped?.commas ?? grouped?.twice)?.replace(/[.,]/g, '');
  const fraction = parts?.fraction ?? grouped?.afterComma ?? grouped?.afterPoint ?? '';
  if (whole === undefined || whole + fraction === '') return null;
  if (fraction.replace(/0+$/, '').length > maxDigits) return null;
  const value = Number(`${whole || '0'}.${fraction || '0'}`);
  if (!Number.isFinite(value)) return null;
  return value === 0 ? 0 : sign * value;
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
