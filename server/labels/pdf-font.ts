import { labelFont, type LabelFont } from './font.ts';
import { pdfNumber, type PdfObjects } from './pdf-objects.ts';

const NAME = 'PRLVKA+Onest-Medium';
/** A map of characters has no longer blocks. */
const CHARACTERS_PER_BLOCK = 100;
const SYMBOLIC = 4;

/** The font as a PDF bears it (ISO 32000-1, 9.7): whole, its glyphs called by their numbers, with the way back to letters. */
export function* pdfFont(objects: PdfObjects, fontNumber: number, font = labelFont): Generator<Buffer> {
  const [descendant, descriptor, file, letters] = Array.from({ length: 4 }, () => objects.reserve());
  if (!descendant || !descriptor || !file || !letters) return;
  const thousandths = (units: number) => Math.round((units * 1000) / font.unitsPerEm);
  const box = font.box.map(thousandths).join(' ');
  const [ascent, descent] = [thousandths(font.ascent), thousandths(font.descent)];
  yield objects.object(
    fontNumber,
    `<< /Type /Font /Subtype /Type0 /BaseFont /${NAME} /Encoding /Identity-H /DescendantFonts [${descendant} 0 R] /ToUnicode ${letters} 0 R >>`,
  );
  yield objects.object(
    descendant,
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${NAME} /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor ${descriptor} 0 R /CIDToGIDMap /Identity /W [0 [${font.advances.map(thousandths).join(' ')}]] >>`,
  );
  yield objects.object(
    descriptor,
    `<< /Type /FontDescriptor /FontName /${NAME} /Flags ${SYMBOLIC} /FontBBox [${box}] /ItalicAngle 0 /Ascent ${ascent} /Descent ${descent} /CapHeight 700 /StemV 100 /FontFile2 ${file} 0 R >>`,
  );
  yield objects.stream(file, font.bytes, `/Length1 ${pdfNumber(font.bytes.length)}`);
  yield objects.stream(letters, lettersOf(font));
}

/** So that a text of the file can be found and copied. */
function lettersOf(font: LabelFont): string {
  const byGlyph = new Map([...font.glyphs].map(([code, glyph]) => [glyph, code]));
  const pairs = [...byGlyph].map(([glyph, code]) => `<${hex(glyph)}> <${hex(code)}>`);
  const blocks = Array.from({ length: Math.ceil(pairs.length / CHARACTERS_PER_BLOCK) }, (_, index) => {
    const block = pairs.slice(index * CHARACTERS_PER_BLOCK, (index + 1) * CHARACTERS_PER_BLOCK);
    return `${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`;
  });
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <FFFF>
endcodespacerange
${blocks.join('\n')}
endcmap
CMapName currentdict /CMap defineresource pop
end
end`;
}

export function hex(number: number): string {
  return number.toString(16).toUpperCase().padStart(4, '0');
}
