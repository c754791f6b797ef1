import { daysBetween, formatDay, moscowDay, type Moment } from '#lib/dates.ts';
import { countOf } from '#lib/plurals.ts';
import type { Shop, ShopToken, TokenProblem, TokenType } from '#contract/shops.ts';
import { allTokenCategories, type TokenCategory, type TokenStatus } from '#contract/users.ts';
import { pluralForm } from '#contract/plurals.ts';

export const categoryLabels: Record<TokenCategory, string> = {
  CONTENT: 'Контент',
  PRICE_AND_DISCOUNT: 'Цены и скидки',
  MARKETPLACE: 'Маркетплейс',
  ANALYTICS: 'Аналитика',
  STATISTICS: 'Статистика',
  FINANCE: 'Финансы',
};

export const problemLabels: Record<TokenProblem, string> = {
  EXPIRED: 'срок токена истёк',
  REVOKED: 'токен отозван или отклонён Wildberries',
  NOT_COVERED: 'категория не включена в токен',
  WRONG_SELLER: 'токен другого продавца',
  SANDBOX: 'токен песочницы, с рабочими данными не действует',
};

export const typeLabels: Record<TokenType, string> = {
  BASIC: 'Базовый',
  TEST: 'Тестовый',
  PERSONAL: 'Персональный',
  SERVICE: 'Сервисный',
};

/** What the type means for work: the marketplace limits calls by it. */
export const typeConsequences: Record<TokenType, string> = {
  BASIC:
    'Лимиты очень малы: цены, фото и заказы — несколько запросов в час, финансовый отчёт — дважды в сутки. Отправки будут ждать. Создайте персональный токен.',
  TEST: 'Действует только в песочнице Wildberries: с рабочими карточками не работает.',
  PERSONAL: 'Обычные лимиты Wildberries.',
  SERVICE: 'Обычные лимиты Wildberries.',
};

const SOON_DAYS = 14;
const URGENT_DAYS = 3;

export interface TokenExpiry {
  level: 'calm' | 'soon' | 'urgent' | 'expired';
  text: string;
}

/** How long a token has left, in days of Moscow. */
export function tokenExpiry(expiresAt: string, now: Moment = Date.now()): TokenExpiry {
  const day = moscowDay(expiresAt);
  if (new Date(expiresAt).getTime() <= new Date(now).getTime()) {
    return { level: 'expired', text: `Срок истёк ${formatDay(day, now)}` };
  }
  const days = daysBetween(moscowDay(now), day);
  if (days > SOON_DAYS) return { level: 'calm', text: `Действует до ${formatDay(day, now)}` };
  const level = days <= URGENT_DAYS ? 'urgent' : 'soon';
  if (days === 0) return { level, text: 'Истекает сегодня' };
  if (days === 1) return { level, text: 'Истекает завтра' };
  return { level, text: `Истекает через ${countOf(days, ['день', 'дня', 'дней'])}` };
}

/** Which categories at least one of the shop's tokens opens. */
export function workingCategories(shop: Pick<Shop, 'tokens'>): ReadonlySet<TokenCategory> {
  return new Set(
    shop.tokens.flatMap((token) =>
      token.categories.filter(({ status }) => status === 'ACTIVE').map(({ category }) => category),
    ),
  );
}

export interface TokenSummary {
  tone: 'green' | 'orange' | 'red';
  text: string;
}

/** The state of all of a shop's tokens in one phrase, the worst news first. */
export function summarizeTokens(shop: Pick<Shop, 'tokens'>, now: Moment = Date.now()): TokenSummary {
  if (shop.tokens.length === 0) return { tone: 'red', text: 'Нет токенов' };
  const broken = shop.tokens.filter((token) => tokenStatus(token) === 'INACTIVE').length;
  if (broken > 0) {
    return {
      tone: 'red',
      text: ofTokens('Неактив', broken, shop.tokens.length),
    };
  }
  const expiring = shop.tokens
    .map(({ expiresAt }) => tokenExpiry(expiresAt, now))
    .find(({ level }) => level !== 'calm');
  if (expiring) return { tone: expiring.level === 'urgent' ? 'red' : 'orange', text: expiring.text };
  const working = workingCategories(shop).size;
  if (working < allTokenCategories.length) {
    return { tone: 'orange', text: `Открыто ${working} из ${allTokenCategories.length} категорий` };
  }
  if (shop.tokens.some(({ isReadOnly }) => isReadOnly)) return { tone: 'orange', text: 'Только чтение' };
  if (shop.tokens.some(({ type }) => type === 'BASIC'))
    return { tone: 'orange', text: 'Базовый, малые лимиты' };
  return { tone: 'green', text: ofTokens('Актив', shop.tokens.length, shop.tokens.length) };
}

/** «Активен» of an only token, «Активны» of all of several, «Неактивен 1 из 2». */
function ofTokens(stem: 'Актив' | 'Неактив', count: number, total: number): string {
  if (count < total) return `${stem}${pluralForm(count, ['ен', 'ны', 'ны'])} ${count} из ${total}`;
  return total === 1 ? `${stem}ен` : `${stem}ны`;
}

/** A token is inactive when any category that it should open does not work; a category it never covered is no fault. */
export function tokenStatus(token: ShopToken): TokenStatus {
  const isBroken = token.categories.some(
    ({ status, problem }) => status === 'INACTIVE' && problem !== 'NOT_COVERED',
  );
  return isBroken ? 'INACTIVE' : 'ACTIVE';
}
