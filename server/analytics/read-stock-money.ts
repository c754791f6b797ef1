import { sql } from 'kysely';
import type { EndpointQuery } from '#contract/endpoint.ts';
import type { listStockMoneyEndpoint, StockMoney, StockOfCard } from '#contract/stock-money.ts';
import type { Db } from '#server/db/database.ts';
import { dayCount, moscowDay, type Period } from './moscow-days.ts';
import { pricedStock } from './priced-stock.ts';
import { lastReportedDays } from './reported-days.ts';
import { shopDaysOf, type Range, type ShopCoverage } from './repository.ts';
import { requestedShops } from './requested-shops.ts';
import { rowsOf, sources } from './source-rows.ts';
import { readingsOf } from './stock-readings.ts';

type Found = Pick<StockMoney, 'count' | 'results' | 'totals' | 'shops'>;
type Sums = Omit<StockMoney['totals'], 'daysOfStock'> & { count: number };

/** The stock of now, what it has cost and how long it lasts; decision 057. */
export async function readStockMoney(
  db: Db,
  accountId: number,
  query: EndpointQuery<typeof listStockMoneyEndpoint>,
  now = new Date(),
): Promise<Found> {
  const shops = await requestedShops(db, accountId, query.shop);
  const today = moscowDay(now);
  const period = lastReportedDays(shops, today);
  const soldDays = new Map(shops.map((shop) => [shop.shopId, soldDaysOf(shop, period)]));
  const { rows } = await sql<{
    sums: Sums;
    results: StockOfCard[];
    soldOfShops: Record<string, number>;
  }>`
    WITH cards AS MATERIALIZED (${stockOfCards(accountId, { shops, period }, { soldDays, today })})
    SELECT
      (SELECT to_jsonb(sums) FROM (SELECT count(*) AS count,
        coalesce(sum(units), 0) AS units, coalesce(sum("frozenKopecks"), 0) AS "frozenKopecks",
        coalesce(sum("unitsWithoutCost"), 0) AS "unitsWithoutCost", coalesce(sum("soldUnits"), 0) AS "soldUnits",
        count(*) FILTER (WHERE "unitsWithoutCost" > 0) AS "cardsWithoutCost"
        FROM cards) sums) AS sums,
      (SELECT coalesce(jsonb_agg(to_jsonb(page) - 'perDay'), '[]') FROM (
        SELECT *, CASE WHEN "perDay" > 0 THEN units / "perDay" END AS "daysOfStock" FROM cards
        ORDER BY "frozenKopecks" DESC, units DESC, "shopId", "cardId"
        LIMIT ${query.limit} OFFSET ${query.offset}) page) AS results,
      (SELECT coalesce(jsonb_object_agg("shopId", units), '{}') FROM (
        SELECT "shopId", sum("soldUnits") AS units FROM cards GROUP BY "shopId") sold) AS "soldOfShops"`.execute(
    db,
  );
  const [found] = rows;
  if (!found) throw new Error('A statement of sums has one row');
  const { count, ...sums } = found.sums;
  const perDay = soldPerDay(found.soldOfShops, soldDays);
  const readAt = await readingsOf(
    db,
    accountId,
    shops.map(({ shopId }) => shopId),
  );
  return {
    count,
    results: found.results,
    totals: { ...sums, daysOfStock: perDay !== null && perDay > 0 ? sums.units / perDay : null },
    shops: shops.map(({ shopId }) => ({
      shopId,
      readAt: readAt.get(shopId)?.toISOString() ?? null,
      soldDays: soldDays.get(shopId) ?? null,
      soldUnits: found.soldOfShops[String(shopId)] ?? 0,
    })),
  };
}

/**
 * Of all shops together; null: of a shop whose sales are not known, any number may have been sold. Shares of days are added as whole
 * numbers: what was sold and returned alike would leave a rest of rounding, and a stock for ever, divided by it.
 */
function soldPerDay(
  soldOfShops: Readonly<Record<string, number>>,
  soldDays: ReadonlyMap<number, Period | null>,
): number | null {
  let units = 0;
  let days = 1;
  for (const [shopId, sold] of Object.entries(soldOfShops)) {
    const known = soldDays.get(Number(shopId));
    if (!known) return null;
    const ofShop = dayCount(known);
    const common = greatestCommonDivisor(days, ofShop);
    units = (units * ofShop + sold * days) / common;
    days = (days * ofShop) / common;
  }
  return units / days;
}

function greatestCommonDivisor(one: number, other: number): number {
  return other === 0 ? one : greatestCommonDivisor(other, one % other);
}

/** Of these days, those of which it is known what the shop sold. */
function soldDaysOf({ reportedFrom, soldFrom }: ShopCoverage, { from, to }: Period): Period | null {
  const known = [reportedFrom, soldFrom].filter((day) => day !== null).sort()[0];
  if (known === undefined || known > to) return null;
  return { from: known > from ? known : from, to };
}

interface Counting {
  soldDays: ReadonlyMap<number, Period | null>;
  today: string;
}

const stockOfCards = (accountId: number, range: Range, { soldDays, today }: Counting) => {
  const shopIds = range.shops.map(({ shopId }) => shopId);
  const days = shopIds.map((id) => {
    const known = soldDays.get(id);
    return known ? dayCount(known) : null;
  });
  return sql`
    SELECT stock.*, stock."soldUnits"::float8 / shop.days AS "perDay"
    FROM (
      SELECT row.shop_id AS "shopId", row.nm_id AS "nmId", row.card_id AS "cardId", row.vendor_code AS "vendorCode",
        coalesce(text_in_shop(card.shop_texts, row.shop_id, 'title'), card.title) AS title,
        sum(row.amount) AS units,
        coalesce(sum(row.amount * row.cost_kopecks), 0) AS "frozenKopecks",
        coalesce(sum(row.amount) FILTER (WHERE row.cost_kopecks IS NULL), 0) AS "unitsWithoutCost",
        coalesce(max(sold.units), 0) AS "soldUnits"
      FROM ${pricedStock(accountId, shopIds, today)} row
      JOIN cards card ON card.id = row.card_id AND card.account_id = ${accountId}
      LEFT JOIN (${soldByCard(accountId, range)}) sold ON sold.shop_id = row.shop_id AND sold.nm_id = row.nm_id
      GROUP BY row.shop_id, row.nm_id, row.card_id, row.vendor_code, card.id
    ) stock
    JOIN unnest(${shopIds}::bigint[], ${days}::int[]) AS shop (id, days) ON shop.id = stock."shopId"`;
};

/** Bought less returned, of the report and of sales that it does not have yet. */
const soldByCard = (accountId: number, range: Range) => sql`
  SELECT shop_id, nm_id, sum(units) AS units FROM (${sql.join(
    sources.flatMap((source) => {
      const { buyouts, returns } = source.lines;
      if (!buyouts || !returns) return [];
      return sql`
        SELECT row.shop_id, row.nm_id, sum((${buyouts}) - (${returns})) AS units
        ${rowsOf(source, accountId, shopDaysOf(range))} AND row.nm_id <> 0 GROUP BY row.shop_id, row.nm_id`;
    }),
    sql` UNION ALL `,
  )}) told GROUP BY shop_id, nm_id`;
