import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, type ReadStream } from 'node:fs';
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { storedPhotoName, type UploadedPhoto } from '#contract/media.ts';
import type { Db } from '#server/db/database.ts';
import { badRequest } from '#server/errors/http-error.ts';
import type { ImageFile } from './image-file.ts';

const NAME = /^[0-9a-f]{32}\.(jpg|png|webp)$/;
/** Of one account. */
const BYTES_MAX = 20 * 1024 ** 3;

export interface StoredPhoto {
  extension: ImageFile['extension'];
  length: number;
}

export const photoFolder = (dataDir: string) => join(dataDir, 'media');

/** Photos that sellers upload: bytes in a folder of DATA_DIR, whose they are in the database. */
export function createPhotoStore(dataDir: string) {
  const folder = photoFolder(dataDir);

  return {
    /** Keeps a picture; the same one of the same account is kept once. Throws 400 when the account's room is used up. */
    async keep(
      db: Db,
      owner: { accountId: number; userId: number },
      image: ImageFile,
    ): Promise<UploadedPhoto> {
      const sha256 = createHash('sha256').update(image.bytes).digest('hex');
      const known = await findName(db, owner.accountId, sha256);
      const name = known ?? `${randomBytes(16).toString('hex')}.${image.extension}`;
      if (!known) await refuseWhenFull(db, owner.accountId, image.bytes.length);
      // Also for a known one: a copy of the database may have been brought back without the folder.
      if (!known || !(await exists(join(folder, name)))) await write(folder, name, image.bytes);
      if (known) await keepLonger(db, owner.accountId, known);
      else await keepRow(db, owner, image, { name, sha256 });
      const { width, height } = image;
      const kept = known ?? (await findName(db, owner.accountId, sha256)) ?? name;
      // Two uploads of one file at once: the second one's copy belongs to nobody.
      if (kept !== name) await rm(join(folder, name), { force: true });
      return { address: `/media/photos/${kept}`, width, height };
    },

    /** The account's photo of this name; undefined for any other name. */
    async find(
      db: Db,
      accountId: number,
      name: string,
    ): Promise<(StoredPhoto & { stream: () => ReadStream }) | undefined> {
      const extension = NAME.exec(name)?.[1];
      if (extension === undefined || !(await isOwn(db, accountId, name))) return undefined;
      const path = join(folder, name);
      const facts = await stat(path).catch(() => undefined);
      if (!facts) return undefined;
      // The pattern names the three extensions.
      const stored = { extension: extension as ImageFile['extension'], length: facts.size };
      return { ...stored, stream: () => createReadStream(path) };
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

async function findName(db: Db, accountId: number, sha256: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('media_files')
    .select('name')
    .where('account_id', '=', accountId)
    .where('sha256', '=', sha256)
    .executeTakeFirst();
  return row?.name;
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
  image: ImageFile,
  { name, sha256 }: { name: string; sha256: string },
): Promise<void> {
  await db
    .insertInto('media_files')
    .values({
      account_id: owner.accountId,
      uploaded_by: owner.userId,
      name,
      sha256,
      bytes: image.bytes.length,
      width: image.width,
      height: image.height,
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
