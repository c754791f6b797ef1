import { strFromU8, unzipSync, type UnzipFileInfo, type Unzipped } from 'fflate';
import { TableFileError } from './table-file-error.ts';

export const WORKBOOK = 'xl/workbook.xml';
export const RELATIONSHIPS = 'xl/_rels/workbook.xml.rels';

/** Of an archive the named parts, or those that are wanted by what it says of them. */
export function partsOf(
  bytes: Uint8Array,
  wanted: readonly string[] | ((part: UnzipFileInfo) => boolean),
): Unzipped {
  const isWanted = typeof wanted === 'function' ? wanted : ({ name }: UnzipFileInfo) => wanted.includes(name);
  try {
    return unzipSync(bytes, { filter: isWanted });
  } catch (error) {
    throw new TableFileError('Файл повреждён или загружен не целиком: сохраните его ещё раз', {
      cause: error,
    });
  }
}

/** In which part the sheet is, the first is 0. */
export function sheetPath(bytes: Uint8Array, sheet: number): string | null {
  const parts = partsOf(bytes, [WORKBOOK, RELATIONSHIPS]);
  const text = (name: string) => strFromU8(parts[name] ?? new Uint8Array());
  const named = tagsIn(text(WORKBOOK), 'sheet')[sheet];
  if (named === undefined) return null;
  const id = attribute('\\w+:id')(named);
  const idOf = attribute('Id');
  const relationship = tagsIn(text(RELATIONSHIPS), 'Relationship').find((one) => idOf(one) === id);
  if (relationship === undefined) return null;
  return targetPath(relationship);
}

/** The part that a relationship of the workbook leads to. */
export function targetPath(relationship: string): string {
  const target = attribute('Target')(relationship);
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`;
}

export function tagsIn(xml: string, name: string): string[] {
  return xml.match(new RegExp(`<(?:\\w+:)?${name}\\s[^>]*>`, 'g')) ?? [];
}

export function attribute(name: string): (tag: string) => string {
  const pattern = new RegExp(`\\s${name}\\s*=\\s*(["'])(.*?)\\1`);
  return (tag) => pattern.exec(tag)?.[2] ?? '';
}
