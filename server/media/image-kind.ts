export type ImageExtension = 'jpg' | 'png' | 'webp';

export const IMAGE_TYPES: Record<ImageExtension, string> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
};

/** As many first bytes as tell one kind of file from another. */
export const HEAD_BYTES = 16;

/** A picture by its first bytes, never by its name; undefined for anything else. */
export function imageKind(bytes: Buffer): ImageExtension | 'gif' | 'bmp' | 'heic' | undefined {
  const head = bytes.toString('latin1', 0, HEAD_BYTES);
  if (head.startsWith('\u00ff\u00d8\u00ff')) return 'jpg';
  if (head.startsWith('\u0089PNG\r\n\u001a\n')) return 'png';
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return 'webp';
  if (/^GIF8[79]a/.test(head)) return 'gif';
  if (head.startsWith('BM')) return 'bmp';
  if (/^....ftyp(?:hei|hev|mif1|msf1)/s.test(head)) return 'heic';
  return undefined;
}

/** Of the kinds that are stored and shown as they are. */
export function shownKind(bytes: Buffer): ImageExtension | undefined {
  const kind = imageKind(bytes);
  return kind === 'gif' || kind === 'bmp' || kind === 'heic' ? undefined : kind;
}
