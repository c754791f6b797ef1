import type { TokenProblem } from '#contract/shops.ts';
import type { TokenCategory } from '#contract/users.ts';
import type { SellerInfo } from '#server/marketplace/common-operations.ts';
import { MarketplaceError } from '#server/marketplace/errors.ts';
import type { ShopClient } from '#server/marketplace/shop-client.ts';
import { isPingedInSandbox, sandboxCategories } from '#server/marketplace/sandbox.ts';
import { problemOf } from '#server/marketplace/shop-tokens.ts';
import { decodeToken, type TokenFacts } from '#server/marketplace/token.ts';
import { badRequest, unavailable, type HttpError } from '#server/errors/http-error.ts';

/** What a pasted token says of itself, or a sentence about why it will not do. Nothing is asked of the marketplace. */
export function readUsableToken(secret: string, { allowsSandbox }: { allowsSandbox: boolean }): TokenFacts {
  const token = decodeToken(secret);
  if (!token) throw tokenRefused('Это не похоже на токен Wildberries. Скопируйте его целиком');
  if (token.expiresAt.getTime() <= Date.now()) {
    throw tokenRefused('Срок действия токена истёк. Создайте новый в кабинете Wildberries');
  }
  if (token.isSandbox) return usableInSandbox(token, allowsSandbox);
  if (token.categories.length === 0) {
    throw tokenRefused(
      'У токена нет нужных категорий: Контент, Цены и скидки, Маркетплейс, Аналитика, Статистика, Финансы',
    );
  }
  return token;
}

function usableInSandbox(token: TokenFacts, allowsSandbox: boolean): TokenFacts {
  if (!allowsSandbox) {
    throw tokenRefused(
      'Это токен песочницы: с настоящим магазином он не работает. Чтобы проверять на песочнице, сервер запускают с WB_SANDBOX=1',
    );
  }
  const categories = sandboxCategories(token.categories);
  if (!categories.some(isPingedInSandbox)) {
    throw tokenRefused(
      'Токен песочницы проверяется по категории «Контент», «Цены и скидки» или «Статистика»: создайте его хотя бы с одной',
    );
  }
  return { ...token, categories };
}

/**
 * Who the token belongs to; null when the marketplace lets us ask no more just now, and in the sandbox, which does not say it. Throws when it does not take the token
 * or names another seller than the token does.
 */
export async function askSeller(client: ShopClient, token: TokenFacts): Promise<SellerInfo | null> {
  try {
    const seller = await client.sellerInfo();
    if (seller.sid.toLowerCase() !== token.sid) {
      throw tokenRefused('Токен принадлежит другому продавцу');
    }
    return seller;
  } catch (error) {
    if (!(error instanceof MarketplaceError)) throw error;
    if (error.kind === 'limit' || error.code === 'not_in_sandbox') return null;
    if (error.kind === 'token') {
      throw tokenRefused(`Wildberries не принимает этот токен: ${error.detail.join('. ')}`);
    }
    throw error;
  }
}

/**
 * One ping per category. A category that could not be asked is left out: nothing new is known of it. Throws when none may be
 * asked: of a sandbox that is switched off.
 */
export async function pingCategories(
  client: ShopClient,
  categories: readonly TokenCategory[],
): Promise<Map<TokenCategory, TokenProblem | null>> {
  const found = new Map<TokenCategory, TokenProblem | null>();
  for (const category of categories) {
    try {
      await client.ping(category);
      found.set(category, null);
    } catch (error) {
      if (!(error instanceof MarketplaceError) || error.code === 'sandbox_off') throw error;
      if (error.kind === 'token') found.set(category, problemOf(error));
    }
  }
  return found;
}

/**
 * Throws unless the marketplace has shown that it takes the token: by saying whose it is, or in some category. What could not
 * be asked proves nothing, and a token that nobody takes is not stored.
 */
export function requireAccepted(
  seller: SellerInfo | null,
  found: ReadonlyMap<TokenCategory, TokenProblem | null>,
): void {
  const responses = [...found.values()];
  if (seller !== null || responses.includes(null)) return;
  if (responses.length > 0) {
    throw tokenRefused(
      'Wildberries не принимает этот токен ни в одной категории: он отозван или не действует',
    );
  }
  throw unavailable(
    CHECK_RETRY_SECONDS,
    'Не удалось проверить токен: Wildberries сейчас не отвечает. Токен не сохранён, попробуйте через минуту',
  );
}

/** The marketplace says whose a token is once a minute. */
const CHECK_RETRY_SECONDS = 60;

export function tokenRefused(detail: string): HttpError {
  return badRequest(detail, [{ field: 'token', detail }]);
}
