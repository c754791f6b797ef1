import sharp, { type Sharp } from 'sharp';
import { PHOTO_LIMITS } from '#contract/photo-uploads.ts';
import type { Bmp } from './bmp.ts';
import { createSlots } from './slots.ts';

/** Each takes a thread of four that files and passwords need too, and some hundred megabytes at worst. */
const WORKED_AT_ONCE = 2;
/** A page of the list asks for fifty; whoever comes after many pages is told to come again. */
const WAITING_MAX = 500;
const LONGEST_SECONDS = 20;

// One picture is one thread, and nothing of it stays in memory.
sharp.cache(false);
sharp.concurrency(1);
// Drawings, documents and what else the library could open is opened by no name and no trick.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'],
});
// Of memory alone, and nothing that comes from outside is opened from there: the demo's own drawings.
sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] });

/** Decoding and encoding, a few at a time. Throws 503 when too many wait. */
export const whenPictureFree = createSlots(WORKED_AT_ONCE, WAITING_MAX);

/** A picture's file, turned as its camera was held. A damaged one is refused, and one of too many pixels before it is decoded. */
export function openPicture(path: string): Sharp {
  return sharp(path, { failOn: 'error', limitInputPixels: PHOTO_LIMITS.maxPixels })
    .timeout({ seconds: LONGEST_SECONDS })
    .autoOrient();
}

/** A drawing that this server has made itself, and nobody else. */
export function openDrawing(svg: string): Sharp {
  return sharp(Buffer.from(svg), { limitInputPixels: PHOTO_LIMITS.maxPixels }).timeout({
    seconds: LONGEST_SECONDS,
  });
}

/** The same of pixels that were read without the library. */
export function openPixels({ open }: Bmp): Sharp {
  return open().timeout({ seconds: LONGEST_SECONDS });
}

/** What the head of a file says; nothing is decoded. */
export async function readHead(path: string) {
  const { autoOrient, pages = 1 } = await sharp(path, { limitInputPixels: false }).metadata();
  return { width: autoOrient.width, height: autoOrient.height, isAnimated: pages > 1 };
}
