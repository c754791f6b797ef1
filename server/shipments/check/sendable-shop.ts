import { quotaProblem } from '#contract/card-sending.ts';
import type { Shop } from '#contract/shops.ts';
import type { TokenCategory } from '#contract/users.ts';

type Tokens = Pick<Shop, 'tokens'>;

/** Why no card can be sent to the shop at all; null when one can. */
export function sendingRefusal(shop: Tokens): string | null {
  const content = workingTokens(shop, 'CONTENT');
  if (content.length === 0) return 'Нет активного токена «Контент»';
  if (content.every((token) => token.isReadOnly)) return 'Токен «Контент» только для чтения';
  return null;
}

/** Why nothing would get to the shop; the gravest first. */
export function shopBlocker(shop: Tokens, toCreate: number, quota: number | null): string | null {
  return sendingRefusal(shop) ?? quotaProblem(toCreate, quota);
}

/** What would be missing or slow; the gravest first. */
export function shopWarning(shop: Tokens): string | null {
  const prices = workingTokens(shop, 'PRICE_AND_DISCOUNT').filter((token) => !token.isReadOnly);
  if (prices.length === 0) return 'Нет активного токена «Цены и скидки»: цены не отправятся';
  if (workingTokens(shop, 'CONTENT').every((token) => token.type === 'BASIC')) {
    return 'Базовый токен: изображения — 2 запроса в час, цены — 4 в час';
  }
  return null;
}

function workingTokens(shop: Tokens, category: TokenCategory): Shop['tokens'] {
  return shop.tokens.filter((token) =>
    token.categories.some((one) => one.category === category && one.status === 'ACTIVE'),
  );
}
