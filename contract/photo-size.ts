import { PHOTO_LIMITS } from './photo-uploads.ts';

export interface PictureSize {
  width: number;
  height: number;
}

/**
 * The size within which a picture is kept: no side is longer than `longestSide`, unless a long picture would become too narrow for
 * the marketplace. The shape stays, and nothing grows.
 */
export function fittedSize({ width, height }: PictureSize, longestSide: number): PictureSize {
  const scale = Math.min(
    1,
    Math.max(
      longestSide / Math.max(width, height),
      PHOTO_LIMITS.minWidth / width,
      PHOTO_LIMITS.minHeight / height,
    ),
  );
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}
