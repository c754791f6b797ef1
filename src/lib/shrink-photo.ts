/** What a phone's camera makes is larger than any page shows, and slow to send from a warehouse. */
const LARGE_BYTES = 3 * 1024 * 1024;
const MAX_SIDE = 3000;
/** The marketplace asks for 65 % and more. */
const QUALITY = 0.9;

/**
 * A large photo, or one of a kind that is not taken (a phone's HEIC where the browser can read it), as a JPEG of at most
 * 3000 pixels a side; any other file, and one that cannot be read here, as it is.
 */
export async function shrinkPhoto(file: File, takenTypes: readonly string[]): Promise<Blob> {
  if (file.size <= LARGE_BYTES && takenTypes.includes(file.type)) return file;
  try {
    const bitmap = await createImageBitmap(file);
    const scale = Math.min(1, MAX_SIDE / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(bitmap.width * scale);
    canvas.height = Math.round(bitmap.height * scale);
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    const shrunk = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', QUALITY));
    const isBetter = shrunk !== null && (shrunk.size < file.size || !takenTypes.includes(file.type));
    return isBetter ? shrunk : file;
  } catch {
    // The server says what is wrong with it.
    return file;
  }
}
