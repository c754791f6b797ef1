import { randomBytes } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { storedVideoName, type UploadedVideo } from '#contract/video-uploads.ts';
import type { Db } from '#server/db/database.ts';
import { badRequest } from '#server/errors/http-error.ts';
import { exists, findKept, isOwn, keepLonger, keepRow, refuseWhenFull } from './kept-files.ts';
import { photoFolder } from './photo-store.ts';
import type { ReceivedFile } from './receive-file.ts';
import { VIDEO_TYPES, videoKind, type VideoExtension } from './video-kind.ts';

export interface StoredVideo {
  path: string;
  type: string;
  length: number;
}

/** Videos that sellers upload, kept as they came beside the photos. */
export function createVideoStore(dataDir: string) {
  const folder = photoFolder(dataDir);

  const find = async (db: Db, accountId: number, name: string): Promise<StoredVideo | undefined> => {
    if (storedVideoName(addressOf(name)) === undefined || !(await isOwn(db, accountId, name)))
      return undefined;
    const path = join(folder, name);
    const facts = await stat(path).catch(() => undefined);
    // The pattern names the two extensions.
    return facts && { path, type: VIDEO_TYPES[name.slice(-3) as VideoExtension], length: facts.size };
  };

  return {
    folder,
    /** The account's video of this name; undefined for any other name. */
    find,

    /**
     * Keeps a file that has come; the same file of the same account is kept once. Throws 400 with the reason for a file that is
     * no whole video, and when the account's room is used up.
     */
    async keep(
      db: Db,
      owner: { accountId: number; userId: number },
      file: ReceivedFile,
    ): Promise<UploadedVideo> {
      const { sha256, bytes } = file;
      const kind = await videoKind(file.path);
      if (kind === undefined) throw badRequest('Подойдут целые файлы MP4 и MOV');
      const known = await findKept(db, owner.accountId, sha256);
      if (known && (await exists(join(folder, known.name)))) {
        await keepLonger(db, owner.accountId, known.name);
        return { address: addressOf(known.name), bytes };
      }
      // Also for a known one: a copy of the database may have been brought back without the folder.
      const name = known?.name ?? `${randomBytes(16).toString('hex')}.${kind}`;
      if (!known) await refuseWhenFull(db, owner.accountId, bytes);
      await rename(file.path, join(folder, name));
      if (known) await keepLonger(db, owner.accountId, known.name);
      else await keepRow(db, owner, { name, sha256, bytes, width: 0, height: 0 });
      const kept = (await findKept(db, owner.accountId, sha256))?.name ?? name;
      // Two uploads of one file at once: the second one's copy belongs to nobody.
      if (kept !== name) await rm(join(folder, name), { force: true });
      return { address: addressOf(kept), bytes };
    },

    /** The file behind one of the account's addresses, read as it is sent; undefined for another address or a file that is gone. */
    async read(db: Db, accountId: number, address: string): Promise<Blob | undefined> {
      const video = await find(db, accountId, storedVideoName(address) ?? '');
      return video && (await openAsBlob(video.path, { type: video.type }));
    },
  };
}

export type VideoStore = ReturnType<typeof createVideoStore>;

const addressOf = (name: string) => `/media/videos/${name}`;
