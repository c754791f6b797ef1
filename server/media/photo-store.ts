import { randomBytes } from 'node:crypto';
import { createReadStream, type ReadStream } from 'node:fs';
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { storedPhotoName } from '#contract/media.ts';
import type { UploadedPhoto } from '#contract/photo-uploads.ts';
import type { Db } from '#server/db/database.ts';
import { badRequest } from '#server/errors/http-error.ts';
import type { ImageExtension } from './image-kind.ts';
import { makePhoto, type MadePhoto } from './make-photo.ts';
import type { ReceivedFile } from './receive-file.ts';

const NAME = /^[0-9a-f]{32}\.(jpg|png|webp)$/;
/** Of one account. */
const BYTES_MAX = 20 * 1024 ** 3;

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
      if (known && (await exists(join(folder, known.name)))) {
        await keepLonger(db, owner.accountId, known.name);
        return uploadedPhoto(known);
      }
      const photo = await makePhoto(file.path);
      // Also for a known one: a copy of the database may have been brought back without the folder.
      const name = known?.name ?? `${randomBytes(16).toString('hex')}.jpg`;
      if (!known) await refuseWhenFull(db, owner.accountId, photo.bytes.length);
      await write(folder, name, photo.bytes);
      if (known) await keepLonger(db, owner.accountId, known.name);
      else await keepRow(db, owner, photo, { name, sha256 });
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

interface KeptPhoto {
  name: string;
  width: number;
  height: number;
}

function uploadedPhoto({ name, width, height }: KeptPhoto): UploadedPhoto {
  return { address: `/media/photos/${name}`, width, height };
}

/** The photo that was made of this file. */
async function findKept(db: Db, accountId: number, sha256: string): Promise<KeptPhoto | undefined> {
  return await db
    .selectFrom('media_files')
    .select(['name', 'width', 'height'])
    .where('account_id', '=', accountId)
    .where('sha256', '=', sha256)
    .executeTakeFirst();
}

async function isOwn(db: Db, accountId: number, name: string): Promise<boolean> {
  const row = await db
    .selectFrom('media_files')
    .select('id')
    .where('account_id', '=', accountId)
    .where('name', '=', name)
    .executeTakeFirst();
  return row !== undefined;
}

/** Unused photos are removed by their age; who uploads one again is about to use it. */
async function keepLonger(db: Db, accountId: number, name: string): Promise<void> {
  await db
    .updateTable('media_files')
    .set({ created_at: sql`now()` })
    .where('account_id', '=', accountId)
    .where('name', '=', name)
    .execute();
}

async function refuseWhenFull(db: Db, accountId: number, bytes: number): Promise<void> {
  const { used } = await db
    .selectFrom('media_files')
    .select(sql<number>`coalesce(sum(bytes), 0)::float8`.as('used'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  if (used + bytes > BYTES_MAX) throw badRequest('Место для фото закончилось: 20 ГБ на кабинет');
}

async function keepRow(
  db: Db,
  owner: { accountId: number; userId: number },
  photo: MadePhoto,
  { name, sha256 }: { name: string; sha256: string },
): Promise<void> {
  await db
    .insertInto('media_files')
    .values({
      account_id: owner.accountId,
      uploaded_by: owner.userId,
      name,
      sha256,
      bytes: photo.bytes.length,
      width: photo.width,
      height: photo.height,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'sha256']).doNothing())
    .execute();
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

async function exists(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false,
  );
}
