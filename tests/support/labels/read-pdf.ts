import { inflateSync } from 'node:zlib';

/** Test support: what a reader finds in a PDF that goes by the file's own table of places. */
export interface ReadPdf {
  pageCount: number;
  /** In points. */
  pageSize: [number, number];
  /** What stands on each page, drawing by drawing, as text lines. */
  pages: string[][][];
  /** How many drawings the file has, whatever the number of their copies. */
  drawingCount: number;
}

interface PdfObject {
  facts: string;
  stream: Buffer | undefined;
}

export function readPdf(file: Buffer): ReadPdf {
  const objects = readObjects(file);
  const named = (reference: string | undefined): PdfObject => {
    const found = objects.get(Number(reference));
    if (!found) throw new Error(`The PDF has no object ${String(reference)}`);
    return found;
  };
  const trailer = file.toString('latin1', file.lastIndexOf('trailer'));
  const root = named(/\/Root (\d+) 0 R/.exec(trailer)?.[1]);
  const tree = named(/\/Pages (\d+) 0 R/.exec(root.facts)?.[1]);
  const kids = [...(/\/Kids \[([^\]]*)\]/.exec(tree.facts)?.[1] ?? '').matchAll(/(\d+) 0 R/g)];
  const box = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(tree.facts);
  const letters = lettersOf(objects);
  const drawings = new Map<string, string[]>();
  const linesOf = (number: string): string[] => {
    const known = drawings.get(number) ?? textLines(named(number).stream, letters);
    drawings.set(number, known);
    return known;
  };
  const pages = kids.map(([, kid]) => {
    const content = named(/\/Contents (\d+) 0 R/.exec(named(kid).facts)?.[1]).stream;
    return [...String(content).matchAll(/\/L(\d+) Do/g)].map(([, number = '']) => linesOf(number));
  });
  return {
    pageCount: Number(/\/Count (\d+)/.exec(tree.facts)?.[1]),
    pageSize: [Number(box?.[1]), Number(box?.[2])],
    pages,
    drawingCount: [...objects.values()].filter(({ facts }) => facts.includes('/Subtype /Form')).length,
  };
}

/** Throws for a place where the table promises an object that is not there. */
function readObjects(file: Buffer): Map<number, PdfObject> {
  if (file.toString('latin1', 0, 5) !== '%PDF-') throw new Error('Not a PDF');
  const text = file.toString('latin1');
  const table = text.slice(Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1]));
  if (!table.startsWith('xref\n0 ')) throw new Error('The table of places is not where it is said to be');
  const places = [...table.matchAll(/^(\d{10}) 00000 n $/gm)].map(([, place]) => Number(place));
  return new Map(
    places.map((place, index) => {
      const number = index + 1;
      const head = `${number} 0 obj\n`;
      if (!text.startsWith(head, place)) throw new Error(`Object ${number} is not at ${place}`);
      const body = text.slice(place + head.length, text.indexOf('\nendobj\n', place));
      const [facts = ''] = body.split('\nstream\n');
      const length = /\/Length (\d+) >>$/.exec(facts)?.[1];
      const start = place + head.length + facts.length + '\nstream\n'.length;
      const packed = length === undefined ? undefined : file.subarray(start, start + Number(length));
      return [number, { facts, stream: packed && inflateSync(packed) }];
    }),
  );
}

/** By the map that a reader copies text with. */
function lettersOf(objects: ReadonlyMap<number, PdfObject>): ReadonlyMap<string, string> {
  const map = [...objects.values()].find(({ stream }) => stream?.includes('beginbfchar'))?.stream;
  return new Map(
    [...String(map).matchAll(/^<([0-9A-F]{4})> <([0-9A-F]{4})>$/gm)].map(([, glyph = '', code = '']) => [
      glyph,
      String.fromCodePoint(Number.parseInt(code, 16)),
    ]),
  );
}

function textLines(content: Buffer | undefined, letters: ReadonlyMap<string, string>): string[] {
  return [...String(content).matchAll(/<([0-9A-F]*)> Tj/g)].map(([, glyphs = '']) =>
    (glyphs.match(/.{4}/g) ?? []).map((glyph) => letters.get(glyph) ?? '\u0000').join(''),
  );
}
