import type { ImageFile } from './image-file.ts';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Length, name and check sum around the data of a chunk. */
const CHUNK_FRAME = 12;
/** The picture itself and its colours; everything else is metadata. */
const KEPT = new Set([
  'IHDR',
  'PLTE',
  'IDAT',
  'IEND',
  'tRNS',
  'gAMA',
  'cHRM',
  'sRGB',
  'iCCP',
  'sBIT',
  'pHYs',
]);

/** A PNG by its chunks; undefined for another kind or one that is cut. */
export function readPng(bytes: Buffer): ImageFile | undefined {
  if (!bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return undefined;
  const kept: Buffer[] = [SIGNATURE];
  let size: { width: number; height: number } | undefined;
  let isAnimated = false;
  let hasData = false;
  let at = SIGNATURE.length;
  for (;;) {
    const length = bytes.readUInt32BE(at);
    const name = bytes.toString('latin1', at + 4, at + 8);
    const end = at + CHUNK_FRAME + length;
    if (end > bytes.length) return undefined;
    if (!size) {
      if (name !== 'IHDR') return undefined;
      size = { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) };
    }
    isAnimated ||= name === 'acTL';
    hasData ||= name === 'IDAT';
    if (KEPT.has(name)) kept.push(bytes.subarray(at, end));
    at = end;
    if (name !== 'IEND') continue;
    return hasData ? { extension: 'png', ...size, isAnimated, bytes: Buffer.concat(kept) } : undefined;
  }
}
