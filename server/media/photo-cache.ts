import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { marketplacePhotoOf, type MarketplacePhoto } from '#contract/media.ts';
import { createCacheFolder } from './cache-folder.ts';
import { fetchPhoto, type FetchedPhoto } from './fetch-photo.ts';
import { IMAGE_TYPES, shownKind } from './image-kind.ts';
import { createSlots } from './slots.ts';

/** A seller may put another picture in the place of an old one: the address stays. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;
const FETCHED_AT_ONCE = 8;
/** Whoever comes later is told to come again. */
const WAITING_MAX = 500;
/** A photo that was not there is not asked for again at once. */
const MISSING_MS = 60_000;
const MISSING_MAX = 10_000;

/** Copies of the marketplace's photos in DATA_DIR; what is not there is fetched, each photo once at a time. */
export function createPhotoCache(
  dataDir: string,
  fetchOne: typeof fetchPhoto = fetchPhoto,
  options: { bytesMax?: number } = {},
) {
  const folder = createCacheFolder(join(dataDir, 'media-cache'), options.bytesMax);
  const underWay = new Map<string, Promise<FetchedPhoto | undefined>>();
  const missingUntil = new Map<string, number>();
  const whenFree = createSlots(FETCHED_AT_ONCE, WAITING_MAX);

  const load = async (photo: MarketplacePhoto, path: string): Promise<FetchedPhoto | undefined> => {
    const kept = await readKept(path);
    if (kept?.isFresh) return kept.image;
    const image = await whenFree(() => fetchOne(photo));
    if (!image) return kept?.image;
    await folder.keep(path, image.bytes);
    return image;
  };

  return {
    /**
     * Undefined for an address that is not the marketplace's photo, and for a photo that cannot be had now. Throws 503
     * when too many wait already: that says nothing about the photo.
     */
    async read(address: string): Promise<{ type: string; bytes: Buffer } | undefined> {
      const photo = marketplacePhotoOf(address);
      if (!photo || (missingUntil.get(address) ?? 0) > Date.now()) return undefined;
      const name = createHash('sha256').update(address).digest('hex');
      const loading = underWay.get(name) ?? load(photo, folder.pathOf(name));
      underWay.set(name, loading);
      try {
        const image = await loading;
        if (image) return { type: IMAGE_TYPES[image.extension], bytes: image.bytes };
        if (missingUntil.size >= MISSING_MAX) missingUntil.clear();
        missingUntil.set(address, Date.now() + MISSING_MS);
        return undefined;
      } finally {
        underWay.delete(name);
      }
    },
  };
}

export type PhotoCache = ReturnType<typeof createPhotoCache>;

async function readKept(path: string): Promise<{ image: FetchedPhoto; isFresh: boolean } | undefined> {
  const facts = await stat(path).catch(() => undefined);
  const bytes = facts && (await readFile(path));
  const extension = bytes && shownKind(bytes);
  return extension && { image: { extension, bytes }, isFresh: Date.now() - facts.mtimeMs < KEPT_MS };
}
