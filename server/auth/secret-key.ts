import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '#server/start-error.ts';

const KEY_BYTES = 32;

/**
 * The server's key from DATA_DIR/secret.key, made at the first start and readable by its owner only. Several processes
 * on one PostgreSQL need the same key and get it by SECRET_KEY instead.
 */
export function loadSecretKey(dataDir: string): Buffer {
  const path = join(dataDir, 'secret.key');
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(path, randomBytes(KEY_BYTES).toString('hex'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EEXIST')
      throw new StartError(`Не удалось записать ключ ${path} (${code}). Проверьте DATA_DIR.`);
  }
  const text = readFileSync(path, 'utf8').trim();
  if (!/^[0-9a-f]{64}$/.test(text)) {
    throw new StartError(
      `Файл ключа ${path} испорчен. Верните его из копии: без него токены магазинов не открыть.`,
    );
  }
  return Buffer.from(text, 'hex');
}
