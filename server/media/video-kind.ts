import { open, type FileHandle } from 'node:fs/promises';

export type VideoExtension = 'mp4' | 'mov';

export const VIDEO_TYPES: Record<VideoExtension, string> = { mp4: 'video/mp4', mov: 'video/quicktime' };

/** Size and name of a box, a size of 64 bits, and the brand that follows in the first one. */
const HEAD_BYTES = 16;
/** Long ones that are made for streaming have a few thousand. */
const BOXES_MAX = 20_000;
const MP4_BRAND = /^(?:isom|iso[2-9]|mp4[12]|avc1|dash|MSNV|M4V[ HP]|XAVC)$/;

/**
 * A video by its content, never by its name; undefined for anything else. The file is boxes one after another: the first names
 * the brand, and all of them together are the whole file, so that one that was cut off is told from a whole one.
 */
export async function videoKind(path: string): Promise<VideoExtension | undefined> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const kind = brandKind((await headAt(file, 0))?.toString('latin1', 4) ?? '');
    return kind !== undefined && (await isWhole(file, size)) ? kind : undefined;
  } finally {
    await file.close();
  }
}

function brandKind(head: string): VideoExtension | undefined {
  if (!head.startsWith('ftyp')) return undefined;
  const brand = head.slice(4, 8);
  if (brand === 'qt  ') return 'mov';
  return MP4_BRAND.test(brand) ? 'mp4' : undefined;
}

/** The boxes end where the file does, and there are those with what is to be played and how. */
async function isWhole(file: FileHandle, size: number): Promise<boolean> {
  const seen = new Set<string>();
  let position = 0;
  for (let count = 0; position < size && count < BOXES_MAX; count += 1) {
    const head = await headAt(file, position);
    if (!head) return false;
    seen.add(head.toString('latin1', 4, 8));
    const length = boxLength(head, size - position);
    if (length === undefined) return false;
    position += length;
  }
  return position === size && seen.has('moov') && seen.has('mdat');
}

/** 0 means: to the end; 1: the real size follows. */
function boxLength(head: Buffer, left: number): number | undefined {
  const short = head.readUInt32BE(0);
  if (short === 0) return left;
  const length = short === 1 ? Number(head.readBigUInt64BE(8)) : short;
  return length < 8 || length > left ? undefined : length;
}

/** Undefined where there is no room for the head of a box. */
async function headAt(file: FileHandle, position: number): Promise<Buffer | undefined> {
  const head = Buffer.alloc(HEAD_BYTES);
  const { bytesRead } = await file.read(head, 0, HEAD_BYTES, position);
  return bytesRead < 8 ? undefined : head;
}
