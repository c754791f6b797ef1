import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { marketplacePhotoOf, type MarketplacePhoto } from '#contract/media.ts';
import { fetchPhoto } from './fetch-photo.ts';
import { IMAGE_TYPES, readImage, type ImageFile } from './image-file.ts';

const BYTES_MAX = 1024 ** 3;
/** How many writes there may be between two looks at the folder's size. */
const WRITES_BETWEEN_TRIMS = 500;
/** A seller may put another picture in the place of an old one: the address stays. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;
const FETCHED_AT_ONCE = 8;
/** Whoever comes later sees no picture this time. */
const WAITING_MAX = 500;
/** A photo that was not there is not asked for again at once. */
const MISSING_MS = 60_000;
const MISSING_MAX = 10_000;

/** Copies of the marketplace's photos in DATA_DIR; what is not there is fetched, each photo once at a time. */
export function createPhotoCache(dataDir: string, fetchOne: typeof fetchPhoto = fetchPhoto) {
  const folder = join(dataDir, 'media-cache');
  const underWay = new Map<string, Promise<ImageFile | undefined>>();
  const missingUntil = new Map<string, number>();
  const whenFree = createSlots(FETCHED_AT_ONCE);
  let writes = 0;

  const load = async (photo: MarketplacePhoto, path: string): Promise<ImageFile | undefined> => {
    const kept = await readKept(path);
    if (kept?.isFresh) return kept.image;
    const image = await whenFree(() => fetchOne(photo));
    if (!image) return kept?.image;
    await keep(folder, path, image.bytes);
    writes += 1;
    if (writes % WRITES_BETWEEN_TRIMS === 1) await trim(folder);
    return image;
  };

  return {
    /** Undefined for an address that is not the marketplace's photo, and for a photo that cannot be had now. */
    async read(address: string): Promise<{ type: string; bytes: Buffer } | undefined> {
      const photo = marketplacePhotoOf(address);
      if (!photo || (missingUntil.get(address) ?? 0) > Date.now()) return undefined;
      const name = createHash('sha256').update(address).digest('hex');
      const loading = underWay.get(name) ?? load(photo, join(folder, name.slice(0, 2), name));
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

async function readKept(path: string): Promise<{ image: ImageFile; isFresh: boolean } | undefined> {
  const facts = await stat(path).catch(() => undefined);
  const image = facts && readImage(await readFile(path));
  return image && { image, isFresh: Date.now() - facts.mtimeMs < KEPT_MS };
}

async function keep(folder: string, path: string, bytes: Buffer): Promise<void> {
  await mkdir(join(path, '..'), { recursive: true });
  const temporary = join(folder, `.${randomBytes(8).toString('hex')}`);
  await writeFile(temporary, bytes, { mode: 0o600 });
  await rename(temporary, path);
}

/** Takes the oldest away when all together have grown too large. */
async function trim(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true });
  const files = [];
  for (const name of names) {
    const path = join(folder, name);
    const facts = await stat(path).catch(() => undefined);
    if (facts?.isFile()) files.push({ path, bytes: facts.size, atMs: facts.mtimeMs });
  }
  let total = files.reduce((sum, file) => sum + file.bytes, 0);
  for (const file of files.toSorted((one, other) => one.atMs - other.atMs)) {
    if (total <= BYTES_MAX) return;
    await rm(file.path, { force: true });
    total -= file.bytes;
  }
}

/** Runs at most so many at once; the rest waits in a line of bounded length. */
function createSlots(count: number): <T>(work: () => Promise<T>) => Promise<T | undefined> {
  let left = count;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (waiting.length >= WAITING_MAX) return undefined;
    if (left === 0) await new Promise<void>((resolve) => waiting.push(resolve));
    else left -= 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else left += 1;
    }
  };
}
