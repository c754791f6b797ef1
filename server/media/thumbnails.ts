import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { thumbnailSizes, type ThumbnailSize } from '#contract/media.ts';
import { createCacheFolder } from './cache-folder.ts';
import type { Sharp } from 'sharp';
import { whenPictureFree } from './picture.ts';

const QUALITY = 80;
const PIXELS: Record<ThumbnailSize, { width: number; height: number }> = {
  big: { width: 900, height: 1200 },
  c246x328: { width: 246, height: 328 },
  c516x688: { width: 516, height: 688 },
};

/** Small copies of stored and of drawn photos, WebP, in a folder of DATA_DIR: each made once, when it is first asked for. */
export function createThumbnails(dataDir: string) {
  const folder = createCacheFolder(join(dataDir, 'media-thumbnails'));
  const underWay = new Map<string, Promise<Buffer>>();
  const pathOf = (name: string, size: ThumbnailSize) => folder.pathOf(`${name}.${size}`);

  const make = async (open: () => Sharp, path: string, size: ThumbnailSize): Promise<Buffer> => {
    const kept = await readFile(path).catch(() => undefined);
    if (kept) return kept;
    const small = await whenPictureFree(() =>
      open()
        // It is shown cut to 3:4: both sides have to be long enough for that.
        .resize({ ...PIXELS[size], fit: 'outside', withoutEnlargement: true })
        .webp({ quality: QUALITY })
        .toBuffer(),
    );
    await folder.keep(path, small);
    return small;
  };

  return {
    /** The small copy of the photo of this name, which `open` opens. Throws for a file that is no picture. */
    async read(name: string, open: () => Sharp, size: ThumbnailSize): Promise<Buffer> {
      const path = pathOf(name, size);
      const making = underWay.get(path) ?? make(open, path, size);
      underWay.set(path, making);
      try {
        return await making;
      } finally {
        underWay.delete(path);
      }
    },

    async remove(name: string): Promise<void> {
      for (const size of thumbnailSizes) await rm(pathOf(name, size), { force: true });
    },
  };
}
