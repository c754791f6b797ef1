import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import type { LabelDrawing } from '#contract/labels.ts';

const wasmPath = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
// Left alone it fetches its program from a public address.
prepareZXingModule({ overrides: { wasmBinary: Uint8Array.from(readFileSync(wasmPath)).buffer } });

/** Test support: the label's bars printed at so many dots to a millimetre, as a scanner reads them. */
export async function scanLabel(
  drawing: LabelDrawing,
  dotsPerMm: number,
): Promise<{ format: string; text: string }[]> {
  const found = await readBarcodes(printed(drawing, dotsPerMm), {
    formats: ['EAN-13', 'Code128', 'QRCode'],
    tryHarder: true,
  });
  return found.map(({ format, text }) => ({ format, text }));
}

/** A dot is black where its middle is. */
function printed({ widthMm, heightMm, bars }: LabelDrawing, dotsPerMm: number): ImageData {
  const [width, height] = [Math.round(widthMm * dotsPerMm), Math.round(heightMm * dotsPerMm)];
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (const [left, top, barWidth, barHeight] of bars) {
    const columns = dotsWithin(left, barWidth, dotsPerMm);
    for (const row of dotsWithin(top, barHeight, dotsPerMm)) {
      for (const column of columns) data.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3);
    }
  }
  return { data, width, height, colorSpace: 'srgb' };
}

function dotsWithin(startMm: number, lengthMm: number, dotsPerMm: number): number[] {
  // Sums of millimetres are a hair beside the dots that they mean.
  const first = Math.ceil(startMm * dotsPerMm - 0.5 - 1e-6);
  const last = Math.ceil((startMm + lengthMm) * dotsPerMm - 0.5 - 1e-6) - 1;
  return Array.from({ length: Math.max(last - first + 1, 0) }, (_, index) => first + index);
}
