import { withoutTexts } from './colour-profile.ts';
import type { ImageFile } from './image-file.ts';

const HAS_EXIF = 0x08;
const HAS_XMP = 0x04;
const HAS_PROFILE = 0x20;
const IS_ANIMATED = 0x02;
/** What the chunks that are kept are called; others may hold anything. */
const KEPT = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF']);

/** A WebP by its chunks; undefined for another kind or one that is cut. */
export function readWebp(bytes: Buffer): ImageFile | undefined {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP')
    return undefined;
  const end = 8 + bytes.readUInt32LE(4);
  if (end > bytes.length) return undefined;
  const kept: Buffer[] = [];
  let size: { width: number; height: number } | undefined;
  let isAnimated = false;
  let hasData = false;
  let hasProfile = false;
  for (let at = 12; at + 8 <= end;) {
    const name = bytes.toString('latin1', at, at + 4);
    const length = bytes.readUInt32LE(at + 4);
    const data = bytes.subarray(at + 8, at + 8 + length);
    if (data.length < length || at + 8 + length > end) return undefined;
    size ??= sizeOf(name, data);
    isAnimated ||= name === 'ANIM' || (name === 'VP8X' && ((data[0] ?? 0) & IS_ANIMATED) !== 0);
    hasData ||= name === 'VP8 ' || name === 'VP8L' || name === 'ANMF';
    const profile = name === 'ICCP' ? withoutTexts(data) : undefined;
    if (profile) kept.push(chunk(name, profile));
    hasProfile ||= profile !== undefined;
    if (KEPT.has(name)) kept.push(chunk(name, data));
    at += 8 + length + (length % 2);
  }
  if (!size || !hasData) return undefined;
  const chunks = kept.map((one) => (isHead(one) ? chunk('VP8X', flagged(one.subarray(8), hasProfile)) : one));
  const body = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...chunks]);
  return { extension: 'webp', ...size, isAnimated, bytes: chunk('RIFF', body) };
}

function sizeOf(name: string, data: Buffer): { width: number; height: number } | undefined {
  if (name === 'VP8X') return { width: 1 + data.readUIntLE(4, 3), height: 1 + data.readUIntLE(7, 3) };
  if (name === 'VP8L' && data[0] === 0x2f) {
    const bits = data.readUInt32LE(1);
    return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
  }
  if (name === 'VP8 ' && data.readUIntBE(3, 3) === 0x9d012a) {
    return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff };
  }
  return undefined;
}

const isHead = (one: Buffer) => one.toString('latin1', 0, 4) === 'VP8X';

/** The head says which chunks there are. */
function flagged(head: Buffer, hasProfile: boolean): Buffer {
  const copy = Buffer.from(head);
  const flags = (copy[0] ?? 0) & ~(HAS_EXIF | HAS_XMP | HAS_PROFILE);
  copy[0] = hasProfile ? flags | HAS_PROFILE : flags;
  return copy;
}

/** Name, length, data; an odd length is followed by a zero that does not count. */
function chunk(name: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat(data.length % 2 === 1 ? [head, data, Buffer.alloc(1)] : [head, data]);
}
