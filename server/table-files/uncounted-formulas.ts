import { slicesOf } from './sheet-slices.ts';
import { TableFileError } from './table-file-error.ts';
import { attribute } from './workbook-parts.ts';

const HAS_FORMULA = /<(?:\w+:)?f[\s>/]/;
/** A cell with a formula and nothing that was counted. */
const UNCOUNTED =
  /<(?:\w+:)?c(?=[\s>])([^>]*)>\s*<(?:\w+:)?f\b[^>]*?(?:\/>|>[^<]*<\/(?:\w+:)?f>)\s*(?:<(?:\w+:)?v\s*\/>\s*|<(?:\w+:)?v>\s*<\/(?:\w+:)?v>\s*)?<\/(?:\w+:)?c>/g;
const placeOf = attribute('r');
const typeOf = attribute('t');

/**
 * Refuses a sheet with formulas that nobody has counted: a program that makes workbooks writes the formula alone, and the
 * library reads such a cell as an empty one. A text that came out empty says that it is a text.
 */
export function refuseUncounted(xml: Buffer): void {
  for (const slice of slicesOf(xml)) {
    if (!HAS_FORMULA.test(slice)) continue;
    for (const [, attributes = ''] of slice.matchAll(UNCOUNTED)) {
      if (typeOf(attributes) === 'str') continue;
      const place = placeOf(attributes);
      throw new TableFileError(
        `В ${place === '' ? 'таблице' : `ячейке ${place}`} формула без результата: её записала программа, и никто не посчитал. ` +
          'Откройте файл в Excel, сохраните и загрузите ещё раз',
      );
    }
  }
}
