import sharp, { type Sharp } from 'sharp';

const SMALLEST_HEAD = 54;
const MASKS_AT = 54;
const MASKS = [0x00_ff_00_00, 0x00_00_ff_00, 0x00_00_00_ff];
/** Blue, green and red in the order of screens. */
const TURNED_ROUND: [[number, number, number], [number, number, number], [number, number, number]] = [
  [0, 0, 1],
  [0, 1, 0],
  [1, 0, 0],
];

/** As a number of four bytes, the last of which stands highest. */
const OPAQUE = 0xff_00_00_00 | 0;

export interface Bmp {
  width: number;
  height: number;
  open: () => Sharp;
}

/**
 * A BMP as cameras of old and drawing programs write it: 24 or 32 bits a pixel, nothing compressed. Undefined for any other and for one
 * that is cut. The library reads none; rows are copied whole and all else is left to it, so that nobody waits for a loop over pixels.
 */
export function readBmp(bytes: Buffer): Bmp | undefined {
  if (bytes.length < SMALLEST_HEAD || bytes.toString('latin1', 0, 2) !== 'BM') return undefined;
  const start = bytes.readUInt32LE(10);
  const width = bytes.readInt32LE(18);
  const writtenHeight = bytes.readInt32LE(22);
  const height = Math.abs(writtenHeight);
  const bits = bytes.readUInt16LE(28);
  if (width <= 0 || height === 0 || !isKnown(bytes, bits)) return undefined;
  const channels = bits === 24 ? 3 : 4;
  const rowBytes = width * channels;
  const step = Math.ceil(rowBytes / 4) * 4;
  if (start + step * height > bytes.length) return undefined;
  return {
    width,
    height,
    open: () => {
      const pixels = Buffer.alloc(rowBytes * height);
      for (let row = 0; row < height; row += 1) {
        const from = start + row * step;
        bytes.copy(pixels, row * rowBytes, from, from + rowBytes);
      }
      if (channels === 4) makeOpaque(pixels);
      const picture = sharp(pixels, { raw: { width, height, channels } }).recomb(TURNED_ROUND);
      // From below upwards, unless its height is written as less than nothing.
      return writtenHeight > 0 ? picture.flip() : picture;
    },
  };
}

/** What is written in the fourth byte means nothing to most programs, and mostly is nothing. */
function makeOpaque(pixels: Buffer): void {
  const each = new Int32Array(pixels.buffer, pixels.byteOffset, pixels.length / 4);
  for (let at = 0; at < each.length; at += 1) each[at] = (each[at] ?? 0) | OPAQUE;
}

function isKnown(bytes: Buffer, bits: number): boolean {
  const compression = bytes.readUInt32LE(30);
  if (compression === 0) return bits === 24 || bits === 32;
  if (compression !== 3 || bits !== 32 || bytes.length < MASKS_AT + 12) return false;
  return MASKS.every((mask, index) => bytes.readUInt32LE(MASKS_AT + index * 4) === mask);
}
