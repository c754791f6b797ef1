/** A cell as the library reads it; a formula is its value of when the file was saved. */
export type CellValue = string | number | boolean | Date | null | undefined;

/** Excel reckons with so many digits, and shows no more. */
const DIGITS = 15;
const MIDNIGHT = 'T00:00:00.000Z';
/** Half characters, which no text has, what no database keeps, and what nobody sees: a barcode that is copied from a page has some. */
const NO_TEXT = /\p{Cs}|\0|\u200B|\u2060|\uFEFF/gu;

/** A cell as a Russian spreadsheet shows it: a decimal comma, «31.12.2026». What is too long for any field is cut. */
export function cellText(value: CellValue, maxLength: number): string {
  return shown(value).replace(NO_TEXT, '').trim().slice(0, maxLength).replace(NO_TEXT, '');
}

function shown(value: CellValue): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return numberText(value);
  if (typeof value === 'boolean') return value ? 'ИСТИНА' : 'ЛОЖЬ';
  if (value instanceof Date) return dateText(value);
  return '';
}

/** A barcode is all its digits; a price is not «0,30000000000000004». */
function numberText(value: number): string {
  if (Number.isSafeInteger(value)) return String(value);
  return String(Number(value.toPrecision(DIGITS))).replace('.', ',');
}

function dateText(date: Date): string {
  if (Number.isNaN(date.getTime())) return '';
  const iso = date.toISOString();
  const [year, month, day] = iso.slice(0, iso.indexOf('T')).split('-');
  return `${day}.${month}.${year}${iso.endsWith(MIDNIGHT) ? '' : ` ${iso.slice(11, 16)}`}`;
}
