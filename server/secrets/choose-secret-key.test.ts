import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { StartError } from '#server/errors/start-error.ts';
import { openTestDatabase } from '#tests/setup/test-database.ts';
import { chooseSecretKey } from './choose-secret-key.ts';
import { keyIdOf, openShopToken, sealShopToken } from './secret-box.ts';

let database: Database;
let dataDir: string;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'prilavok-key-'));
});
afterEach(async () => {
  rmSync(dataDir, { recursive: true });
  for (const table of ['shop_tokens', 'shops', 'taxpayers', 'accounts'] as const) {
    await database.db.deleteFrom(table).execute();
  }
});

const oldKey = randomBytes(32);
const newKey = randomBytes(32);

/** Two shops, each with a token that a key has sealed. */
async function storeTokens(key: Buffer): Promise<void> {
  for (const name of ['Первый', 'Второй']) {
    const account = await database.db
      .insertInto('accounts')
      .values({ name, resellup_id: null })
      .returning('id')
      .executeTakeFirstOrThrow();
    const shop = await database.db
      .insertInto('shops')
      .values({ account_id: account.id, name, color: 0, sid: randomUUID(), trade_mark: '', tin: '' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await database.db
      .insertInto('shop_tokens')
      .values({
        account_id: account.id,
        shop_id: shop.id,
        wb_token_id: randomUUID(),
        secret: sealShopToken(key, `токен ${name}`, shop.id),
        key_id: keyIdOf(key),
        last4: '1234',
        type: 'PERSONAL',
        is_read_only: false,
        expires_at: new Date('2030-01-01'),
      })
      .execute();
  }
}

const choose = (keys: { secretKey?: Buffer; previousSecretKey?: Buffer } = {}) =>
  chooseSecretKey(database, { dataDir, secretKey: undefined, previousSecretKey: undefined, ...keys });

async function openAll(key: Buffer): Promise<string[]> {
  const tokens = await database.db.selectFrom('shop_tokens').selectAll().orderBy('id').execute();
  expect(new Set(tokens.map((token) => token.key_id))).toEqual(new Set([keyIdOf(key)]));
  return tokens.map((token) => openShopToken(key, token.secret, token.shop_id));
}

describe('the key of the installation', () => {
  it('is made at the first start and found at the next', async () => {
    const key = await choose();
    expect(readFileSync(join(dataDir, 'secret.key'), 'utf8')).toBe(key.toString('hex'));
    expect(await choose()).toEqual(key);
  });

  it('is not made anew while tokens are stored that a lost one has sealed', async () => {
    await storeTokens(oldKey);
    await expect(choose()).rejects.toThrow(
      /^Нет файла ключа .*secret\.key, а в базе есть токены магазинов.*docs\/operations\.md, «Ключ»\.$/,
    );
    expect(existsSync(join(dataDir, 'secret.key'))).toBe(false);
  });

  it('stops the start when it is not the one that sealed the tokens', async () => {
    await storeTokens(oldKey);
    const words = /не открывает токены магазинов, которые есть в базе.*SECRET_KEY_PREVIOUS/;
    await expect(choose({ secretKey: newKey })).rejects.toThrow(words);
    await expect(choose({ secretKey: newKey })).rejects.toBeInstanceOf(StartError);
    await expect(choose({ secretKey: newKey, previousSecretKey: randomBytes(32) })).rejects.toThrow(words);
    writeFileSync(join(dataDir, 'secret.key'), newKey.toString('hex'));
    await expect(choose()).rejects.toThrow(words);
    expect(await openAll(oldKey)).toEqual(['токен Первый', 'токен Второй']);
  });

  it('takes the tokens over from the previous one', async () => {
    await storeTokens(oldKey);
    expect(await choose({ secretKey: newKey, previousSecretKey: oldKey })).toEqual(newKey);
    expect(await openAll(newKey)).toEqual(['токен Первый', 'токен Второй']);
    // Still set at the next start, or not any more: both are fine.
    expect(await choose({ secretKey: newKey, previousSecretKey: oldKey })).toEqual(newKey);
    expect(await choose({ secretKey: newKey })).toEqual(newKey);
  });

  it('takes over all tokens or none', async () => {
    await storeTokens(oldKey);
    const last = await database.db
      .selectFrom('shop_tokens')
      .select('id')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    await database.db
      .updateTable('shop_tokens')
      .set({ secret: randomBytes(60) })
      .where('id', '=', last.id)
      .execute();
    await expect(choose({ secretKey: newKey, previousSecretKey: oldKey })).rejects.toThrow(
      `Токен магазина № ${String(last.id)} в базе испорчен`,
    );
    const ids = await database.db.selectFrom('shop_tokens').select('key_id').distinct().execute();
    expect(ids).toEqual([{ key_id: keyIdOf(oldKey) }]);
  });
});
