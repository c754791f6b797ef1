import { sql } from 'kysely';
import type { Shop, ShopToken, TokenProblem } from '#contract/shops.ts';
import type { TokenCategory } from '#contract/users.ts';
import { keyIdOf, sealShopToken } from '#server/secrets/secret-box.ts';
import type { Db, Trx } from '#server/db/database.ts';
import type { TokenFacts } from '#server/marketplace/token.ts';
import { findShopTroubles } from './shop-troubles.ts';
import { shopLetter } from '#server/text/shop-letter.ts';

/** Every query names the account. The secret of a token is written here and read by server/marketplace alone. */

export async function findShops(db: Db, accountId: number, shopId?: number): Promise<Shop[]> {
  const shops = await db
    .selectFrom('shops')
    .selectAll()
    .where('account_id', '=', accountId)
    .$if(shopId !== undefined, (query) => query.where('id', '=', shopId ?? 0))
    .orderBy('id')
    .execute();
  const cards = await countsByShop(db, 'shop_cards', accountId);
  const warehouses = await countsByShop(db, 'warehouses', accountId);
  const tokens = await findTokens(db, accountId);
  const troubles = await findShopTroubles(db, accountId);
  return shops.map((shop) => ({
    id: shop.id,
    name: shop.name,
    letter: shopLetter(shop.name),
    color: shop.color,
    sid: shop.sid,
    ...(shop.is_sandbox ? { isSandbox: true } : {}),
    tradeMark: shop.trade_mark,
    tin: shop.tin,
    description: shop.description,
    cardCount: cards.get(shop.id) ?? 0,
    warehouseCount: warehouses.get(shop.id) ?? 0,
    tokens: tokens.get(shop.id) ?? [],
    lastSyncedAt: shop.last_synced_at?.toISOString() ?? null,
    ...troubles(shop.id),
  }));
}

export async function findShop(db: Db, accountId: number, shopId: number): Promise<Shop | undefined> {
  const [shop] = await findShops(db, accountId, shopId);
  return shop;
}

async function countsByShop(db: Db, table: 'shop_cards' | 'warehouses', accountId: number) {
  const rows = await db
    .selectFrom(table)
    .select((eb) => [`${table}.shop_id`, eb.fn.countAll<number>().as('count')])
    .where(`${table}.account_id`, '=', accountId)
    .groupBy(`${table}.shop_id`)
    .execute();
  return new Map(rows.map((row) => [row.shop_id, row.count]));
}

/** Shops with their tokens, without the counts: they cost a walk over the account's cards. */
export async function findShopTokens(
  db: Db,
  accountId: number,
): Promise<Pick<Shop, 'id' | 'name' | 'tokens'>[]> {
  const shops = await db
    .selectFrom('shops')
    .select(['id', 'name'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute();
  const tokens = await findTokens(db, accountId);
  return shops.map((shop) => ({ ...shop, tokens: tokens.get(shop.id) ?? [] }));
}

async function findTokens(db: Db, accountId: number): Promise<Map<number, ShopToken[]>> {
  const rows = await db
    .selectFrom('shop_tokens')
    .leftJoin('shop_token_categories', 'shop_token_categories.token_id', 'shop_tokens.id')
    .select([
      'shop_tokens.id',
      'shop_tokens.shop_id',
      'shop_tokens.last4',
      'shop_tokens.type',
      'shop_tokens.is_read_only',
      'shop_tokens.expires_at',
      'shop_tokens.created_at',
      'shop_token_categories.category',
      'shop_token_categories.problem',
    ])
    .where('shop_tokens.account_id', '=', accountId)
    .orderBy('shop_tokens.id')
    .orderBy('shop_token_categories.category')
    .execute();
  const tokens = new Map<number, ShopToken>();
  const byShop = new Map<number, ShopToken[]>();
  for (const row of rows) {
    const token: ShopToken = tokens.get(row.id) ?? {
      id: row.id,
      last4: row.last4,
      type: row.type,
      isReadOnly: row.is_read_only,
      expiresAt: row.expires_at.toISOString(),
      createdAt: row.created_at.toISOString(),
      categories: [],
    };
    if (!tokens.has(row.id)) byShop.set(row.shop_id, [...(byShop.get(row.shop_id) ?? []), token]);
    tokens.set(row.id, token);
    if (row.category === null) continue;
    const problem = row.expires_at.getTime() <= Date.now() ? 'EXPIRED' : row.problem;
    token.categories.push({
      category: row.category,
      status: problem === null ? 'ACTIVE' : 'INACTIVE',
      problem,
    });
  }
  return byShop;
}

export async function findShopBySid(db: Db, accountId: number, sid: string, isSandbox: boolean) {
  return await db
    .selectFrom('shops')
    .select(['id', 'name'])
    .where('account_id', '=', accountId)
    .where('sid', '=', sid)
    .where('is_sandbox', '=', isSandbox)
    .executeTakeFirst();
}

const COLORS = 8;

export async function insertShop(
  trx: Trx,
  accountId: number,
  shop: { name: string; sid: string; tradeMark: string; tin: string; isSandbox?: boolean },
): Promise<number> {
  const { count } = await trx
    .selectFrom('shops')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  const { id } = await trx
    .insertInto('shops')
    .values({
      account_id: accountId,
      name: shop.name,
      color: count % COLORS,
      sid: shop.sid,
      trade_mark: shop.tradeMark,
      tin: shop.tin,
      is_sandbox: shop.isSandbox ?? false,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateShopFields(
  db: Db,
  accountId: number,
  shopId: number,
  fields: { name?: string | undefined; description?: string | undefined },
): Promise<void> {
  const changes = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  if (Object.keys(changes).length === 0) return;
  await db
    .updateTable('shops')
    .set(changes)
    .where('account_id', '=', accountId)
    .where('id', '=', shopId)
    .execute();
}

/** Seals the secret and stores a row for each category that the token covers. */
export async function insertToken(
  trx: Trx,
  place: { accountId: number; shopId: number; secretKey: Buffer },
  secret: string,
  facts: { token: TokenFacts; problems: ReadonlyMap<TokenCategory, TokenProblem> },
): Promise<void> {
  const { token, problems } = facts;
  const { id } = await trx
    .insertInto('shop_tokens')
    .values({
      account_id: place.accountId,
      shop_id: place.shopId,
      wb_token_id: token.id,
      secret: sealShopToken(place.secretKey, secret, place.shopId),
      key_id: keyIdOf(place.secretKey),
      last4: secret.slice(-4),
      type: token.type,
      is_read_only: token.isReadOnly,
      expires_at: token.expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (token.categories.length === 0) return;
  await trx
    .insertInto('shop_token_categories')
    .values(
      token.categories.map((category) => ({
        token_id: id,
        account_id: place.accountId,
        shop_id: place.shopId,
        category,
        problem: problems.get(category) ?? null,
        checked_at: sql`now()`,
      })),
    )
    .execute();
}

export async function isTokenStored(
  db: Db,
  accountId: number,
  shopId: number,
  wbTokenId: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('shop_tokens')
    .select('id')
    .where('account_id', '=', accountId)
    .where('shop_id', '=', shopId)
    .where('wb_token_id', '=', wbTokenId)
    .executeTakeFirst();
  return row !== undefined;
}

/** False when the shop has no such token. */
export async function deleteToken(
  trx: Trx,
  accountId: number,
  shopId: number,
  tokenId: number,
): Promise<boolean> {
  const result = await trx
    .deleteFrom('shop_tokens')
    .where('account_id', '=', accountId)
    .where('shop_id', '=', shopId)
    .where('id', '=', tokenId)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** What a check found out about one token; categories that were not asked keep what is known of them. */
export async function storeTokenProblems(
  trx: Trx,
  accountId: number,
  tokenId: number,
  problems: ReadonlyMap<TokenCategory, TokenProblem | null>,
): Promise<void> {
  for (const [category, problem] of problems) {
    await trx
      .updateTable('shop_token_categories')
      .set({ problem, checked_at: sql`now()` })
      .where('account_id', '=', accountId)
      .where('token_id', '=', tokenId)
      .where('category', '=', category)
      .execute();
  }
}
