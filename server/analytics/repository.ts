import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#server/db/database.ts';
import type { Day, Period } from './moscow-days.ts';
import { GOODS_OPERATIONS, NO_LINES, RETURN_DOCUMENT, type ProfitLines } from './profit-engine.ts';
import type { ShopCardLines, ShopDayLines } from './profit-report.ts';
import { costOfPiece, reportSoldDay, saleSoldDay } from './cost-sql.ts';
import { orderLines, reportLines, saleLines, summed } from './profit-sql.ts';

export interface ShopCoverage {
  shopId: number;
  /** The first and the last day that sales reports of the shop cover; null: there are none. */
  reportedFrom: Day | null;
  reportedUntil: Day | null;
  /** The first day that an order of the shop is known of. */
  orderedFrom: Day | null;
  ordersSyncedAt: Date | null;
  /** When orders and sales were last read, both. */
  syncedAt: Date | null;
}

/** One table of rows and how they become lines. */
interface Source {
  table: 'orders' | 'sales' | 'report_rows';
  lines: typeof reportLines;
  /** Only rows that the answer counts. */
  where: RawBuilder<unknown>;
  /** The day whose cost counts; absent: its rows are no goods that were handed over. */
  soldDay?: RawBuilder<unknown>;
}

/**
 * A sale or a return counts by its line in the report, and by itself only while the report has none: the two are told to
 * be the same by the unit's srid, for their days may differ. One without a srid counts after the last reported day.
 */
const isNotReported = sql`CASE WHEN row.srid = ''
  THEN shop.until IS NULL OR row.day > shop.until
  ELSE NOT EXISTS (
    SELECT FROM report_rows told
    WHERE told.account_id = row.account_id AND told.shop_id = row.shop_id AND told.srid = row.srid
      AND told.operation IN (${sql.join(GOODS_OPERATIONS)})
      AND (told.doc_type_name = ${RETURN_DOCUMENT}) = row.is_return
  ) END`;

const sources: Source[] = [
  { table: 'orders', lines: orderLines, where: sql`true` },
  { table: 'sales', lines: saleLines, where: isNotReported, soldDay: saleSoldDay },
  { table: 'report_rows', lines: reportLines, where: sql`true`, soldDay: reportSoldDay },
];

/** Lines of one source: those of `sales` are preliminary. */
export interface SourceDayLines extends ShopDayLines {
  source: Source['table'];
}

/** Which rows are meant: of these shops, on these days. */
interface Range {
  shops: readonly ShopCoverage[];
  period: Period;
}

/**
 * Rows of a source in shops and days, each with what one piece cost when it was sold. `shop.until` is the last day that the shop's report
 * covers. Shops of another account give nothing.
 */
const rowsOf = (source: Source, accountId: number, { shops, period }: Range) => sql`
  FROM unnest(
    ${shops.map((shop) => shop.shopId)}::bigint[],
    ${shops.map((shop) => shop.reportedUntil)}::date[]
  ) AS shop (id, until)
  JOIN ${sql.table(source.table)} row ON row.shop_id = shop.id
  LEFT JOIN (
    SELECT listed.shop_id, listed.nm_id, listed.card_id, card.cost_price_kopecks AS "alwaysKopecks",
      EXISTS (SELECT FROM card_costs dated WHERE dated.card_id = listed.card_id
        AND (dated.from_day > '-infinity' OR dated.shop_id IS NOT NULL OR dated.tech_size IS NOT NULL)
      ) AS "hasDatedCosts"
    FROM shop_cards listed JOIN cards card ON card.id = listed.card_id
    WHERE listed.account_id = ${accountId} AND listed.nm_id IS NOT NULL
  ) listed ON listed.shop_id = row.shop_id AND listed.nm_id = row.nm_id
  ${source.soldDay ? costOfPiece(accountId, source.soldDay) : sql``}
  WHERE row.account_id = ${accountId}
    AND row.day BETWEEN ${period.from} AND ${period.to}
    AND ${source.where}`;

/** The account's shops, or those of them that are asked for. */
export async function findCoverage(
  db: Db,
  accountId: number,
  shopIds?: readonly number[],
): Promise<ShopCoverage[]> {
  const { rows } = await sql<ShopCoverage>`
    SELECT shop.id AS "shopId",
      (SELECT min(row.day) FROM report_rows row
        WHERE row.account_id = shop.account_id AND row.shop_id = shop.id) AS "reportedFrom",
      (SELECT max(row.day) FROM report_rows row
        WHERE row.account_id = shop.account_id AND row.shop_id = shop.id) AS "reportedUntil",
      (SELECT min(row.day) FROM orders row
        WHERE row.account_id = shop.account_id AND row.shop_id = shop.id) AS "orderedFrom",
      (SELECT cursor.synced_at FROM sync_cursors cursor
        WHERE cursor.account_id = shop.account_id AND cursor.shop_id = shop.id
          AND cursor.kind = 'orders') AS "ordersSyncedAt",
      (SELECT min(cursor.synced_at) FROM sync_cursors cursor
        WHERE cursor.account_id = shop.account_id AND cursor.shop_id = shop.id
          AND cursor.kind IN ('orders', 'sales')) AS "syncedAt"
    FROM shops shop
    WHERE shop.account_id = ${accountId}
      AND ${shopIds ? sql`shop.id = any(${[...shopIds]}::bigint[])` : sql`true`}
    ORDER BY shop.id`.execute(db);
  return rows;
}

/** By shop and day; of one card when its id is given. */
export async function findLinesByDay(
  db: Db,
  accountId: number,
  { cardId, ...range }: Range & { cardId?: number | undefined },
): Promise<SourceDayLines[]> {
  const ofCard = cardId === undefined ? sql`` : sql`AND listed.card_id = ${cardId}`;
  const found: SourceDayLines[] = [];
  for (const source of sources) {
    const { rows } = await sql<{ shopId: number; day: Day } & Partial<ProfitLines>>`
      SELECT row.shop_id AS "shopId", row.day, ${summed(source.lines)}
      ${rowsOf(source, accountId, range)} ${ofCard}
      GROUP BY row.shop_id, row.day`.execute(db);
    for (const { shopId, day, ...lines } of rows) {
      found.push({ source: source.table, shopId, day, lines: { ...NO_LINES, ...lines } });
    }
  }
  return found;
}

/** With `isCostMissing`: something of it was sold on a day of which no cost is known. */
export interface SoldCardLines extends ShopCardLines {
  isCostMissing: boolean;
}

/** By card and tax period: `taxDays` are the days on which the tax rule changes, in order. */
export async function findLinesByCard(
  db: Db,
  accountId: number,
  { taxDays, ...range }: Range & { taxDays: readonly Day[] },
): Promise<SoldCardLines[]> {
  const found: SoldCardLines[] = [];
  for (const source of sources) {
    const { rows } = await sql<
      Omit<SoldCardLines, 'taxDay' | 'lines'> & { taxPeriod: number } & Partial<ProfitLines>
    >`
      SELECT row.shop_id AS "shopId", row.nm_id AS "nmId", max(row.vendor_code) AS "vendorCode",
        width_bucket(row.day, ${[...taxDays]}::date[]) AS "taxPeriod",
        bool_or(${isSoldWithoutCost(source)}) AS "isCostMissing", ${summed(source.lines)}
      ${rowsOf(source, accountId, range)}
      GROUP BY row.shop_id, row.nm_id, "taxPeriod"`.execute(db);
    for (const { shopId, nmId, vendorCode, taxPeriod, isCostMissing, ...lines } of rows) {
      const taxDay = taxDays[Math.max(taxPeriod - 1, 0)] ?? range.period.from;
      found.push({ shopId, nmId, vendorCode, taxDay, isCostMissing, lines: { ...NO_LINES, ...lines } });
    }
  }
  return found;
}

function isSoldWithoutCost({ lines, soldDay }: Source): RawBuilder<boolean> {
  if (!soldDay || !lines.buyouts) return sql`false`;
  return sql`cost.kopecks IS NULL AND row.nm_id <> 0 AND ${lines.buyouts} > 0`;
}

/** How many cards of shops were sold on days of which no cost is known. */
export async function countSoldWithoutCost(db: Db, accountId: number, range: Range): Promise<number> {
  const soldWithoutCost = sources
    .filter((source) => source.soldDay)
    .map(
      (source) => sql`SELECT row.shop_id, row.nm_id ${rowsOf(source, accountId, range)}
        AND ${isSoldWithoutCost(source)}`,
    );
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM (${sql.join(soldWithoutCost, sql` UNION `)}) sold`.execute(db);
  return rows[0]?.count ?? 0;
}
