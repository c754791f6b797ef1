import type { Database, Db } from '#server/db/database.ts';
import { StartError } from '#server/errors/start-error.ts';
import { keyIdOf, openShopToken, SecretBoxError, sealShopToken } from './secret-box.ts';
import { keyFilePath, makeSecretKey, readSecretKey } from './secret-key.ts';

export interface WrittenKeys {
  dataDir: string;
  /** Of SECRET_KEY. */
  secretKey: Buffer | undefined;
  /** Of SECRET_KEY_PREVIOUS. */
  previousSecretKey: Buffer | undefined;
}

/**
 * The key that the server works with: of SECRET_KEY, or the file's, or a new one while nothing is sealed yet. Tokens that
 * the previous key has sealed are sealed anew. Throws {@link StartError} rather than start with a key that cannot open what
 * is stored: tokens that are added then would lie sealed beside others that nobody can open.
 */
export async function chooseSecretKey(database: Database, written: WrittenKeys): Promise<Buffer> {
  const storedIds = await findStoredKeyIds(database.db);
  const found = written.secretKey ?? readSecretKey(written.dataDir);
  if (!found && storedIds.length > 0) {
    throw new StartError(
      `Нет файла ключа ${keyFilePath(written.dataDir)}, а в базе есть токены магазинов, которые он открывает. ` +
        'Верните его из копии или задайте ключ в SECRET_KEY: docs/operations.md, «Ключ».',
    );
  }
  const key = found ?? makeSecretKey(written.dataDir);
  const foreignIds = storedIds.filter((id) => id !== keyIdOf(key));
  if (foreignIds.length > 0) await sealAnew(database, key, written, foreignIds);
  return key;
}

async function findStoredKeyIds(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('shop_tokens').select('key_id').distinct().execute();
  return rows.map((row) => row.key_id);
}

/** All or nothing: a start that is interrupted leaves every token with the previous key, and the next one does it again. */
async function sealAnew(
  database: Database,
  key: Buffer,
  { secretKey, previousSecretKey, dataDir }: WrittenKeys,
  foreignIds: readonly string[],
): Promise<void> {
  const source = secretKey ? 'Ключ в SECRET_KEY' : `Ключ в файле ${keyFilePath(dataDir)}`;
  const previousId = previousSecretKey && keyIdOf(previousSecretKey);
  if (!previousSecretKey || foreignIds.some((id) => id !== previousId)) {
    const advice = previousSecretKey
      ? 'ключ в SECRET_KEY_PREVIOUS их тоже не открывает'
      : 'при смене ключа задайте прежний в SECRET_KEY_PREVIOUS';
    throw new StartError(
      `${source} не открывает токены магазинов, которые есть в базе. ` +
        `Верните прежний ключ (${advice}): docs/operations.md, «Ключ».`,
    );
  }
  await database.transaction(async (trx) => {
    const tokens = await trx
      .selectFrom('shop_tokens')
      .select(['id', 'account_id', 'shop_id', 'secret'])
      .where('key_id', '=', keyIdOf(previousSecretKey))
      .execute();
    for (const token of tokens) {
      const secret = sealShopToken(key, openStored(previousSecretKey, token), token.shop_id);
      await trx
        .updateTable('shop_tokens')
        .set({ secret, key_id: keyIdOf(key) })
        .where('account_id', '=', token.account_id)
        .where('id', '=', token.id)
        .execute();
    }
  });
}

function openStored(key: Buffer, token: { id: number; shop_id: number; secret: Buffer }): string {
  try {
    return openShopToken(key, token.secret, token.shop_id);
  } catch (error) {
    if (!(error instanceof SecretBoxError)) throw error;
    throw new StartError(
      `Токен магазина № ${String(token.id)} в базе испорчен: ключ не сменить. Верните прежний SECRET_KEY и удалите этот токен.`,
    );
  }
}
