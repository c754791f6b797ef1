import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#server/db/database.ts';
import type { Day, Period } from './moscow-days.ts';
import { GOODS_OPERATIONS, NO_LINES, RETURN_DOCUMENT, type ProfitLines } from './profit-engine.ts';
import type { ShopCardLines, ShopDayLines } from './profit-report.ts';
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
}

/**
 * A sale or a return counts by its line in the report, and by itself only while the report has none: the two are told to
 * be the same by the unit's srid, for their days may differ. One without a srid counts after the last reported day.
 */
const isNotReported = sql`case when row.srid = ''
  then shop.until is null or row.day > shop.until
  else not exists (
    select from report_rows told
    where told.account_id = row.account_id and told.shop_id = row.shop_id and told.srid = row.srid
      and told.operation in (${sql.join(GOODS_OPERATIONS)})
      and (told.doc_type_name = ${RETURN_DOCUMENT}) = row.is_return
  ) end`;

const sources: Source[] = [
  { table: 'orders', lines: orderLines, where: sql`true` },
  { table: 'sales', lines: saleLines, where: isNotReported },
  { table: 'report_rows', lines: reportLines, where: sql`true` },
];

/** Lines of one source: those of `sales` are preliminary. */
export interface SourceDayLines extends ShopDayLines {
  source: Source['table'];
}

/** Every query says whose data it is. Shops of another account give nothing. */
export function profitRepository(db: Db, accountId: number) {
  /**
   * Rows of a source in shops and days, each with the cost of one piece. `shop.until` is the last day that the shop's
   * report covers.
   */
  const from = (source: Source, shops: readonly ShopCoverage[], period: Period) => sql`
    from unnest(
      ${shops.map((shop) => shop.shopId)}::bigint[],
      ${shops.map((shop) => shop.reportedUntil)}::date[]
    ) as shop (id, until)
    join ${sql.table(source.table)} row on row.shop_id = shop.id
    left join (
      select listed.shop_id, listed.nm_id, card.id as card_id, card.cost_price_kopecks as kopecks
      from shop_cards listed join cards card on card.id = listed.card_id
      where listed.account_id = ${accountId} and listed.nm_id is not null
    ) cost on cost.shop_id = row.shop_id and cost.nm_id = row.nm_id
    where row.account_id = ${accountId}
      and row.day between ${period.from} and ${period.to}
      and ${source.where}`;

  return {
    /** The account's shops, or those of them that are asked for. */
    async coverage(shopIds?: readonly number[]): Promise<ShopCoverage[]> {
      const result = await sql<ShopCoverage>`
        select shop.id as "shopId",
          (select min(row.day) from report_rows row
            where row.account_id = shop.account_id and row.shop_id = shop.id) as "reportedFrom",
          (select max(row.day) from report_rows row
            where row.account_id = shop.account_id and row.shop_id = shop.id) as "reportedUntil",
          (select min(row.day) from orders row
            where row.account_id = shop.account_id and row.shop_id = shop.id) as "orderedFrom",
          (select cursor.synced_at from sync_cursors cursor
            where cursor.account_id = shop.account_id and cursor.shop_id = shop.id
              and cursor.kind = 'orders') as "ordersSyncedAt",
          (select min(cursor.synced_at) from sync_cursors cursor
            where cursor.account_id = shop.account_id and cursor.shop_id = shop.id
              and cursor.kind in ('orders', 'sales')) as "syncedAt"
        from shops shop
        where shop.account_id = ${accountId}
          and ${shopIds ? sql`shop.id = any(${[...shopIds]}::bigint[])` : sql`true`}
        order by shop.id`.execute(db);
      return result.rows;
    },

    /** By shop and day; of one card when its id is given. */
    async linesByDay(
      shops: readonly ShopCoverage[],
      period: Period,
      cardId?: number,
    ): Promise<SourceDayLines[]> {
      const ofCard = cardId === undefined ? sql`` : sql`and cost.card_id = ${cardId}`;
      const rows: SourceDayLines[] = [];
      for (const source of sources) {
        const result = await sql<{ shopId: number; day: Day } & Partial<ProfitLines>>`
          select row.shop_id as "shopId", row.day, ${summed(source.lines)}
          ${from(source, shops, period)} ${ofCard}
          group by row.shop_id, row.day`.execute(db);
        for (const { shopId, day, ...lines } of result.rows) {
          rows.push({ source: source.table, shopId, day, lines: { ...NO_LINES, ...lines } });
        }
      }
      return rows;
    },

    /** By card and tax period: `taxDays` are the days on which the tax rule changes, in order. */
    async linesByCard(
      shops: readonly ShopCoverage[],
      period: Period,
      taxDays: readonly Day[],
    ): Promise<ShopCardLines[]> {
      const rows: ShopCardLines[] = [];
      for (const source of sources) {
        const result = await sql<
          { shopId: number; nmId: number; vendorCode: string; taxPeriod: number } & Partial<ProfitLines>
        >`
          select row.shop_id as "shopId", row.nm_id as "nmId", max(row.vendor_code) as "vendorCode",
            width_bucket(row.day, ${[...taxDays]}::date[]) as "taxPeriod", ${summed(source.lines)}
          ${from(source, shops, period)}
          group by row.shop_id, row.nm_id, "taxPeriod"`.execute(db);
        for (const { shopId, nmId, vendorCode, taxPeriod, ...lines } of result.rows) {
          const taxDay = taxDays[Math.max(taxPeriod - 1, 0)] ?? period.from;
          rows.push({ shopId, nmId, vendorCode, taxDay, lines: { ...NO_LINES, ...lines } });
        }
      }
      return rows;
    },

    /** How many cards of shops were sold without a known cost. */
    async countSoldWithoutCost(shops: readonly ShopCoverage[], period: Period): Promise<number> {
      const soldWithoutCost = sources.flatMap((source) =>
        source.lines.buyouts
          ? [
              sql`select row.shop_id, row.nm_id ${from(source, shops, period)}
                and cost.kopecks is null and row.nm_id <> 0 and ${source.lines.buyouts} > 0`,
            ]
          : [],
      );
      const result = await sql<{ count: number }>`
        select count(*) as count from (${sql.join(soldWithoutCost, sql` union `)}) sold`.execute(db);
      return result.rows[0]?.count ?? 0;
    },
  };
}
