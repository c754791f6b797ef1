import { setImmediate as nextTurn } from 'node:timers/promises';
import { strToU8, Zip, ZipDeflate } from 'fflate';
import { SHEET_PART, sheetXml, workbookParts } from '#contract/sheet-xml.ts';
import type { TableCell } from '#contract/table-columns.ts';
import { PackedPart } from './packed-part.ts';

export interface XlsxSheet {
  name: string;
  columns: readonly { title: string; width: number }[];
  rows: AsyncIterable<readonly TableCell[]>;
}

/** A workbook, piece by piece: a hundred thousand rows hold nobody up and are never in memory together. */
export async function* xlsxChunks(sheet: XlsxSheet): AsyncGenerator<Uint8Array> {
  const packed: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    packed.push(chunk);
  });
  for (const [name, xml] of workbookParts(sheet.name)) {
    const part = new ZipDeflate(name, { level: 6 });
    zip.add(part);
    part.push(strToU8(xml), true);
  }
  const part = new PackedPart(SHEET_PART);
  zip.add(part);
  try {
    for await (const xml of sheetXml(sheet)) {
      await part.write(Buffer.from(xml));
      yield* packed.splice(0);
      await nextTurn();
    }
    await part.end();
  } finally {
    part.release();
  }
  zip.end();
  yield* packed;
}
