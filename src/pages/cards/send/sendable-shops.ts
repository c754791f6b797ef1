import type { ProfileShop } from '#contract/users.ts';

/** Why no card can be sent to the shop, in the words of its tokens; null when one can, or when nothing is known of it. */
export function sendingRefusal({ tokens }: Pick<ProfileShop, 'tokens'>): string | null {
  const content = tokens.filter(({ category }) => category.toUpperCase() === 'CONTENT');
  const working = content.filter(({ status }) => status === 'ACTIVE');
  if (working.length === 0) return 'Нет активного токена «Контент»';
  return working.every(({ isReadOnly }) => isReadOnly === true) ? 'Токен «Контент» только для чтения' : null;
}
