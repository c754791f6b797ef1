import { sql } from 'kysely';
import type { SendOptions } from '#contract/card-sending.ts';
import { titleInShop } from '#server/cards/title-in-shop.ts';
import type { Trx } from '#server/db/database.ts';
import { snapshotInShop, vendorCodeInShop } from './card-snapshot.ts';

export interface ShipmentInput {
  accountId: number;
  userId: number;
  cardIds: readonly number[];
  shopIds: readonly number[];
  options: SendOptions;
  repeatOf?: number;
}

export async function insertShipment(trx: Trx, input: ShipmentInput): Promise<{ id: number }> {
  return await trx
    .insertInto('shipments')
    .values({
      account_id: input.accountId,
      created_by: input.userId,
      status: 'NEW',
      shop_ids: [...input.shopIds],
      card_count: input.cardIds.length,
      with_prices: input.options.withPrices,
      with_discounts: input.options.withDiscounts,
      with_images: input.options.withImages,
      stock_group_id: input.options.stocks?.warehouseGroupId ?? null,
      stock_amount: input.options.stocks?.amount ?? null,
      repeat_of: input.repeatOf ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
}

/** An item for each card in each shop, with the card as it is at this moment. */
export async function insertItems(
  trx: Trx,
  accountId: number,
  shipmentId: number,
  cardIds: readonly number[],
  shopIds: readonly number[],
): Promise<void> {
  await sql`
    INSERT INTO shipment_items (account_id, shipment_id, card_id, shop_id, vendor_code, title, snapshot, nm_id, is_update)
    SELECT ${accountId}, ${shipmentId}, cards.id, shops.id, ${vendorCodeInShop}, ${titleInShop(sql`shops.id`)}, ${snapshotInShop(sql`shops.id`)},
           shop_cards.nm_id, shop_cards.nm_id IS NOT NULL
    FROM cards
    CROSS JOIN shops
    LEFT JOIN shop_cards ON shop_cards.card_id = cards.id AND shop_cards.shop_id = shops.id
    WHERE cards.account_id = ${accountId} AND cards.id = any(${[...cardIds]}::bigint[])
      AND shops.account_id = ${accountId} AND shops.id = any(${[...shopIds]}::bigint[])
    ORDER BY shops.id, cards.id`.execute(trx);
}
