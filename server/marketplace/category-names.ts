import type { TokenCategory } from '#contract/users.ts';

/** As the marketplace's own token page calls them. */
export const CATEGORY_NAMES: Record<TokenCategory, string> = {
  CONTENT: 'Контент',
  PRICE_AND_DISCOUNT: 'Цены и скидки',
  MARKETPLACE: 'Маркетплейс',
  ANALYTICS: 'Аналитика',
  STATISTICS: 'Статистика',
  FINANCE: 'Финансы',
};
