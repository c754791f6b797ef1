import { daySchema } from './fields.ts';
import { parseNumber } from './number-text.ts';

/** Values as they stand in a cell: the table on the page reads what is typed, the server what is in a file. */

const MAX_DIMENSION = 1000;
const GRAMS_PER_KG = 1000;
/** A formula leaves as many as a number can have; a gram is the third. */
const WEIGHT_DIGITS = 20;

/** Whole centimetres; null: it is none, or more than a package has. */
export function readCentimetres(cell: string): number | null {
  const value = parseNumber(cell);
  return value !== null && Number.isInteger(value) && isDimension(value) ? value : null;
}

/** Kilograms to the gram; null: it is none, or more than a package has. */
export function readKilograms(cell: string): number | null {
  const value = parseNumber(cell, { maxDigits: WEIGHT_DIGITS });
  return value !== null && isDimension(value) ? Math.round(value * GRAMS_PER_KG) / GRAMS_PER_KG : null;
}

/** Days as spreadsheets count them, from the 30th of December 1899: of 2015 to 2050. */
const FIRST_SERIAL_DAY = 42_005;
const LAST_SERIAL_DAY = 55_153;
const SERIAL_BEFORE_1970 = 25_569;
const DAY_MS = 86_400_000;

const SERIAL_DAY = /^\d{5}(?:[.,]\d+)?$/;
/** From the 30th of December 1899 to the 1st of January 1904. */
const DAYS_BEFORE_1904 = 1462;

/** Of a workbook that counts its days from 1904: the same day as a number that {@link readDay} knows. */
export function since1900(cell: string): string {
  return SERIAL_DAY.test(cell) ? String(Math.floor(serialOf(cell)) + DAYS_BEFORE_1904) : cell;
}

const serialOf = (cell: string) => Number(cell.replace(',', '.'));

/** «14:30» or «9:05:59» after a day. */
const TIME = /[T ]\s*(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:[.,]\d+)?)?$/;
/** A moment of the world, as programs write it. */
const ZONE = /(?:Z|[+-]\d\d:\d\d)$/;
const MOSCOW_DAY = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Moscow' });

/**
 * A day as «01.12.2026» or «2026-12-01», or as the number that a spreadsheet keeps it by («46357»), which is what is left of it in a
 * column that is not formatted as days. A time after it does not matter; with a zone it is the day in Moscow. null: it is none.
 */
export function readDay(cell: string): string | null {
  const serial = SERIAL_DAY.test(cell) ? Math.floor(serialOf(cell)) : 0;
  if (serial >= FIRST_SERIAL_DAY && serial <= LAST_SERIAL_DAY)
    return new Date((serial - SERIAL_BEFORE_1970) * DAY_MS).toISOString().slice(0, 10);
  const written = cell
    .replace(ZONE, '')
    .replace(TIME, '')
    .replace(/^(\d\d?)\.(\d\d?)\.(\d{4})$/, isoDay);
  if (!daySchema.safeParse(written).success) return null;
  return written !== cell && ZONE.test(cell) ? dayOfMoment(cell) : written;
}

function isoDay(_cell: string, day: string, month: string, year: string): string {
  return [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-');
}

function dayOfMoment(cell: string): string | null {
  const moment = new Date(cell.replace(' ', 'T'));
  return Number.isNaN(moment.getTime()) ? null : MOSCOW_DAY.format(moment);
}

/** Tags with commas, semicolons or line breaks between them. */
export function tagsOf(cell: string): string[] {
  return listOf(cell, /[,;\n]/);
}

/** What stands between separators, without the spaces around it and without what is empty. */
export function listOf(cell: string, separator: RegExp): string[] {
  return cell
    .split(separator)
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

function isDimension(value: number): boolean {
  return value >= 0 && value <= MAX_DIMENSION;
}
