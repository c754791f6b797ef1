import type { Buffer } from 'node:buffer';
import { Readable } from 'node:stream';
import type { Db } from '#server/db/database.ts';
import { createPhotoStore } from '#server/media/photo-store.ts';
import { withReceivedFile } from '#server/media/receive-file.ts';

/** Test support: keeps a photo as if it had been uploaded; answers its address. */
export async function keepPhoto(
  db: Db,
  dataDir: string,
  owner: { accountId: number; userId: number },
  bytes: Buffer,
): Promise<string> {
  const store = createPhotoStore(dataDir);
  const given = { pieces: Readable.from([bytes]), folder: store.folder, bytesMax: bytes.length };
  return (await withReceivedFile(given, (file) => store.keep(db, owner, file))).address;
}
