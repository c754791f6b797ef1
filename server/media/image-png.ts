import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { withoutTexts } from './colour-profile.ts';
import type { ImageFile } from './image-file.ts';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Length, name and check sum around the data of a chunk. */
const CHUNK_FRAME = 12;
/** The picture itself and its colours; everything else is metadata. */
const KEPT = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'sBIT', 'pHYs']);

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
    if (name === 'iCCP') kept.push(...profileChunk(bytes.subarray(at + 8, end - 4)));
    at = end;
    if (name !== 'IEND') continue;
    return hasData ? { extension: 'png', ...size, isAnimated, bytes: Buffer.concat(kept) } : undefined;
  }
}

const PROFILE_NAME = Buffer.from('ICC\0\0', 'latin1');
const PROFILE_BYTES_MAX = 4 * 1024 * 1024;

/** The colour profile anew, under a name that says nothing; nothing when it is none. */
function profileChunk(body: Buffer): Buffer[] {
  const nameEnd = body.indexOf(0);
  if (nameEnd < 0) return [];
  const profile = withoutTexts(inflate(body.subarray(nameEnd + 2)));
  if (!profile) return [];
  const data = Buffer.concat([Buffer.from('iCCP', 'latin1'), PROFILE_NAME, deflateSync(profile)]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length - 4);
  const checkSum = Buffer.alloc(4);
  checkSum.writeUInt32BE(crc32(data));
  return [length, data, checkSum];
}

function inflate(bytes: Buffer): Buffer {
  try {
    return inflateSync(bytes, { maxOutputLength: PROFILE_BYTES_MAX });
  } catch {
    return Buffer.alloc(0);
  }
}
