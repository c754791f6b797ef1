import { open, readFile } from 'node:fs/promises';
import type { Sharp } from 'sharp';
import { fittedSize, type PictureSize } from '#contract/photo-size.ts';
import { PHOTO_KINDS, PHOTO_LIMITS } from '#contract/photo-uploads.ts';
import { badRequest } from '#server/errors/http-error.ts';
import { readBmp } from './bmp.ts';
import { HEAD_BYTES, imageKind } from './image-kind.ts';
import { openPicture, openPixels, readHead, whenPictureFree } from './picture.ts';

/** The marketplace asks for 65 % and more. */
const QUALITY = 90;

export interface MadePhoto {
  width: number;
  height: number;
  bytes: Buffer;
}

/**
 * Makes a photo of a file that somebody has sent: a JPEG in sRGB, turned the right way, of a size that the marketplace shows,
 * without place, camera, author or anything else that is not the picture. Throws 400 with the reason when that cannot be.
 */
export async function makePhoto(source: string): Promise<MadePhoto> {
  const kind = imageKind(await firstBytes(source));
  if (kind === 'heic') throw badRequest('HEIC здесь не открыть: сохраните фото как JPG');
  if (kind === undefined) throw badRequest(NO_PICTURE);
  return await whenPictureFree(async () => {
    const picture = kind === 'bmp' ? await bmpOf(source) : await pictureOf(source);
    if (!picture) throw badRequest(NO_PICTURE);
    const { head } = picture;
    const problem = photoProblem(head);
    if (problem !== null) throw badRequest(problem);
    try {
      const { data, info } = await picture
        .open()
        .resize({ ...fittedSize(head, PHOTO_LIMITS.keptSide), fit: 'fill' })
        // A picture one can look through would stand on black.
        .flatten({ background: '#ffffff' })
        // Tables made for each picture hold all of it in memory: 600 MB where 100 do, for a file 2–5 % smaller.
        .jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4', optimiseCoding: false })
        .toBuffer({ resolveWithObject: true });
      return { width: info.width, height: info.height, bytes: data };
    } catch {
      throw badRequest(NO_PICTURE);
    }
  });
}

interface GivenPicture {
  head: Head;
  open: () => Sharp;
}

async function pictureOf(source: string): Promise<GivenPicture | undefined> {
  const head = await readHead(source).catch(() => undefined);
  return head && { head, open: () => openPicture(source) };
}

async function bmpOf(source: string): Promise<GivenPicture | undefined> {
  const bmp = readBmp(await readFile(source));
  return bmp && { head: { ...bmp, isAnimated: false }, open: () => openPixels(bmp) };
}

const NO_PICTURE = `Подойдут целые файлы ${PHOTO_KINDS}`;

interface Head extends PictureSize {
  isAnimated: boolean;
}

/** Why the marketplace would not take the picture, or why we do not; null when it is good. */
export function photoProblem({ width, height, isAnimated }: Head): string | null {
  if (isAnimated) return 'Фото не должно двигаться: загрузите неподвижное';
  if (width < PHOTO_LIMITS.minWidth || height < PHOTO_LIMITS.minHeight) {
    return `Фото меньше 700×900 пикселей, Wildberries такое не примет: у этого ${width}×${height}`;
  }
  if (Math.max(width, height) > PHOTO_LIMITS.maxSide || width * height > PHOTO_LIMITS.maxPixels) {
    return `Фото слишком большое, ${width}×${height}: уменьшите до 50 мегапикселей`;
  }
  return null;
}

async function firstBytes(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(HEAD_BYTES) });
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
