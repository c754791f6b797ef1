import { sql } from 'kysely';
import { costOfPiece } from './cost-sql.ts';
import type { Day } from './moscow-days.ts';
import { listedCards } from './source-rows.ts';

/**
 * Each size of a card of which anything stands in a warehouse, with what a piece costs today: of the size, the shop or the card; a shop
 * knows a size by a barcode. Sums of it and its rows are said of this alone.
 */
export const pricedStock = (accountId: number, shopIds: readonly number[], today: Day) => sql`(
  SELECT row.*, cost.kopecks AS cost_kopecks
  FROM (
    SELECT shop_card.shop_id, shop_card.nm_id, shop_card.card_id, shop_card.vendor_code,
      stock.warehouse_id, stock.chrt_id, stock.amount,
      coalesce(said.size ->> 'techSize', '') AS tech_size, coalesce(said.size -> 'skus' ->> 0, '') AS barcode
    FROM shop_cards shop_card
    JOIN stocks stock ON stock.shop_card_id = shop_card.id AND stock.account_id = ${accountId} AND stock.amount > 0
    LEFT JOIN LATERAL (SELECT size FROM jsonb_array_elements(shop_card.sizes) size
      WHERE (size ->> 'chrtId')::bigint = stock.chrt_id LIMIT 1) said ON true
    WHERE shop_card.account_id = ${accountId} AND shop_card.shop_id = any(${[...shopIds]}::bigint[])
  ) row
  ${listedCards(accountId)}
  ${costOfPiece(accountId, sql`${today}::date`)}
)`;
