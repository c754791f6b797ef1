import { afterAll, beforeAll, expect, it } from 'vitest';
import { allTokenCategories } from '#contract/users.ts';
import type { Database } from '#server/db/database.ts';
import { openTestDatabase } from '#tests/setup/test-database.ts';
import {
  addTestToken,
  createTestAccount,
  createTestShop,
  failureOf,
  openTestMarket,
  type TestMarket,
  type TestShop,
} from '#tests/support/marketplace/test-market.ts';

let database: Database;
let market: TestMarket;
let shop: TestShop;

beforeAll(async () => {
  database = await openTestDatabase();
  market = await openTestMarket();
  shop = await createTestShop(database, market, await createTestAccount(database));
});
afterAll(async () => {
  await market.close();
  await database.close();
});

it('says which token is missing', async () => {
  const bare = await createTestShop(database, market, shop, { categories: ['CONTENT'] });
  const bareClient = await market.marketplace.forShop(database.db, shop.accountId, bare.shopId);
  const error = await failureOf(bareClient.listWarehouses());
  expect(error).toMatchObject({
    kind: 'token',
    detail: ['Нет активного токена категории «Маркетплейс» в магазине «Северика»'],
  });
});

it('writes with the other token where one is read-only, and refuses when all are', async () => {
  const readOnly = await createTestShop(database, market, shop, { readOnly: true });
  const one = await market.marketplace.forShop(database.db, shop.accountId, readOnly.shopId);
  expect((await one.listCards()).cards).toEqual([]);
  expect(await failureOf(one.createTag({ name: 'Хит', color: 'D1CFD7' }))).toMatchObject({
    kind: 'token',
    detail: ['Токен только для чтения'],
  });
  await addTestToken(database, market, readOnly);
  const both = await market.marketplace.forShop(database.db, shop.accountId, readOnly.shopId);
  await expect(both.createTag({ name: 'Хит', color: 'D1CFD7' })).resolves.toBeUndefined();
});

async function revoke(tokenId: number): Promise<void> {
  const { wb_token_id: id } = await database.db
    .selectFrom('shop_tokens')
    .select('wb_token_id')
    .where('id', '=', tokenId)
    .executeTakeFirstOrThrow();
  await market.control('POST', '/revoke', { id });
}

async function problemsOf(tokenId: number) {
  return await database.db
    .selectFrom('shop_token_categories')
    .select(['category', 'problem'])
    .where('token_id', '=', tokenId)
    .where('problem', 'is not', null)
    .execute();
}

it('marks a withdrawn token whole and never shows the token', async () => {
  const other = await createTestShop(database, market, shop, null);
  const { secret, tokenId } = await addTestToken(database, market, other);
  await revoke(tokenId);
  const client = await market.marketplace.forShop(database.db, shop.accountId, other.shopId);
  const error = await failureOf(client.listCards());
  expect(error).toMatchObject({ kind: 'token', status: 401, code: 'revoked' });
  expect(JSON.stringify(error) + String(error.stack)).not.toContain(secret);
  expect(await problemsOf(tokenId)).toEqual(
    allTokenCategories.map((category) => ({ category, problem: 'REVOKED' })),
  );
  expect((await failureOf(client.listWarehouses())).code).toBe('no_token');
});

it('marks one category where the token does not cover what it says it does', async () => {
  const other = await createTestShop(database, market, shop, null);
  const { tokenId } = await addTestToken(database, market, other, { categories: ['CONTENT'] });
  await database.db
    .insertInto('shop_token_categories')
    .values({
      token_id: tokenId,
      account_id: other.accountId,
      shop_id: other.shopId,
      category: 'MARKETPLACE',
      problem: null,
    })
    .execute();
  const client = await market.marketplace.forShop(database.db, shop.accountId, other.shopId);
  expect((await failureOf(client.listWarehouses())).code).toBe('not_covered');
  expect(await problemsOf(tokenId)).toEqual([{ category: 'MARKETPLACE', problem: 'NOT_COVERED' }]);
  expect((await client.listCards()).cards).toEqual([]);
});

it('goes on with another token when one is withdrawn, with a write too', async () => {
  const other = await createTestShop(database, market, shop);
  const { tokenId } = await addTestToken(database, market, other);
  await revoke(tokenId);
  const client = await market.marketplace.forShop(database.db, shop.accountId, other.shopId);
  await expect(client.createTag({ name: 'Хит', color: 'D1CFD7' })).resolves.toBeUndefined();
  expect(await problemsOf(tokenId)).toHaveLength(allTokenCategories.length);
});

it('asks the marketplace about a token that is not stored yet', async () => {
  const { secret } = await addTestToken(database, market, shop);
  const fresh = await market.marketplace.forToken(database.db, shop.accountId, secret);
  expect((await fresh.sellerInfo()).sid).toBe(shop.sid);
});

it('knows nothing of a shop of another account', async () => {
  const stranger = await createTestAccount(database);
  await expect(
    market.marketplace.forShop(database.db, stranger.accountId, shop.shopId),
  ).rejects.toMatchObject({
    status: 404,
  });
});
