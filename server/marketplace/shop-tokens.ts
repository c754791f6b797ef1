import type { TokenProblem } from '#contract/shops.ts';
import type { TokenCategory } from '#contract/users.ts';
import type { Db } from '#server/db/database.ts';
import { CATEGORY_NAMES } from './category-names.ts';
import { noToken, type MarketplaceError } from './errors.ts';
import type { OperationRequest } from './request.ts';

export interface StoredToken {
  id: number;
  secret: Buffer;
  keyId: string;
  type: 'BASIC' | 'TEST' | 'PERSONAL' | 'SERVICE';
  isReadOnly: boolean;
  categories: TokenCategory[];
}

/** The shop's tokens that work, by what is known: not expired, no problem noted. Better limits first, then newer ones. */
export async function readWorkingTokens(db: Db, accountId: number, shopId: number): Promise<StoredToken[]> {
  const rows = await db
    .selectFrom('shop_tokens')
    .innerJoin('shop_token_categories', 'shop_token_categories.token_id', 'shop_tokens.id')
    .select([
      'shop_tokens.id',
      'shop_tokens.secret',
      'shop_tokens.key_id',
      'shop_tokens.type',
      'shop_tokens.is_read_only',
      'shop_token_categories.category',
    ])
    .where('shop_tokens.account_id', '=', accountId)
    .where('shop_tokens.shop_id', '=', shopId)
    .where('shop_tokens.expires_at', '>', (eb) => eb.fn<Date>('now'))
    .where('shop_token_categories.problem', 'is', null)
    .orderBy('shop_tokens.expires_at', 'desc')
    .orderBy('shop_tokens.id', 'desc')
    .execute();
  const tokens = new Map<number, StoredToken>();
  for (const row of rows) {
    const token = tokens.get(row.id) ?? {
      id: row.id,
      secret: row.secret,
      keyId: row.key_id,
      type: row.type,
      isReadOnly: row.is_read_only,
      categories: [],
    };
    token.categories.push(row.category);
    tokens.set(row.id, token);
  }
  return [...tokens.values()].sort((one, other) => rankOf(one) - rankOf(other));
}

function rankOf(token: StoredToken): number {
  return (token.isReadOnly ? 2 : 0) + (token.type === 'BASIC' ? 1 : 0);
}

/** The token for a call; throws a sentence that a seller can act on. */
export function chooseToken(
  tokens: StoredToken[],
  request: Pick<OperationRequest<unknown>, 'category' | 'isWrite'>,
  shopName: string,
): StoredToken {
  const { category, isWrite } = request;
  const covering = tokens.filter((token) => category === 'any' || token.categories.includes(category));
  const usable = covering.find((token) => !isWrite || !token.isReadOnly);
  if (usable) return usable;
  if (covering.length > 0) throw noToken('Токен только для чтения', 'read_only');
  const wanted = category === 'any' ? '' : ` категории «${CATEGORY_NAMES[category]}»`;
  throw noToken(`Нет активного токена${wanted} в магазине «${shopName}»`, 'no_token');
}

/** What a 401 says about the token's category. */
export function problemOf(error: MarketplaceError): TokenProblem {
  if (error.code === 'not_covered') return 'NOT_COVERED';
  if (error.code === 'expired') return 'EXPIRED';
  if (error.code === 'sandbox') return 'SANDBOX';
  return 'REVOKED';
}

/** What is said of the token itself holds for every category of it; the rest only for the category that was asked. */
const WHOLE_TOKEN_CODES = new Set<string | undefined>(['revoked', 'expired', 'sandbox']);

/** Notes a 401: the token is not chosen again for what it says. */
export async function markTokenProblem(
  db: Db,
  accountId: number,
  tokenId: number,
  category: TokenCategory | 'any',
  error: MarketplaceError,
): Promise<void> {
  let marked = db
    .updateTable('shop_token_categories')
    .set({ problem: problemOf(error), checked_at: new Date() })
    .where('account_id', '=', accountId)
    .where('token_id', '=', tokenId);
  if (category !== 'any' && !WHOLE_TOKEN_CODES.has(error.code))
    marked = marked.where('category', '=', category);
  await marked.execute();
}
