import type { ProfileShop } from '#contract/users.ts';
import { inQuotes } from '#lib/text.ts';

/** Why no card of the shop can join a promotion or leave it; null when one can, or when nothing is known of it. */
export function changeRefusal(shop: Pick<ProfileShop, 'name' | 'tokens'> | undefined): string | null {
  const working = (shop?.tokens ?? []).filter(
    ({ category, status }) => category.toUpperCase() === 'PRICE_AND_DISCOUNT' && status === 'ACTIVE',
  );
  if (!shop || working.length === 0 || working.some(({ isReadOnly }) => isReadOnly !== true)) return null;
  return `${inQuotes(shop.name)}: токен «Цены и скидки» только для чтения`;
}
