import type { CardTab } from '#contract/cards.ts';
import type { Profile } from '#contract/users.ts';

export const cardTabLabels: Record<CardTab, string> = {
  CONTENT: 'Контент',
  PRICE_AND_DISCOUNT: 'Цены и скидки',
  MARKETPLACE: 'Маркетплейс',
  ANALYTICS: 'Аналитика',
  STATISTICS: 'Статистика',
};

/** Categories that work in at least one shop, as lowercase keys: the server's spelling does not matter. */
export function activeCategories(profile: Pick<Profile, 'shops'> | undefined): ReadonlySet<string> {
  const tokens = profile?.shops.flatMap((shop) => shop.tokens) ?? [];
  return new Set(
    tokens.filter((token) => token.status === 'ACTIVE').map((token) => token.category.toLowerCase()),
  );
}

export function isTabActive(tab: CardTab, active: ReadonlySet<string>): boolean {
  return active.has(tab.toLowerCase());
}
