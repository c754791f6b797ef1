import type { ShopCard } from '#contract/shop-cards.ts';
import type { ProfileShop } from '#contract/users.ts';

/** Why no card can be sent to the shop, in the words of its tokens; null when one can, or when nothing is known of it. */
export function sendingRefusal({ tokens }: Pick<ProfileShop, 'tokens'>): string | null {
  const content = tokens.filter(({ category }) => category.toUpperCase() === 'CONTENT');
  const working = content.filter(({ status }) => status === 'ACTIVE');
  if (working.length === 0) return 'Нет активного токена «Контент»';
  return working.every(({ isReadOnly }) => isReadOnly === true) ? 'Токен «Контент» только для чтения' : null;
}

/** Where a card is most likely sent: the shops that have it and take it; of a new one the only shop that there is. */
export function likelyShopIds(
  inShops: readonly Pick<ShopCard, 'shopId' | 'nmId'>[],
  shops: readonly ProfileShop[],
): number[] {
  const sendable = shops.filter((shop) => sendingRefusal(shop) === null).map(({ id }) => id);
  const listed = inShops.filter(({ nmId }) => nmId !== null).map(({ shopId }) => shopId);
  if (listed.length === 0) return shops.length === 1 ? sendable : [];
  return sendable.filter((id) => listed.includes(id));
}
