import { strFromU8 } from 'fflate';
import { slicesOf } from './sheet-slices.ts';
import { attribute, partsOf, tagsIn } from './workbook-parts.ts';

/** How a number is seen that is kept otherwise: 0.15 as «15 %», 123 with the noughts before it that its format has. */
interface NumberLook {
  isPercent: boolean;
  /** So many at least, before a comma. */
  digits: number;
}

/** Of the cell at a line (the first is 1) and a column (the first is 0); undefined: it is seen as it is kept. */
export type LookOf = (line: number, column: number) => NumberLook | undefined;

const STYLES = 'xl/styles.xml';
/** «0%» and «0.00%», which every workbook has without saying so. */
const KNOWN_FORMATS = ['9', '10'];

/**
 * The library reads values without their formats; a sheet is looked through once more only where the workbook has such numbers.
 *
 * @param xml of the sheet
 */
export function numberLooks(bytes: Uint8Array, xml: Buffer): LookOf {
  const looks = looksOfStyles(strFromU8(partsOf(bytes, [STYLES])[STYLES] ?? new Uint8Array()));
  if (looks.size === 0) return () => undefined;
  const columnsOf = new Map<number, Map<number, NumberLook>>();
  for (const { line, column, style } of cellsIn(xml)) {
    const look = looks.get(style);
    if (look === undefined) continue;
    const columns = columnsOf.get(line) ?? new Map<number, NumberLook>();
    columnsOf.set(line, columns.set(column, look));
  }
  return (line, column) => columnsOf.get(line)?.get(column);
}

/** By the styles that cells name. */
function looksOfStyles(styles: string): Map<string, NumberLook> {
  const formats = new Map<string, NumberLook>(
    KNOWN_FORMATS.map((format) => [format, { isPercent: true, digits: 0 }]),
  );
  const codeOf = attribute('formatCode');
  const formatOf = attribute('numFmtId');
  for (const format of tagsIn(styles, 'numFmt')) {
    const look = lookOf(codeOf(format));
    if (look) formats.set(formatOf(format), look);
    else formats.delete(formatOf(format));
  }
  const [, ofCells = ''] = /<(?:\w+:)?cellXfs\b[^>]*>(.*?)<\/(?:\w+:)?cellXfs>/s.exec(styles) ?? [];
  const kinds = tagsIn(ofCells, 'xf').map((kind) => formats.get(formatOf(kind)));
  return new Map(kinds.flatMap((look, index) => (look ? [[String(index), look] as const] : [])));
}

function lookOf(formatCode: string): NumberLook | null {
  // A sign in quotes or after a backslash is shown, and changes nothing.
  const code = formatCode.replaceAll('&quot;', '"').replaceAll(/"[^"]*"|\\./g, '');
  if (code.includes('%')) return { isPercent: true, digits: 0 };
  return /^0{2,30}$/.test(code) ? { isPercent: false, digits: code.length } : null;
}

const placeOf = attribute('r');
const styleOf = attribute('s');
const ROW_OR_CELL = /<(?:\w+:)?(row|c)(?=[\s/>])([^>]*)>/g;

/** Cells that name a style, in the order of the sheet. */
function* cellsIn(xml: Buffer): Generator<{ line: number; column: number; style: string }> {
  let line = 0;
  let column = 0;
  for (const slice of slicesOf(xml)) {
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

/** «B7» is 1. */
function columnOf(place: string): number {
  let column = 0;
  for (const letter of place.replace(/\d+$/, '')) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}
