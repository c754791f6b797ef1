import type { CardContent, ShopText } from '#contract/cards.ts';

/** What a card says in one shop in place of its own words; empty texts: the card's. */
export function textsIn({ shopTexts = [] }: Pick<CardContent, 'shopTexts'>, shopId: number): ShopText {
  return shopTexts.find((one) => one.shopId === shopId) ?? { shopId, title: '', description: '' };
}

/** The card's texts with those of one shop changed; in one order, so that the same texts are the same list. */
export function withTexts(
  { shopTexts = [] }: Pick<CardContent, 'shopTexts'>,
  shopId: number,
  patch: Partial<Omit<ShopText, 'shopId'>>,
): ShopText[] {
  const changed = { ...textsIn({ shopTexts }, shopId), ...patch };
  return [...shopTexts.filter((one) => one.shopId !== shopId), changed]
    .filter(({ title, description }) => title !== '' || description !== '')
    .toSorted((one, other) => one.shopId - other.shopId);
}
