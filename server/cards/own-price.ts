import { sql, type RawBuilder } from 'kysely';
import type { OwnPrice } from '#contract/shop-cards.ts';
import type { Card } from '#contract/cards.ts';
import type { Trx } from '#server/db/database.ts';
import { conflict } from '#server/errors/http-error.ts';
import { roubles } from '#server/text/roubles.ts';
import { refreshCardSummary } from './card-summary.ts';
import type { Author } from './card-writes.ts';
import { shopOr404 } from './shop-or-404.ts';

interface OwnPriceInput extends OwnPrice {
  shopId: number;
  /** What whoever writes has seen; absent: it is written over whatever there is. */
  seen?: OwnPrice | undefined;
}

/**
 * A price and a discount of the card in one shop; null: the card's. Throws 404 for a shop of another account, and 409 where
 * they are no longer as they were seen.
 */
export async function setOwnPrice(
  trx: Trx,
  { accountId, userId }: Author,
  card: Pick<Card, 'id' | 'vendorCode'>,
  { shopId, ownPriceKopecks, ownDiscount, seen }: OwnPriceInput,
): Promise<void> {
  await shopOr404(trx, accountId, shopId);
  const price = { own_price_kopecks: ownPriceKopecks, own_discount: ownDiscount, own_price_by: userId };
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('shop_cards')
    .values({
      account_id: accountId,
      card_id: card.id,
      shop_id: shopId,
      vendor_code: card.vendorCode,
      nm_id: null,
      imt_id: null,
      price_kopecks: null,
      discount: null,
      ...price,
    })
    .onConflict((conflicting) =>
      conflicting.columns(['card_id', 'shop_id']).doUpdateSet(price).where(stillAs(seen)),
    )
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 0n) throw conflict(await whatItIsNow(trx, accountId, card.id, shopId));
  await refreshCardSummary(trx, accountId, [card.id]);
}

function stillAs(seen: OwnPrice | undefined): RawBuilder<boolean> {
  if (!seen) return sql<boolean>`true`;
  return sql<boolean>`shop_cards.own_price_kopecks IS NOT DISTINCT FROM ${seen.ownPriceKopecks}::bigint
    AND shop_cards.own_discount IS NOT DISTINCT FROM ${seen.ownDiscount}::int`;
}

async function whatItIsNow(trx: Trx, accountId: number, cardId: number, shopId: number): Promise<string> {
  const { own_price_kopecks: price, own_discount: discount } = await trx
    .selectFrom('shop_cards')
    .select(['own_price_kopecks', 'own_discount'])
    .where('account_id', '=', accountId)
    .where('card_id', '=', cardId)
    .where('shop_id', '=', shopId)
    .executeTakeFirstOrThrow();
  const priceText = price === null ? 'как в карточке' : roubles(price);
  const discountText = discount === null ? 'как в карточке' : `${discount}\u00a0%`;
  return `За это время её изменили: сейчас цена ${priceText}, скидка ${discountText}`;
}
