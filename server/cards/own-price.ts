import type { Card } from '#contract/cards.ts';
import type { Trx } from '#server/db/database.ts';
import { refreshCardSummary } from './card-summary.ts';
import { shopOr404 } from './shop-or-404.ts';

/** A price and a discount of the card in one shop; null: the card's. Throws 404 for a shop of another account. */
export async function setOwnPrice(
  trx: Trx,
  accountId: number,
  card: Pick<Card, 'id' | 'vendorCode'>,
  own: { shopId: number; ownPriceKopecks: number | null; ownDiscount: number | null },
): Promise<void> {
  await shopOr404(trx, accountId, own.shopId);
  const price = { own_price_kopecks: own.ownPriceKopecks, own_discount: own.ownDiscount };
  await trx
    .insertInto('shop_cards')
    .values({
      account_id: accountId,
      card_id: card.id,
      shop_id: own.shopId,
      vendor_code: card.vendorCode,
      nm_id: null,
      imt_id: null,
      price_kopecks: null,
      discount: null,
      ...price,
    })
    .onConflict((conflict) => conflict.columns(['card_id', 'shop_id']).doUpdateSet(price))
    .execute();
  await refreshCardSummary(trx, accountId, [card.id]);
}
