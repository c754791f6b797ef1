import { fittedSize } from '#contract/photo-size.ts';

/** What a phone's camera makes is larger than any page shows, and slow to send from a warehouse. */
const LARGE_BYTES = 3 * 1024 * 1024;
const LONGEST_SIDE = 3000;
/** The marketplace asks for 65 % and more. */
const QUALITY = 0.9;
/** As many first bytes of a WebP as say whether it moves. */
const WEBP_HEAD_BYTES = 21;
const WEBP_FLAGS_AT = 20;
const WEBP_MOVES = 0x02;

/**
 * A large photo, or one of a kind that is not taken (a phone's HEIC where the browser can read it), as a JPEG of at most
 * 3000 pixels a side, longer where it would become too narrow; any other file, and one that cannot be read here, as it is. What
 * moves stays as it is, too: the server says that it must not, where a first picture made here would say nothing.
 */
export async function shrinkPhoto(file: File, takenTypes: readonly string[]): Promise<Blob> {
  const isTaken = takenTypes.includes(file.type);
  if (isTaken && file.size <= LARGE_BYTES) return file;
  try {
    if (await mayMove(file)) return file;
    const bitmap = await createImageBitmap(file);
    const size = fittedSize(bitmap, LONGEST_SIDE);
    const canvas = document.createElement('canvas');
    Object.assign(canvas, size);
    const drawing = canvas.getContext('2d');
    // Without one the canvas would be sent as it is: black.
    if (!drawing) return file;
    // A picture one can look through would stand on black.
    drawing.fillStyle = '#ffffff';
    drawing.fillRect(0, 0, size.width, size.height);
    drawing.drawImage(bitmap, 0, 0, size.width, size.height);
    bitmap.close();
    const shrunk = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', QUALITY));
    return shrunk !== null && (shrunk.size < file.size || !isTaken) ? shrunk : file;
  } catch {
    // The server says what is wrong with it.
    return file;
  }
}

/** Every GIF may; of its few colours a JPEG makes nothing smaller anyway. */
async function mayMove(file: File): Promise<boolean> {
  if (file.type === 'image/gif') return true;
  if (file.type !== 'image/webp') return false;
  const head = new Uint8Array(await file.slice(0, WEBP_HEAD_BYTES).arrayBuffer());
  const kind = String.fromCharCode(...head.subarray(12, 16));
  return kind === 'VP8X' && ((head[WEBP_FLAGS_AT] ?? 0) & WEBP_MOVES) !== 0;
}
