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

/**
 * A day as «01.12.2026» or «2026-12-01», or as the number that a spreadsheet keeps it by («46357»), which is what is left of it in a
 * column that is not formatted as days; null: it is none.
 */
export function readDay(cell: string): string | null {
  const serial = /^\d{5}$/.test(cell) ? Number(cell) : 0;
  if (serial >= FIRST_SERIAL_DAY && serial <= LAST_SERIAL_DAY)
    return new Date((serial - SERIAL_BEFORE_1970) * DAY_MS).toISOString().slice(0, 10);
  const day = cell.replace(/^(\d\d)\.(\d\d)\.(\d{4})$/, '$3-$2-$1');
  return daySchema.safeParse(day).success ? day : null;
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
