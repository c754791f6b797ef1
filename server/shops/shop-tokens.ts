import type { Shop, TokenProblem } from '#contract/shops.ts';
import type { TokenCategory } from '#contract/users.ts';
import { enqueueSalesSync } from '#server/analytics/sync-sales-job.ts';
import { enqueueTariffsSync } from '#server/analytics/sync-tariffs-job.ts';
import type { Deps } from '#server/jobs/deps.ts';
import { writeAudit } from '#server/audit/audit.ts';
import { openShopToken } from '#server/secrets/secret-box.ts';
import { decodeToken, type TokenFacts } from '#server/marketplace/token.ts';
import { conflict, notFound } from '#server/errors/http-error.ts';
import {
  askSeller,
  pingCategories,
  readUsableToken,
  requireAccepted,
  tokenRefused,
} from './examine-token.ts';
import {
  deleteToken,
  findShopBySid,
  insertShop,
  insertToken,
  isTokenStored,
  storeTokenProblems,
} from './repository.ts';
import { enqueueShopSync } from '#server/sync/sync-shop-job.ts';

interface Person {
  accountId: number;
  userId: number;
  sessionId: number;
}

/** Adds the shop that a token belongs to; its cards and sales are read in the background. Answers the shop's id. */
export async function addShop(
  deps: Deps,
  person: Person,
  input: { name?: string | undefined; token: string },
): Promise<number> {
  const { database, marketplace } = deps;
  const { accountId } = person;
  const secret = input.token.trim();
  const token = readUsableToken(secret, sandboxOf(deps));
  await refuseKnownSeller(deps, accountId, token);
  const client = await marketplace.forToken(database.db, accountId, secret);
  const seller = await askSeller(client, token);
  const found = await pingCategories(client, token.categories);
  requireAccepted(seller, found);
  const problems = withoutHealthy(found);
  return await database.transaction(async (trx) => {
    const shopId = await insertShop(trx, accountId, {
      name: input.name ?? (seller?.tradeMark || seller?.name || unnamed(token)),
      sid: token.sid,
      isSandbox: token.isSandbox,
      tradeMark: seller?.tradeMark ?? '',
      tin: seller?.tin ?? '',
    });
    const place = { accountId, shopId, secretKey: deps.env.secretKey };
    await insertToken(trx, place, secret, { token, problems });
    await writeAudit(trx, { action: 'shop-added', result: 'ok', ...person, facts: { shopId } });
    await startReading(deps, { accountId, shopId }, token);
    return shopId;
  });
}

const sandboxOf = ({ env }: Deps) => ({ allowsSandbox: env.wbSandboxBaseUrls !== undefined });

function unnamed({ sid, isSandbox }: TokenFacts): string {
  return `${isSandbox ? 'Песочница' : 'Магазин'} ${sid.slice(0, 4)}`;
}

async function refuseKnownSeller({ database }: Deps, accountId: number, token: TokenFacts): Promise<void> {
  const known = await findShopBySid(database.db, accountId, token.sid, token.isSandbox);
  if (known) throw tokenRefused(`Этот магазин уже добавлен: «${known.name}». Добавьте токен в нём`);
}

/** Adds one more token of the same seller. */
export async function addToken(
  deps: Deps,
  person: Person,
  shop: Pick<Shop, 'id' | 'sid' | 'isSandbox'>,
  pasted: string,
): Promise<void> {
  const { database, marketplace } = deps;
  const { accountId } = person;
  const secret = pasted.trim();
  const token = readUsableToken(secret, sandboxOf(deps));
  if (token.isSandbox !== (shop.isSandbox ?? false)) {
    throw tokenRefused(
      token.isSandbox
        ? 'Это токен песочницы, а магазин настоящий. Добавьте его как отдельный магазин'
        : 'Это магазин песочницы, а токен настоящий. Добавьте его как отдельный магазин',
    );
  }
  if (token.sid !== shop.sid.toLowerCase()) {
    throw tokenRefused('Токен принадлежит другому продавцу. Добавьте его как отдельный магазин');
  }
  if (await isTokenStored(database.db, accountId, shop.id, token.id)) {
    throw tokenRefused('Этот токен уже добавлен');
  }
  const client = await marketplace.forToken(database.db, accountId, secret);
  const seller = await askSeller(client, token);
  const found = await pingCategories(client, token.categories);
  requireAccepted(seller, found);
  const problems = withoutHealthy(found);
  await database.transaction(async (trx) => {
    const place = { accountId, shopId: shop.id, secretKey: deps.env.secretKey };
    await insertToken(trx, place, secret, { token, problems });
    await writeAudit(trx, {
      action: 'shop-token-added',
      result: 'ok',
      ...person,
      facts: { shopId: shop.id },
    });
    await startReading(deps, { accountId, shopId: shop.id }, token);
  });
}

/** What the new token may open: cards, prices and stocks, orders, sales and reports, tariffs. What a sandbox sells is no money. */
async function startReading(
  { jobs }: Deps,
  shop: { accountId: number; shopId: number },
  { isSandbox }: TokenFacts,
): Promise<void> {
  await enqueueShopSync(jobs, { ...shop, isAwaited: true });
  if (isSandbox) return;
  await enqueueSalesSync(jobs, { ...shop, isAwaited: true });
  await enqueueTariffsSync(jobs, shop);
}

export async function removeToken(
  deps: Deps,
  person: Person,
  shopId: number,
  tokenId: number,
): Promise<void> {
  await deps.database.transaction(async (trx) => {
    const isDeleted = await deleteToken(trx, person.accountId, shopId, tokenId);
    if (!isDeleted) throw notFound('Токен не найден');
    await writeAudit(trx, { action: 'shop-token-removed', result: 'ok', ...person, facts: { shopId } });
  });
}

/** Asks the marketplace once about every category of every stored token that has not expired. */
export async function checkTokens(
  deps: Deps,
  person: Person,
  shop: { id: number; sid: string },
): Promise<void> {
  const { database, marketplace, env } = deps;
  const { accountId } = person;
  const tokens = await database.db
    .selectFrom('shop_tokens')
    .select(['id', 'secret', 'expires_at'])
    .where('account_id', '=', accountId)
    .where('shop_id', '=', shop.id)
    .orderBy('id')
    .execute();
  if (tokens.length === 0) throw conflict('В магазине нет токенов');
  for (const stored of tokens) {
    const secret = openShopToken(env.secretKey, stored.secret, shop.id);
    const token = decodeToken(secret);
    if (!token || stored.expires_at.getTime() <= Date.now()) continue;
    const isOfShop = token.sid === shop.sid.toLowerCase();
    const found = isOfShop
      ? await pingCategories(await marketplace.forToken(database.db, accountId, secret), token.categories)
      : new Map(token.categories.map((category) => [category, 'WRONG_SELLER' as const]));
    await database.transaction((trx) => storeTokenProblems(trx, accountId, stored.id, found));
  }
}

function withoutHealthy(
  found: ReadonlyMap<TokenCategory, TokenProblem | null>,
): Map<TokenCategory, TokenProblem> {
  const problems = new Map<TokenCategory, TokenProblem>();
  for (const [category, problem] of found) if (problem !== null) problems.set(category, problem);
  return problems;
}
