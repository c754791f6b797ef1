import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const BYTES_MAX = 1024 ** 3;
/** Trimmed to this part of it, so that the next write does not have to read the whole folder again. */
const PART_AFTER_TRIM = 0.9;

/** A folder of copies that never holds more than so many bytes: the oldest make room before a new one is written. */
export function createCacheFolder(folder: string, bytesMax = BYTES_MAX) {
  /** Unknown until the folder was looked at. */
  let total: number | undefined;
  let writing: Promise<unknown> = Promise.resolve();

  const write = async (path: string, bytes: Buffer) => {
    if (bytes.length > bytesMax) return;
    total ??= await trim(folder, bytesMax);
    if (total + bytes.length > bytesMax) {
      total = await trim(folder, Math.min(bytesMax * PART_AFTER_TRIM, bytesMax - bytes.length));
    }
    await mkdir(dirname(path), { recursive: true });
    const replaced = await stat(path).catch(() => undefined);
    const temporary = join(folder, `.${randomBytes(8).toString('hex')}`);
    await writeFile(temporary, bytes, { mode: 0o600 });
    await rename(temporary, path);
    total += bytes.length - (replaced?.size ?? 0);
  };

  return {
    pathOf: (name: string) => join(folder, name.slice(0, 2), name),
    /** One after another: together they could pass the limit that each keeps. */
    keep(path: string, bytes: Buffer): Promise<void> {
      const written = writing.then(() => write(path, bytes));
      writing = written.catch(() => {
        total = undefined;
      });
      return written;
    },
  };
}

/** Takes the oldest away until the rest fits; answers how much is left. */
async function trim(folder: string, bytesMax: number): Promise<number> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const files = [];
  for (const name of names) {
    const path = join(folder, name);
    const facts = await stat(path).catch(() => undefined);
    if (facts?.isFile()) files.push({ path, bytes: facts.size, atMs: facts.mtimeMs });
  }
  let total = files.reduce((sum, file) => sum + file.bytes, 0);
  for (const file of files.toSorted((one, other) => one.atMs - other.atMs)) {
    if (total <= bytesMax) break;
    await rm(file.path, { force: true });
    total -= file.bytes;
  }
  return total;
}
