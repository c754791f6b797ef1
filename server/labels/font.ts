import { readFileSync } from 'node:fs';

/** What is asked of the font that labels are set in: how wide a text is, and what it is called inside a PDF. */
export interface LabelFont {
  bytes: Buffer;
  unitsPerEm: number;
  ascent: number;
  descent: number;
  box: readonly [number, number, number, number];
  /** By glyph, in units. */
  advances: readonly number[];
  /** By code point; a character that is not there cannot be printed. */
  glyphs: ReadonlyMap<number, number>;
}

/** Onest Medium, made by scripts/label-font.mjs: one file of our own, so that only what it has is read here. */
export const labelFont: LabelFont = readFont(readFileSync(new URL('./label-font.ttf', import.meta.url)));

/** In millimetres. Characters that the font does not have take no room. */
export function textWidthMm(text: string, sizeMm: number): number {
  let units = 0;
  for (const character of text) units += labelFont.advances[glyphOf(character) ?? -1] ?? 0;
  return (units / labelFont.unitsPerEm) * sizeMm;
}

export function glyphOf(character: string): number | undefined {
  return labelFont.glyphs.get(character.codePointAt(0) ?? -1);
}

function readFont(bytes: Buffer): LabelFont {
  const [head, hhea, hmtx, cmap] = ['head', 'hhea', 'hmtx', 'cmap'].map((name) => tableOf(bytes, name));
  if (!head || !hhea || !hmtx || !cmap) throw new Error('label-font.ttf is not a whole TrueType font');
  const advanceCount = hhea.readUInt16BE(34);
  return {
    bytes,
    unitsPerEm: head.readUInt16BE(18),
    ascent: hhea.readInt16BE(4),
    descent: hhea.readInt16BE(6),
    box: [head.readInt16BE(36), head.readInt16BE(38), head.readInt16BE(40), head.readInt16BE(42)],
    advances: Array.from({ length: advanceCount }, (_, glyph) => hmtx.readUInt16BE(glyph * 4)),
    glyphs: readCharacters(cmap),
  };
}

function tableOf(bytes: Buffer, name: string): Buffer | undefined {
  const count = bytes.readUInt16BE(4);
  for (let entry = 12; entry < 12 + count * 16; entry += 16) {
    if (bytes.toString('latin1', entry, entry + 4) !== name) continue;
    const start = bytes.readUInt32BE(entry + 8);
    return bytes.subarray(start, start + bytes.readUInt32BE(entry + 12));
  }
  return undefined;
}

/** The table of characters in format 4 (segments), the only one that the font has. */
function readCharacters(cmap: Buffer): Map<number, number> {
  const table = cmap.subarray(cmap.readUInt32BE(8));
  const segmentBytes = table.readUInt16BE(6);
  const glyphs = new Map<number, number>();
  for (let segment = 0; segment < segmentBytes; segment += 2) {
    const last = table.readUInt16BE(14 + segment);
    const first = table.readUInt16BE(16 + segmentBytes + segment);
    const delta = table.readUInt16BE(16 + segmentBytes * 2 + segment);
    const offsetAt = 16 + segmentBytes * 3 + segment;
    const offset = table.readUInt16BE(offsetAt);
    for (let code = first; code <= last && code !== 0xffff; code += 1) {
      const listed = offset === 0 ? code : table.readUInt16BE(offsetAt + offset + (code - first) * 2);
      const glyph = offset !== 0 && listed === 0 ? 0 : (listed + delta) % 0x10000;
      if (glyph !== 0) glyphs.set(code, glyph);
    }
  }
  return glyphs;
}
