import { sql } from 'kysely';
import type { EndpointQuery } from '#contract/endpoint.ts';
import type {
  listStockPartsEndpoint,
  listStockRowsEndpoint,
  StockPart,
  StockParts,
  StockRow,
} from '#contract/stock-parts.ts';
import type { Db } from '#server/db/database.ts';
import { badRequest } from '#server/errors/http-error.ts';
import { moscowDay } from './moscow-days.ts';
import { pricedStock } from './priced-stock.ts';
import { requestedShops } from './requested-shops.ts';
import { readingsOf } from './stock-readings.ts';

type PartsQuery = EndpointQuery<typeof listStockPartsEndpoint>;
type RowsQuery = EndpointQuery<typeof listStockRowsEndpoint>;

/** What the money in stocks adds up from, warehouse by warehouse: together they are the totals of `readStockMoney`. */
export async function readStockParts(
  db: Db,
  accountId: number,
  query: PartsQuery,
  now = new Date(),
): Promise<StockParts> {
  const shops = await requestedShops(db, accountId, query.shop);
  const shopIds = shops.map(({ shopId }) => shopId);
  const { rows: parts } = await sql<StockPart>`
    SELECT row.shop_id AS "shopId", row.warehouse_id AS "warehouseId", warehouse.name AS "warehouseName",
      count(*) AS "rowCount", count(*) FILTER (WHERE row.cost_kopecks IS NULL) AS "rowsWithoutCost",
      sum(row.amount) AS units, coalesce(whole_sum(row.amount * row.cost_kopecks), 0) AS "frozenKopecks",
      coalesce(sum(row.amount) FILTER (WHERE row.cost_kopecks IS NULL), 0) AS "unitsWithoutCost"
    ${stockOf(accountId, shopIds, query, now)}
    GROUP BY row.shop_id, row.warehouse_id, warehouse.name
    ORDER BY "frozenKopecks" DESC, units DESC, row.shop_id, row.warehouse_id`.execute(db);
  const sum = (name: 'units' | 'frozenKopecks' | 'unitsWithoutCost') =>
    parts.reduce((all, part) => all + part[name], 0);
  const readAt = await readingsOf(db, accountId, shopIds);
  return {
    units: sum('units'),
    frozenKopecks: sum('frozenKopecks'),
    unitsWithoutCost: sum('unitsWithoutCost'),
    parts,
    shops: shopIds.map((shopId) => ({ shopId, readAt: readAt.get(shopId)?.toISOString() ?? null })),
  };
}

/** The sizes of cards in one warehouse, the most money first, those whose cost is not known last. */
export async function readStockRows(
  db: Db,
  accountId: number,
  query: RowsQuery,
  now = new Date(),
): Promise<{ count: number; results: StockRow[] }> {
  const shops = await requestedShops(db, accountId, query.shop);
  const shopIds = shops.map(({ shopId }) => shopId);
  const found = sql`${stockOf(accountId, shopIds, query, now)} AND row.warehouse_id = ${query.warehouseId}`;
  const counted = await sql<{ count: number }>`SELECT count(*) AS count ${found}`.execute(db);
  const { rows } = await sql<StockRow>`
    SELECT row.chrt_id AS "chrtId", row.shop_id AS "shopId", row.warehouse_id AS "warehouseId",
      row.card_id AS "cardId", row.nm_id AS "nmId", row.vendor_code AS "vendorCode",
      coalesce(text_in_shop(card.shop_texts, row.shop_id, 'title'), card.title) AS title,
      CASE WHEN row.tech_size = '0' THEN '' ELSE row.tech_size END AS "techSize", row.barcode,
      row.amount AS units, row.cost_kopecks AS "costKopecks", coalesce(row.amount * row.cost_kopecks, 0) AS "frozenKopecks"
    ${found}
    ORDER BY row.cost_kopecks IS NULL, row.amount * row.cost_kopecks DESC, row.amount DESC, row.chrt_id
    LIMIT ${query.limit} OFFSET ${query.offset}`.execute(db);
  return { count: counted.rows[0]?.count ?? 0, results: rows };
}

const stockOf = (accountId: number, shopIds: readonly number[], { nmId }: PartsQuery, now: Date) => {
  if (nmId !== undefined && shopIds.length !== 1)
    throw badRequest('Карточка — одного магазина: назовите его');
  return sql`
    FROM ${pricedStock(accountId, shopIds, moscowDay(now))} row
    JOIN warehouses warehouse ON warehouse.id = row.warehouse_id AND warehouse.account_id = ${accountId}
    JOIN cards card ON card.id = row.card_id AND card.account_id = ${accountId}
    WHERE ${nmId === undefined ? sql`true` : sql`row.nm_id = ${nmId}`}`;
};
