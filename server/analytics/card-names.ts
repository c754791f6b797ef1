import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

/** A card in a shop, as the marketplace's rows name it. */
export interface ShopNm {
  shopId: number;
  nmId: number;
}

export interface NamedCard extends ShopNm {
  cardId: number;
  vendorCode: string;
  title: string;
  hasCostPrice: boolean;
}

const SELECT_NAMED = sql`
  select listed.shop_id as "shopId", listed.nm_id as "nmId", card.id as "cardId",
    listed.vendor_code as "vendorCode", coalesce(text_in_shop(card.shop_texts, listed.shop_id, 'title'), card.title) as title,
    card.cost_price_kopecks is not null as "hasCostPrice"
  from shop_cards listed join cards card on card.id = listed.card_id`;

/** The account's cards that stand behind the shops' nmIds. */
export async function findCardNames(
  db: Db,
  accountId: number,
  items: readonly ShopNm[],
): Promise<NamedCard[]> {
  const result = await sql<NamedCard>`
    ${SELECT_NAMED}
    join unnest(
      ${items.map((item) => item.shopId)}::bigint[],
      ${items.map((item) => item.nmId)}::bigint[]
    ) as wanted (shop_id, nm_id) on wanted.shop_id = listed.shop_id and wanted.nm_id = listed.nm_id
    where listed.account_id = ${accountId}`.execute(db);
  return result.rows;
}

/** Cards whose title, vendor code, nmId or barcode has the text. */
export async function findCardsByText(
  db: Db,
  accountId: number,
  text: string,
  shopIds: readonly number[],
): Promise<ShopNm[]> {
  const pattern = `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  const result = await sql<ShopNm>`
    select listed.shop_id as "shopId", listed.nm_id as "nmId"
    from shop_cards listed join cards card on card.id = listed.card_id
    where listed.account_id = ${accountId} and card.account_id = ${accountId}
      and listed.shop_id = any(${[...shopIds]}::bigint[]) and listed.nm_id is not null
      and (card.search_text like ${pattern}
        -- Few have texts of their own, and a function for each card takes longer than all the rest.
        or card.shop_texts <> '[]' and lower(text_in_shop(card.shop_texts, listed.shop_id, 'title')) like ${pattern})`.execute(
    db,
  );
  return result.rows;
}

/** All cards that shops have at the marketplace. */
export async function findListedCards(
  db: Db,
  accountId: number,
  shopIds: readonly number[],
): Promise<NamedCard[]> {
  const result = await sql<NamedCard>`
    ${SELECT_NAMED}
    where listed.account_id = ${accountId}
      and listed.shop_id = any(${[...shopIds]}::bigint[]) and listed.nm_id is not null
    order by listed.shop_id, listed.nm_id`.execute(db);
  return result.rows;
}
