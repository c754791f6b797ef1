import { zipSync } from 'fflate';
import { partsOf, sheetPath } from './workbook-parts.ts';

/** A smaller sheet is read as fast as it is looked through. */
const LOOKED_THROUGH_FROM_BYTES = 8 * 1024 * 1024;
const SHEETS = /^xl\/worksheets\/[^/]*$/;
/** What a table is read from. */
const PARTS = /\.(?:xml|rels)$/;

/**
 * The workbook with a large sheet, the first is 0, without the empty cells at the ends of its rows. Whoever paints whole rows has sixteen
 * thousand cells in each, of which the library would make as many values.
 */
export function withoutEmptyEnds(bytes: Uint8Array, sheet: number): Uint8Array {
  const path = sheetPath(bytes, sheet);
  if (path === null) return bytes;
  const large = partsOf(
    bytes,
    ({ name, originalSize }) => name === path && originalSize >= LOOKED_THROUGH_FROM_BYTES,
  )[path];
  if (large === undefined) return bytes;
  const cut = cutEmptyEnds(large);
  if (cut.length === large.length) return bytes;
  const others = partsOf(bytes, ({ name }) => PARTS.test(name) && !SHEETS.test(name));
  // What it refers to stands before it: the library reads the archive in its order.
  return zipSync({ ...others, [path]: cut }, { level: 0 });
}

const OPEN = 0x3c;
const CLOSE = 0x3e;
const SLASH = 0x2f;
const COLON = 0x3a;
const SPACE = 0x20;
const MARKED = 0x21;
const CELL = 'c';
const ROW = 'row';

/** Of its own bytes, which are written over. Whatever is not plainly empty is left as it is. */
function cutEmptyEnds(xml: Uint8Array): Uint8Array {
  let length = 0;
  let keptFrom = 0;
  const keep = (until: number) => {
    xml.copyWithin(length, keptFrom, until);
    length += until - keptFrom;
  };
  let tagAt = -1;
  /** Where the cells begin that have been empty so far, and a cell that has had no text yet. */
  let emptyFrom = -1;
  let cellFrom = -1;
  for (let at = 0; at < xml.length; at += 1) {
    const byte = xml[at] ?? 0;
    if (tagAt === -1) {
      if (byte === OPEN) tagAt = at;
      else if (byte > SPACE) emptyFrom = cellFrom = -1;
      continue;
    }
    if (byte !== CLOSE) continue;
    // A comment, or a text that may look like tags: from here on nobody knows.
    if (xml[tagAt + 1] === MARKED) break;
    const isEnd = xml[tagAt + 1] === SLASH;
    const isWhole = xml[at - 1] === SLASH;
    if (isNamed(xml, tagAt, CELL)) {
      if (!isEnd) cellFrom = tagAt;
      if ((isEnd || isWhole) && cellFrom !== -1) {
        if (emptyFrom === -1) emptyFrom = cellFrom;
        cellFrom = -1;
      }
    } else if (isNamed(xml, tagAt, ROW)) {
      if (isEnd && emptyFrom !== -1) {
        keep(emptyFrom);
        keptFrom = tagAt;
      }
      emptyFrom = cellFrom = -1;
    }
    tagAt = -1;
  }
  keep(xml.length);
  return xml.subarray(0, length);
}

/** Whether the tag that begins there has the name, in whatever namespace. */
function isNamed(xml: Uint8Array, tagAt: number, name: string): boolean {
  let from = xml[tagAt + 1] === SLASH ? tagAt + 2 : tagAt + 1;
  for (let at = from; ; at += 1) {
    const byte = xml[at] ?? 0;
    if (byte === COLON) from = at + 1;
    else if (byte <= SPACE || byte === CLOSE || byte === SLASH) {
      if (at - from !== name.length) return false;
      break;
    }
  }
  for (let at = 0; at < name.length; at += 1) if (xml[from + at] !== name.charCodeAt(at)) return false;
  return true;
}
