/** The worker that reads pictures: started by `open-decoder.ts`, a program of its own. */
import { decodePicture } from './decode-picture.ts';

/** Wide enough for the bars of a label that fills half of the picture; a wider one is slower and no better. */
const MAX_WIDTH_PX = 640;

const canvas = new OffscreenCanvas(MAX_WIDTH_PX, MAX_WIDTH_PX);
const context = canvas.getContext('2d', { willReadFrequently: true });

/** The pixels of a picture, which is let go. */
function pixelsOf(picture: ImageBitmap): ImageData | undefined {
  const scale = Math.min(1, MAX_WIDTH_PX / picture.width);
  const [width, height] = [Math.round(picture.width * scale), Math.round(picture.height * scale)];
  // Only when it is another size: setting it makes the canvas anew.
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  context?.drawImage(picture, 0, 0, width, height);
  picture.close();
  return context?.getImageData(0, 0, width, height);
}

// From our own page, of this build.
globalThis.addEventListener('message', ({ data }: MessageEvent<ImageBitmap>) => {
  const pixels = pixelsOf(data);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has one listener: its page
  globalThis.postMessage({ barcode: (pixels && decodePicture(pixels)) ?? null });
});
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- as above
globalThis.postMessage('ready');
