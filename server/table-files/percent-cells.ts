import { strFromU8 } from 'fflate';
import { attribute, partsOf, sheetPath, tagsIn } from './workbook-parts.ts';

/** Whether the cell at a line (the first is 1) and a column (the first is 0) is shown as a percentage: kept as 0.15, seen as 15 %. */
export type IsPercent = (line: number, column: number) => boolean;

const STYLES = 'xl/styles.xml';
/** «0%» and «0.00%», which every workbook has without saying so. */
const KNOWN_FORMATS = ['9', '10'];
/** So much of a sheet is made text at a time. */
const SLICE_BYTES = 1 << 20;
const END_OF_TAG = 0x3e;

/** The library reads values without their formats; a sheet is looked through once more only where the workbook has percentages. */
export function percentCells(bytes: Uint8Array, sheet: number): IsPercent {
  const styles = percentStyles(strFromU8(partsOf(bytes, [STYLES])[STYLES] ?? new Uint8Array()));
  const path = sheetPath(bytes, sheet);
  if (styles.size === 0 || path === null) return () => false;
  const cells = partsOf(bytes, [path])[path] ?? new Uint8Array();
  const columnsOf = new Map<number, Set<number>>();
  for (const { line, column, style } of cellsIn(cells)) {
    if (!styles.has(style)) continue;
    const columns = columnsOf.get(line) ?? new Set();
    columnsOf.set(line, columns.add(column));
  }
  return (line, column) => columnsOf.get(line)?.has(column) ?? false;
}

/** Which of the styles that cells name are percentages. */
function percentStyles(styles: string): Set<string> {
  const formats = new Set(KNOWN_FORMATS);
  const codeOf = attribute('formatCode');
  const formatOf = attribute('numFmtId');
  for (const format of tagsIn(styles, 'numFmt')) {
    // A sign in quotes or after a backslash is shown, and changes nothing.
    const code = codeOf(format).replaceAll('&quot;', '"');
    if (code.replaceAll(/"[^"]*"|\\./g, '').includes('%')) formats.add(formatOf(format));
    else formats.delete(formatOf(format));
  }
  const [, ofCells = ''] = /<(?:\w+:)?cellXfs\b[^>]*>(.*?)<\/(?:\w+:)?cellXfs>/s.exec(styles) ?? [];
  const kinds = tagsIn(ofCells, 'xf').map((kind) => formatOf(kind));
  return new Set(kinds.flatMap((format, index) => (formats.has(format) ? [String(index)] : [])));
}

const placeOf = attribute('r');
const styleOf = attribute('s');
const ROW_OR_CELL = /<(?:\w+:)?(row|c)(?=[\s/>])([^>]*)>/g;

/** Cells that name a style, in the order of the sheet. */
function* cellsIn(sheet: Uint8Array): Generator<{ line: number; column: number; style: string }> {
  let line = 0;
  let column = 0;
  for (const slice of slicesOf(sheet)) {
    for (const [tag, kind] of slice.matchAll(ROW_OR_CELL)) {
      if (kind === 'row') {
        line = Number(placeOf(tag)) || line + 1;
        column = 0;
      } else {
        const place = placeOf(tag);
        column = place === '' ? column : columnOf(place);
        const style = styleOf(tag);
        if (style !== '') yield { line, column, style };
        column += 1;
      }
    }
  }
}

/** Each ends with the end of a tag. */
function* slicesOf(bytes: Uint8Array): Generator<string> {
  const decoder = new TextDecoder('latin1');
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf(END_OF_TAG, start + SLICE_BYTES) + 1 || bytes.length;
    yield decoder.decode(bytes.subarray(start, end));
    start = end;
  }
}

/** «B7» is 1. */
function columnOf(place: string): number {
  let column = 0;
  for (const letter of place.replace(/\d+$/, '')) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}
