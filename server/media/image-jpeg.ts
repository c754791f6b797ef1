import { withoutTexts } from './colour-profile.ts';
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
  const profile: Buffer[] = [];
  let size: { width: number; height: number } | undefined;
  let orientation = 1;
  let at = 2;
  for (;;) {
    const marker = markerAt(bytes, at);
    if (marker === undefined) return undefined;
    if (marker.code === EOI) {
      if (!size) return undefined;
      const head = [...orientationSegment(orientation), ...profileSegments(profile)];
      const parts = [Buffer.from([0xff, SOI]), ...head, ...kept, Buffer.from([0xff, EOI])];
      const shown = isTurnedAside(orientation) ? { width: size.height, height: size.width } : size;
      return { extension: 'jpg', ...shown, isAnimated: false, bytes: Buffer.concat(parts) };
    }
    const length = bytes.readUInt16BE(marker.end);
    const end = marker.end + length;
    if (length < 2 || end > bytes.length) return undefined;
    const body = bytes.subarray(marker.end + 2, end);
    if (isFrameHeader(marker.code)) size = { height: body.readUInt16BE(1), width: body.readUInt16BE(3) };
    if (marker.code === APP1) orientation = exifOrientation(body) ?? orientation;
    const after = marker.code === SOS ? endOfScan(bytes, end) : end;
    if (marker.code === APP2 && body.subarray(0, ICC.length).equals(ICC)) {
      profile.push(body.subarray(ICC.length + ICC_NUMBERS));
    }
    const left = isApplication(marker.code) ? applicationBody(marker.code, body) : undefined;
    if (left) kept.push(...segment(marker.code, left));
    else if (!isApplication(marker.code) && marker.code !== COMMENT) {
      kept.push(Buffer.from([0xff, marker.code]), bytes.subarray(marker.end, after));
    }
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

function isApplication(code: number): boolean {
  return code >= APP0 && code <= APP15;
}

/** What is kept of a segment that programs write for themselves: two, and of them nothing that a text or picture fits in. */
function applicationBody(code: number, body: Buffer): Buffer | undefined {
  if (code === APP0 && body.subarray(0, JFIF.length).equals(JFIF) && body.length >= JFIF_BYTES) {
    const plain = Buffer.from(body.subarray(0, JFIF_BYTES));
    // The size of the thumbnail that follows: none does.
    plain.fill(0, JFIF_BYTES - 2);
    return plain;
  }
  const isAdobe = code === APP14 && body.subarray(0, ADOBE.length).equals(ADOBE);
  return isAdobe && body.length >= ADOBE_BYTES ? body.subarray(0, ADOBE_BYTES) : undefined;
}

const JFIF = Buffer.from('JFIF\0', 'latin1');
const JFIF_BYTES = 14;
const ADOBE = Buffer.from('Adobe', 'latin1');
const ADOBE_BYTES = 12;
const ICC = Buffer.from('ICC_PROFILE\0', 'latin1');
/** Which part it is, and of how many. */
const ICC_NUMBERS = 2;
const ICC_PART_BYTES = 65_519;

/** A profile is cut into parts that fit into segments. */
function profileSegments(given: readonly Buffer[]): Buffer[] {
  const profile = withoutTexts(Buffer.concat(given));
  if (!profile) return [];
  const count = Math.ceil(profile.length / ICC_PART_BYTES);
  return Array.from({ length: count }, (_, index) => {
    const part = profile.subarray(index * ICC_PART_BYTES, (index + 1) * ICC_PART_BYTES);
    return segment(APP2, Buffer.concat([ICC, Buffer.from([index + 1, count]), part]));
  }).flat();
}

function segment(code: number, body: Buffer): Buffer[] {
  const head = Buffer.from([0xff, code, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return [head, body];
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
  return segment(APP1, Buffer.concat([EXIF, tiff]));
}

/** A quarter of a turn, mirrored or not: what is stored as a row is shown as a column. */
function isTurnedAside(orientation: number): boolean {
  return orientation >= 5;
}
