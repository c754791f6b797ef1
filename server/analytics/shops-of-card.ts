import type { Db } from '#server/db/database.ts';

export interface ShopOfCard {
  shopId: number;
  shopName: string;
  nmId: number;
}

/** The shops that a card is listed in; null when the account has no such card. */
export async function findShopsOfCard(
  db: Db,
  accountId: number,
  cardId: number,
): Promise<ShopOfCard[] | null> {
  const card = await db
    .selectFrom('cards')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', cardId)
    .executeTakeFirst();
  if (!card) return null;
  return db
    .selectFrom('shop_cards')
    .innerJoin('shops', 'shops.id', 'shop_cards.shop_id')
    .select(['shops.id as shopId', 'shops.name as shopName'])
    .select((eb) => eb.ref('shop_cards.nm_id').$notNull().as('nmId'))
    .where('shop_cards.account_id', '=', accountId)
    .where('shop_cards.card_id', '=', cardId)
    .where('shop_cards.nm_id', 'is not', null)
    .orderBy('shops.id')
    .execute();
}
