import { TableFileError } from './table-file-error.ts';
import { attribute, partsOf, sheetPath } from './workbook-parts.ts';

const SLICE_BYTES = 1 << 20;
const ROW_END = 'row>';
const HAS_FORMULA = /<(?:\w+:)?f[\s>/]/;
/** A cell with a formula and nothing that was counted. */
const UNCOUNTED =
  /<(?:\w+:)?c(?=[\s>])([^>]*)>\s*<(?:\w+:)?f\b[^>]*?(?:\/>|>[^<]*<\/(?:\w+:)?f>)\s*(?:<(?:\w+:)?v\s*\/>\s*|<(?:\w+:)?v>\s*<\/(?:\w+:)?v>\s*)?<\/(?:\w+:)?c>/g;
const placeOf = attribute('r');
const typeOf = attribute('t');

/**
 * Refuses a sheet, the first is 0, with formulas that nobody has counted: a program that makes workbooks writes the formula alone, and the
 * library reads such a cell as an empty one. A text that came out empty says that it is a text.
 */
export function refuseUncounted(bytes: Uint8Array, sheet: number): void {
  const path = sheetPath(bytes, sheet);
  const cells = path === null ? undefined : partsOf(bytes, [path])[path];
  if (cells === undefined) return;
  for (const slice of slicesOf(Buffer.from(cells.buffer, cells.byteOffset, cells.byteLength))) {
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

/** Each ends with the end of a row. */
function* slicesOf(bytes: Buffer): Generator<string> {
  for (let start = 0; start < bytes.length;) {
    const rowEnd = bytes.indexOf(ROW_END, start + SLICE_BYTES);
    const end = rowEnd === -1 ? bytes.length : rowEnd + ROW_END.length;
    yield bytes.toString('latin1', start, end);
    start = end;
  }
}
