import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** A file that has just come, under a name of its own until somebody keeps it. */
export interface ReceivedFile {
  path: string;
  bytes: number;
  sha256: string;
}

/**
 * Writes what comes into the folder as it comes, so that memory holds a piece of it; gives it to `work` and removes it after
 * that. Whatever `work` wants to keep it renames. Throws TooLargeFile for one byte more than allowed.
 */
export async function withReceivedFile<T>(
  { pieces, folder, bytesMax }: { pieces: AsyncIterable<Buffer>; folder: string; bytesMax: number },
  work: (file: ReceivedFile) => Promise<T>,
): Promise<T> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, `.come-${randomBytes(16).toString('hex')}`);
  try {
    const hash = createHash('sha256');
    let bytes = 0;
    const file = await open(path, 'wx', 0o600);
    try {
      for await (const piece of pieces) {
        bytes += piece.length;
        if (bytes > bytesMax) throw new TooLargeFile();
        hash.update(piece);
        await file.write(piece);
      }
      await file.sync();
    } finally {
      await file.close();
    }
    return await work({ path, bytes, sha256: hash.digest('hex') });
  } finally {
    await rm(path, { force: true });
  }
}

export class TooLargeFile extends Error {}
