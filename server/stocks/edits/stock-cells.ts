import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

/** One size of a card in one warehouse: what has an amount at the marketplace. */
export interface StockCell {
  cardId: number;
  shopCardId: number;
  warehouseId: number;
  /** With its shop: groups join shops whose warehouses are named alike. */
  warehouseName: string;
  chrtId: number;
  techSize: string;
}

/** A warehouse at the marketplace. */
export interface Place {
  id: number;
  shopId: number;
  shopName: string;
  wbWarehouseId: number;
}

export function cellKey({ warehouseId, chrtId }: { warehouseId: number; chrtId: number }): string {
  return `${String(warehouseId)}:${String(chrtId)}`;
}

/** «Коледино · Северика, размер M». */
export function cellName({ warehouseName, techSize }: Pick<StockCell, 'warehouseName' | 'techSize'>): string {
  return techSize === '' || techSize === '0' ? warehouseName : `${warehouseName}, размер ${techSize}`;
}

/** Every size that the cards have in the shops of these warehouses, by card, warehouse and size. */
export async function findCells(
  db: Db,
  accountId: number,
  cardIds: readonly number[],
  warehouseIds: readonly number[],
): Promise<StockCell[]> {
  const { rows } = await sql<StockCell>`
    SELECT shop_cards.card_id AS "cardId", shop_cards.id AS "shopCardId", warehouses.id AS "warehouseId",
      warehouses.name || ' · ' || shops.name AS "warehouseName", (size ->> 'chrtId')::bigint AS "chrtId",
      coalesce(size ->> 'techSize', '') AS "techSize"
    FROM shop_cards
    JOIN shops ON shops.id = shop_cards.shop_id AND shops.account_id = ${accountId}
    JOIN warehouses ON warehouses.shop_id = shop_cards.shop_id AND warehouses.account_id = ${accountId},
      jsonb_array_elements(shop_cards.sizes) AS size
    WHERE shop_cards.account_id = ${accountId} AND shop_cards.card_id = any(${[...cardIds]}::bigint[])
      AND warehouses.id = any(${[...warehouseIds]}::bigint[])
    ORDER BY shop_cards.card_id, warehouses.id, shop_cards.id, "chrtId"`.execute(db);
  return rows;
}

export async function findPlaces(
  db: Db,
  accountId: number,
  warehouseIds: readonly number[],
): Promise<Map<number, Place>> {
  const rows = await db
    .selectFrom('warehouses')
    .innerJoin('shops', 'shops.id', 'warehouses.shop_id')
    .select(['warehouses.id', 'shop_id as shopId', 'shops.name as shopName'])
    .select('wb_warehouse_id as wbWarehouseId')
    .where('warehouses.account_id', '=', accountId)
    .where('warehouses.id', '=', sql<number>`any(${[...new Set(warehouseIds)]}::bigint[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
