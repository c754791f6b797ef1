import { sql } from 'kysely';
import type { WbTag } from '#contract/wb-tags.ts';
import { cardOr404 } from '#server/cards/repository.ts';
import { shopOr404 } from '#server/cards/shop-or-404.ts';
import type { Database, Db } from '#server/db/database.ts';
import { conflict } from '#server/errors/http-error.ts';
import type { MarketplaceCard } from '#server/marketplace/content-shapes.ts';
import type { ShopClient } from '#server/marketplace/shop-client.ts';
import { findByNmId } from '#server/marketplace/find-card.ts';

/** A card of the account in one of its shops. */
export interface CardInShop {
  accountId: number;
  cardId: number;
  shopId: number;
}

/** The card's number at the marketplace. Throws 404 for what is not the account's, 409 for a card that is not there. */
export async function nmIdOrRefuse(db: Db, { accountId, cardId, shopId }: CardInShop): Promise<number> {
  await cardOr404(db, accountId, cardId);
  await shopOr404(db, accountId, shopId);
  const row = await db
    .selectFrom('shop_cards')
    .select('nm_id')
    .where('account_id', '=', accountId)
    .where('card_id', '=', cardId)
    .where('shop_id', '=', shopId)
    .executeTakeFirst();
  if (!row?.nm_id) throw conflict('Карточки ещё нет на Wildberries в этом магазине: сначала отправьте её');
  return row.nm_id;
}

/** The card as the marketplace shows it now. Throws 409 when it shows none. */
export async function cardThereOrRefuse(
  client: Pick<ShopClient, 'listCards'>,
  nmId: number,
): Promise<MarketplaceCard> {
  const found = await findByNmId(client, nmId);
  if (!found) throw conflict('Wildberries не нашёл карточку: возможно, она в корзине');
  return found;
}

/**
 * Keeps what the marketplace shows. Equal ones are not written again: every write tells all browsers of the account to look. A
 * transaction, since it is run again where somebody had the card and wanted its shops: the card takes the tags over.
 */
export async function keepWbTags(
  { transaction }: Pick<Database, 'transaction'>,
  { accountId, cardId, shopId }: CardInShop,
  tags: readonly WbTag[],
): Promise<void> {
  const wbTags = JSON.stringify(tags);
  await transaction((trx) =>
    trx
      .updateTable('shop_cards')
      .set({ wb_tags: wbTags })
      .where('account_id', '=', accountId)
      .where('card_id', '=', cardId)
      .where('shop_id', '=', shopId)
      .where(sql<boolean>`wb_tags IS DISTINCT FROM ${wbTags}::jsonb`)
      .execute(),
  );
}
