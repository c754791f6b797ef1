import { stat } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import { badRequest } from '#server/errors/http-error.ts';

/** Rows of `media_files`: whose the files in the folder are. A name is random, and opens nothing by itself. */

/** Of one account. */
const BYTES_MAX = 20 * 1024 ** 3;

export interface KeptFile {
  name: string;
  /** 0 of a video. */
  width: number;
  height: number;
}

/** What is kept of this file. */
export async function findKept(db: Db, accountId: number, sha256: string): Promise<KeptFile | undefined> {
  return await db
    .selectFrom('media_files')
    .select(['name', 'width', 'height'])
    .where('account_id', '=', accountId)
    .where('sha256', '=', sha256)
    .executeTakeFirst();
}

export async function isOwn(db: Db, accountId: number, name: string): Promise<boolean> {
  const row = await db
    .selectFrom('media_files')
    .select('id')
    .where('account_id', '=', accountId)
    .where('name', '=', name)
    .executeTakeFirst();
  return row !== undefined;
}

/** Unused files are removed by their age; who uploads one again is about to use it. */
export async function keepLonger(db: Db, accountId: number, name: string): Promise<void> {
  await db
    .updateTable('media_files')
    .set({ created_at: sql`now()` })
    .where('account_id', '=', accountId)
    .where('name', '=', name)
    .execute();
}

export async function refuseWhenFull(db: Db, accountId: number, bytes: number): Promise<void> {
  const { used } = await db
    .selectFrom('media_files')
    .select(sql<number>`coalesce(sum(bytes), 0)::float8`.as('used'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  if (used + bytes > BYTES_MAX) throw badRequest('Место для фото и видео закончилось: 20 ГБ на кабинет');
}

export async function keepRow(
  db: Db,
  owner: { accountId: number; userId: number },
  file: KeptFile & { sha256: string; bytes: number },
): Promise<void> {
  await db
    .insertInto('media_files')
    .values({
      account_id: owner.accountId,
      uploaded_by: owner.userId,
      name: file.name,
      sha256: file.sha256,
      bytes: file.bytes,
      width: file.width,
      height: file.height,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'sha256']).doNothing())
    .execute();
}

export async function exists(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false,
  );
}
