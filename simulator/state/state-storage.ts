import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Where the state lives between runs. What is read was written whole. */
export interface StateStorage {
  /** undefined: nothing was written yet. */
  read(): Promise<string | undefined>;
  write(text: string): Promise<void>;
  /** Keeps a text that could not be understood; where it lies now. */
  setAside(text: string): Promise<string>;
}

export function fileStorage(path: string): StateStorage {
  return {
    async read() {
      try {
        return await readFile(path, 'utf8');
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
        // What cannot be read is set aside like what cannot be understood.
        return '';
      }
    },
    write: (text) => writeWhole(path, text),
    async setAside() {
      const aside = `${path}.broken-${String(Date.now())}`;
      await rename(path, aside);
      return aside;
    },
  };
}

/** Either the old file or the new one is found after a crash, never a half. */
async function writeWhole(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const temporary = `${path}.tmp`;
  // It holds the key that signs tokens: for its owner only.
  const file = await open(temporary, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
}
