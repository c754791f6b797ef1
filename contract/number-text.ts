/** Numbers as people write them and spreadsheets give them: the page reads what is typed, the server what is in a file. */

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

/**
 * Roubles as typed («1 234,50», «1234.5 ₽») to whole kopecks. Null when the text is no sum, can be
 * read in two ways («1.200»), or is finer than a kopeck.
 */
export function parseRoubles(text: string): number | null {
  const sum = text.replace(/\s*(₽|руб\.?|р\.?)\s*$/i, '').trim();
  const roubles = parseNumber(sum);
  if (roubles === null) return null;
  const kopecks = Math.round(roubles * 100);
  return Number.isSafeInteger(kopecks) ? kopecks : null;
}
