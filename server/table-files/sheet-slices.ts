import { partsOf, sheetPath } from './workbook-parts.ts';

const SLICE_BYTES = 1 << 20;
const ROW_END = 'row>';
/** No row of a workbook that somebody uses is longer: it would have all sixteen thousand cells. */
const LONGEST_ROW_BYTES = 2 << 20;

/** The XML of a sheet, the first is 0; empty where there is none. */
export function sheetXml(bytes: Uint8Array, sheet: number): Buffer {
  const path = sheetPath(bytes, sheet);
  const xml = (path === null ? undefined : partsOf(bytes, [path])[path]) ?? new Uint8Array();
  return Buffer.from(xml.buffer, xml.byteOffset, xml.byteLength);
}

/** As texts of a megabyte, or little more: each ends with the end of a row, of rows without an end with that of a tag. */
export function* slicesOf(xml: Buffer): Generator<string> {
  for (let start = 0; start < xml.length;) {
    const end = endOfSlice(xml, start + SLICE_BYTES);
    yield xml.toString('latin1', start, end);
    start = end;
  }
}

function endOfSlice(xml: Buffer, from: number): number {
  const rowEnd = xml.subarray(from, from + LONGEST_ROW_BYTES).indexOf(ROW_END);
  if (rowEnd !== -1) return from + rowEnd + ROW_END.length;
  return xml.indexOf('>', from) + 1 || xml.length;
}
