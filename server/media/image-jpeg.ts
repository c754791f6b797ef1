import type { ImageFile } from './image-file.ts';

const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const APP0 = 0xe0;
const APP1 = 0xe1;
/** The colour profile, or an index of more pictures after the end, which are cut off. */
const APP2 = 0xe2;
/** Says how the colours are coded: without it some pictures turn pink. */
const APP14 = 0xee;
const APP15 = 0xef;
const COMMENT = 0xfe;

/** A JPEG by its segments; undefined for another kind. Throws RangeError or gives undefined for one that is cut. */
export function readJpeg(bytes: Buffer): ImageFile | undefined {
  if (bytes.length < 4 || bytes[0] !== 0xff || bytes[1] !== SOI || bytes[2] !== 0xff) return undefined;
  const kept: Buffer[] = [];
  let size: { width: number; height: number } | undefined;
  let orientation = 1;
  let at = 2;
  for (;;) {
    const marker = markerAt(bytes, at);
    if (marker === undefined) return undefined;
    if (marker.code === EOI) {
      if (!size) return undefined;
      const start = Buffer.from([0xff, SOI]);
      const parts = [start, ...orientationSegment(orientation), ...kept, Buffer.from([0xff, EOI])];
      return { extension: 'jpg', ...size, isAnimated: false, bytes: Buffer.concat(parts) };
    }
    const length = bytes.readUInt16BE(marker.end);
    const end = marker.end + length;
    if (length < 2 || end > bytes.length) return undefined;
    const body = bytes.subarray(marker.end + 2, end);
    if (isFrameHeader(marker.code)) size = { height: body.readUInt16BE(1), width: body.readUInt16BE(3) };
    if (marker.code === APP1) orientation = exifOrientation(body) ?? orientation;
    const after = marker.code === SOS ? endOfScan(bytes, end) : end;
    if (!isMetadata(marker.code, body))
      kept.push(Buffer.from([0xff, marker.code]), bytes.subarray(marker.end, after));
    at = after;
  }
}

/** The marker that stands at a place; fill bytes may precede its code. */
function markerAt(bytes: Buffer, at: number): { code: number; end: number } | undefined {
  if (bytes[at] !== 0xff) return undefined;
  let end = at + 1;
  while (bytes[end] === 0xff) end += 1;
  const code = bytes[end];
  return code === undefined || code === 0 ? undefined : { code, end: end + 1 };
}

/** Where the next marker stands: stuffed zeros and restarts belong to the picture. */
function endOfScan(bytes: Buffer, from: number): number {
  let at = from;
  for (;;) {
    at = bytes.indexOf(0xff, at);
    if (at < 0 || at + 1 >= bytes.length) throw new RangeError('The picture is cut');
    const code = bytes[at + 1] ?? 0;
    if (code !== 0 && !(code >= 0xd0 && code <= 0xd7)) return at;
    at += 2;
  }
}

function isFrameHeader(code: number): boolean {
  return code >= 0xc0 && code <= 0xcf && code !== 0xc4 && code !== 0xc8 && code !== 0xcc;
}

function isMetadata(code: number, body: Buffer): boolean {
  if (code === COMMENT) return true;
  if (code < APP0 || code > APP15 || code === APP0 || code === APP14) return false;
  return code !== APP2 || body.toString('latin1', 0, 11) !== 'ICC_PROFILE';
}

const EXIF = Buffer.from('Exif\0\0', 'latin1');
const ORIENTATION_TAG = 0x0112;

/** 1–8: how the picture is to be turned. The one fact of EXIF that the picture itself needs. */
function exifOrientation(body: Buffer): number | undefined {
  if (!body.subarray(0, EXIF.length).equals(EXIF)) return undefined;
  const tiff = body.subarray(EXIF.length);
  const order = tiff.toString('latin1', 0, 2);
  if (order !== 'II' && order !== 'MM') return undefined;
  const read16 = (at: number) => (order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const read32 = (at: number) => (order === 'II' ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  try {
    const directory = read32(4);
    const entries = read16(directory);
    for (let entry = 0; entry < entries; entry += 1) {
      const at = directory + 2 + entry * 12;
      if (read16(at) !== ORIENTATION_TAG) continue;
      const value = read16(at + 8);
      return value >= 1 && value <= 8 ? value : undefined;
    }
  } catch (error) {
    // Broken metadata is thrown away with the rest of it.
    if (!(error instanceof RangeError)) throw error;
  }
  return undefined;
}

/** EXIF that holds nothing but the turn. */
function orientationSegment(orientation: number): Buffer[] {
  if (orientation === 1) return [];
  const tiff = Buffer.from('4d4d002a00000008000101120003000000010000000000000000', 'hex');
  tiff.writeUInt16BE(orientation, 18);
  const body = Buffer.concat([EXIF, tiff]);
  const head = Buffer.from([0xff, APP1, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return [head, body];
}
