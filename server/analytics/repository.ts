import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import type { SourceDayLines } from './day-lines.ts';
import { addDays, type Day, type Period } from './moscow-days.ts';
import { NO_LINES, type ProfitLines } from './profit-engine.ts';
import { summed } from './profit-sql.ts';
import { rowsWithCostOf, sources } from './source-rows.ts';

export interface ShopCoverage {
  shopId: number;
  /** The first and the last day that sales reports of the shop cover; null: there are none. */
  reportedFrom: Day | null;
  reportedUntil: Day | null;
  /** Since this day only daily reports tell of it. */
  dailyFrom: Day | null;
  /** The first day that an order of the shop is known of. */
  orderedFrom: Day | null;
  /** The last day on which anything was ordered, sold or returned by the feeds. */
  soldUntil: Day | null;
  ordersSyncedAt: Date | null;
  /** The first day that the feed of sales has. */
  soldFrom: Day | null;
  salesSyncedAt: Date | null;
  /** When a weekly or a daily report was last asked for to the end. */
  reportSyncedAt: Date | null;
  /** When orders and sales were last read, both. */
  syncedAt: Date | null;
}

/** Which rows are meant: of these shops, on these days. */
export interface Range {
  shops: readonly ShopCoverage[];
  period: Period;
}

/** The relation `shop` of {@link rowsWithCostOf}. */
export const shopDaysOf = ({ shops, period }: Range) => sql`(
  SELECT id, until, ${period.from}::date AS from_day, ${period.to}::date AS to_day FROM unnest(
    ${shops.map((shop) => shop.shopId)}::bigint[],
    ${shops.map((shop) => shop.reportedUntil)}::date[]
  ) AS shop (id, until)) shop`;

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
      (SELECT min(row.day) FROM report_rows row
        WHERE row.account_id = shop.account_id AND row.shop_id = shop.id AND row.is_daily) AS "dailyFrom",
      (SELECT min(row.day) FROM orders row
        WHERE row.account_id = shop.account_id AND row.shop_id = shop.id) AS "orderedFrom",
      greatest(
        (SELECT max(row.day) FROM orders row WHERE row.account_id = shop.account_id AND row.shop_id = shop.id),
        (SELECT max(row.day) FROM sales row WHERE row.account_id = shop.account_id AND row.shop_id = shop.id)
      ) AS "soldUntil",
      (SELECT cursor.synced_at FROM sync_cursors cursor
        WHERE cursor.account_id = shop.account_id AND cursor.shop_id = shop.id
          AND cursor.kind = 'orders') AS "ordersSyncedAt",
      (SELECT min(row.day) FROM sales row
        WHERE row.account_id = shop.account_id AND row.shop_id = shop.id) AS "soldFrom",
      (SELECT cursor.synced_at FROM sync_cursors cursor
        WHERE cursor.account_id = shop.account_id AND cursor.shop_id = shop.id
          AND cursor.kind = 'sales') AS "salesSyncedAt",
      (SELECT max(cursor.synced_at) FROM sync_cursors cursor
        WHERE cursor.account_id = shop.account_id AND cursor.shop_id = shop.id
          AND cursor.kind IN ('report', 'daily-report')) AS "reportSyncedAt",
      (SELECT min(cursor.synced_at) FROM sync_cursors cursor
        WHERE cursor.account_id = shop.account_id AND cursor.shop_id = shop.id
          AND cursor.kind IN ('orders', 'sales')) AS "syncedAt"
    FROM shops shop
    WHERE shop.account_id = ${accountId}
      AND ${shopIds ? sql`shop.id = any(${[...shopIds]}::bigint[])` : sql`true`}
    ORDER BY shop.id`.execute(db);
  return rows;
}

/** From the rows, by shop and day; of one card when its id is given. Of whole shops `findDayLines` says the same, sooner. */
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
      ${rowsWithCostOf(source, accountId, shopDaysOf(range))} ${ofCard}
      GROUP BY row.shop_id, row.day`.execute(db);
    for (const { shopId, day, ...lines } of rows) {
      found.push({ source: source.table, shopId, day, lines: { ...NO_LINES, ...lines } });
    }
  }
  return found;
}

/** A period cut where a new part begins. */
export function partsOf({ from, to }: Period, newDays: readonly Day[]): Period[] {
  const starts = [from, ...newDays.filter((day) => day > from && day <= to)];
  return starts.map((start, index) => {
    const next = starts[index + 1];
    return { from: start, to: next === undefined ? to : addDays(next, -1) };
  });
}
