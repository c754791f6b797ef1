import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '#server/errors/start-error.ts';

const KEY_BYTES = 32;

export function keyFilePath(dataDir: string): string {
  return join(dataDir, 'secret.key');
}

/** The server's key from DATA_DIR/secret.key; undefined when there is none yet. */
export function readSecretKey(dataDir: string): Buffer | undefined {
  const path = keyFilePath(dataDir);
  let text: string;
  try {
    text = readFileSync(path, 'utf8').trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw new StartError(`Не удалось прочитать ключ ${path} (${code}). Проверьте права на файл.`);
  }
  if (!/^[0-9a-f]{64}$/.test(text)) {
    throw new StartError(
      `Файл ключа ${path} испорчен. Верните его из копии: без него токены магазинов не открыть.`,
    );
  }
  return Buffer.from(text, 'hex');
}

/**
 * Makes the key at the first start, readable by its owner only. Several processes on one PostgreSQL need the same key and
 * get it by SECRET_KEY instead.
 */
export function makeSecretKey(dataDir: string): Buffer {
  const path = keyFilePath(dataDir);
  const key = randomBytes(KEY_BYTES);
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(path, key.toString('hex'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartError(`Не удалось записать ключ ${path} (${code}). Проверьте DATA_DIR.`);
  }
  return key;
}
