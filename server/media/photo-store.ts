import { randomBytes } from 'node:crypto';
import { createReadStream, type ReadStream } from 'node:fs';
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { storedPhotoName } from '#contract/media.ts';
import type { UploadedPhoto } from '#contract/photo-uploads.ts';
import type { Db } from '#server/db/database.ts';
import type { ImageExtension } from './image-kind.ts';
import { makePhoto } from './make-photo.ts';
import { exists, findKept, isOwn, keepLonger, keepRow, refuseWhenFull, type KeptFile } from './kept-files.ts';
import type { ReceivedFile } from './receive-file.ts';

const NAME = /^[0-9a-f]{32}\.(jpg|png|webp)$/;

export interface StoredPhoto {
  extension: ImageExtension;
  length: number;
}

export const photoFolder = (dataDir: string) => join(dataDir, 'media');

/** Photos that sellers upload: bytes in a folder of DATA_DIR, whose they are in the database. */
export function createPhotoStore(dataDir: string) {
  const folder = photoFolder(dataDir);

  return {
    folder,

    /**
     * Makes a photo of a file and keeps it; the same file of the same account is made and kept once. Throws 400 with the
     * reason for a file that is no good photo, and when the account's room is used up.
     */
    async keep(
      db: Db,
      owner: { accountId: number; userId: number },
      file: ReceivedFile,
    ): Promise<UploadedPhoto> {
      const { sha256 } = file;
      const known = await findKept(db, owner.accountId, sha256);
      // A video that is sent as a photo is known too, and is none.
      if (known && NAME.test(known.name) && (await exists(join(folder, known.name)))) {
        await keepLonger(db, owner.accountId, known.name);
        return uploadedPhoto(known);
      }
      const photo = await makePhoto(file.path);
      // Also for a known one: a copy of the database may have been brought back without the folder.
      const name = known?.name ?? `${randomBytes(16).toString('hex')}.jpg`;
      if (!known) await refuseWhenFull(db, owner.accountId, photo.bytes.length);
      await write(folder, name, photo.bytes);
      if (known) await keepLonger(db, owner.accountId, known.name);
      else await keepRow(db, owner, { ...photo, name, sha256, bytes: photo.bytes.length });
      const kept = (await findKept(db, owner.accountId, sha256)) ?? { ...photo, name };
      // Two uploads of one file at once: the second one's copy belongs to nobody.
      if (kept.name !== name) await rm(join(folder, name), { force: true });
      return uploadedPhoto(kept);
    },

    /** The account's photo of this name; undefined for any other name. */
    async find(
      db: Db,
      accountId: number,
      name: string,
    ): Promise<(StoredPhoto & { path: string; stream: () => ReadStream }) | undefined> {
      const extension = NAME.exec(name)?.[1];
      if (extension === undefined || !(await isOwn(db, accountId, name))) return undefined;
      const path = join(folder, name);
      const facts = await stat(path).catch(() => undefined);
      if (!facts) return undefined;
      // The pattern names the three extensions.
      const stored = { extension: extension as ImageExtension, length: facts.size };
      return { ...stored, path, stream: () => createReadStream(path) };
    },

    /** Whether one of the account's addresses has its file. */
    async has(db: Db, accountId: number, address: string): Promise<boolean> {
      const name = storedPhotoName(address);
      if (name === undefined || !(await isOwn(db, accountId, name))) return false;
      return await exists(join(folder, name));
    },

    /** The bytes behind one of the account's addresses; undefined for another address or a file that is gone. */
    async read(db: Db, accountId: number, address: string): Promise<Buffer<ArrayBuffer> | undefined> {
      const name = storedPhotoName(address);
      if (name === undefined || !(await isOwn(db, accountId, name))) return undefined;
      return await readFile(join(folder, name)).catch(() => undefined);
    },
  };
}

export type PhotoStore = ReturnType<typeof createPhotoStore>;

function uploadedPhoto({ name, width, height }: KeptFile): UploadedPhoto {
  return { address: `/media/photos/${name}`, width, height };
}

/** All or nothing, also when the power fails. */
async function write(folder: string, name: string, bytes: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true });
  const temporary = join(folder, `.${name}.${randomBytes(4).toString('hex')}`);
  const file = await open(temporary, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, join(folder, name));
}
