import { PHOTO_LIMITS } from '#contract/media.ts';
import { readJpeg } from './image-jpeg.ts';
import { readPng } from './image-png.ts';
import { readWebp } from './image-webp.ts';

/** A picture as its file's structure tells it; nothing is decoded. */
export interface ImageFile {
  extension: 'jpg' | 'png' | 'webp';
  width: number;
  height: number;
  isAnimated: boolean;
  /** The same picture without metadata (place, camera, author) and without anything after its end. */
  bytes: Buffer;
}

export const IMAGE_TYPES: Record<ImageFile['extension'], string> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
};

/** The picture by its first bytes, never by its name; undefined for anything that is not a whole JPEG, PNG or WebP. */
export function readImage(bytes: Buffer): ImageFile | undefined {
  try {
    return readJpeg(bytes) ?? readPng(bytes) ?? readWebp(bytes);
  } catch (error) {
    // A length inside the file points beyond its end: the file is cut or made to mislead.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Why the marketplace would not take the picture, or why we do not; null when it is good. */
export function photoProblem(image: ImageFile | undefined): string | null {
  if (!image) return 'Подойдут целые файлы JPG, PNG и WebP';
  const { width, height } = image;
  if (image.isAnimated) return 'Фото не должно двигаться: загрузите неподвижное';
  if (width < PHOTO_LIMITS.minWidth || height < PHOTO_LIMITS.minHeight) {
    return `Фото меньше 700×900 пикселей, Wildberries такое не примет: у этого ${width}×${height}`;
  }
  if (Math.max(width, height) > PHOTO_LIMITS.maxSide || width * height > PHOTO_LIMITS.maxPixels) {
    return `Фото слишком большое, ${width}×${height}: уменьшите до 50 мегапикселей`;
  }
  return null;
}
