import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#server/db/database.ts';
import type { Day, Period } from './moscow-days.ts';
import { NO_LINES, type ProfitLines } from './profit-engine.ts';
import { namedSums } from './profit-sql.ts';
import { isSoldWithoutCost, rowsWithCostOf, sources, type Source } from './source-rows.ts';
import type { ShopDayLines } from './year-taxes.ts';

/**
 * What each source says of a day of a shop, from sums that are kept (decision 044). Days that a mark of the database names are summed
 * from their rows in the same statement: so the answer is what the rows say at that moment, whatever is kept.
 */

/** Lines of one source: those of `sales` are preliminary. */
export interface SourceDayLines extends ShopDayLines {
  source: Source['table'] | 'own_costs';
}

interface Range {
  shopIds: readonly number[];
  period: Period;
}

export async function findDayLines(db: Db, accountId: number, range: Range): Promise<SourceDayLines[]> {
  const { rows } = await sql<{
    shopId: number;
    day: Day;
    source: Source['table'];
    lines: Partial<ProfitLines>;
  }>`
    ${exactDays(accountId, range)}
    SELECT shop_id AS "shopId", day, source, lines FROM exact`.execute(db);
  return rows.map((row) => ({ ...row, lines: { ...NO_LINES, ...row.lines } }));
}

/** How many cards of shops were sold on days of which no cost is known. */
export async function countSoldWithoutCost(db: Db, accountId: number, range: Range): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    ${exactDays(accountId, range)}
    SELECT count(*) AS count FROM (SELECT DISTINCT shop_id, unnest(nm_ids_without_cost) FROM exact) sold`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** Begins a statement that has `exact`: what is kept of the days that nothing marks, and the rows of the others. */
const exactDays = (accountId: number, { shopIds, period }: Range) => sql`
  WITH ${staleDays(accountId, sql`SELECT * FROM day_line_marks WHERE account_id = ${accountId}`)},
  asked AS MATERIALIZED (
    SELECT shop_id, day FROM stale
    WHERE shop_id = any(${[...shopIds]}::bigint[]) AND day BETWEEN ${period.from} AND ${period.to}
  ),
  exact AS (
    SELECT shop_id, day, source, lines, nm_ids_without_cost FROM day_lines
    WHERE account_id = ${accountId} AND shop_id = any(${[...shopIds]}::bigint[])
      AND day BETWEEN ${period.from} AND ${period.to}
      AND (shop_id, day) NOT IN (SELECT shop_id, day FROM asked)
    UNION ALL ${sumsOfDays(accountId, sql`asked`)}
  )`;

/**
 * Parts of a WITH that end in `stale (shop_id, day)`: the days that marks mean. What a mark is of may have been sold on any day, also on
 * one that was not written yet when the mark was set. Sums (`+ 0`) leave to the planner one index each, the right one.
 */
export const staleDays = (accountId: number, marks: RawBuilder<unknown>) => sql`
  marks AS MATERIALIZED (${marks}),
  goods AS MATERIALIZED (
    SELECT shop_id, nm_id FROM marks WHERE nm_id IS NOT NULL
    UNION
    SELECT listed.shop_id, listed.nm_id FROM marks CROSS JOIN LATERAL (
      SELECT shop_id, nm_id FROM shop_cards
      WHERE account_id = ${accountId} AND card_id = marks.card_id AND nm_id IS NOT NULL OFFSET 0) listed
  ),
  stale AS MATERIALIZED (
    SELECT shop_id, day FROM marks WHERE day IS NOT NULL
    UNION ${sql.join(
      (['sales', 'report_rows'] as const).flatMap((table) => [
        // Lines of the report that are of no unit are of no other either.
        sql`SELECT marks.shop_id, unit.day FROM marks CROSS JOIN LATERAL (
          SELECT day FROM ${sql.table(table)} row
          WHERE row.account_id + 0 = ${accountId} AND row.shop_id = marks.shop_id AND row.srid = marks.srid
            AND ${table === 'sales' ? sql`true` : sql`row.srid <> ''`} OFFSET 0) unit`,
        sql`SELECT goods.shop_id, sold.day FROM goods CROSS JOIN LATERAL (
          SELECT day FROM ${sql.table(table)} row
          WHERE row.account_id = ${accountId} AND row.nm_id = goods.nm_id AND row.shop_id + 0 = goods.shop_id OFFSET 0) sold`,
      ]),
      sql` UNION `,
    )}
  )`;

/** What the rows of days say: `days` is a relation (shop_id, day). */
export const sumsOfDays = (accountId: number, days: RawBuilder<unknown>) => {
  const shopDays = sql`(
    SELECT shop_id AS id, day AS from_day, day AS to_day,
      (SELECT max(told.day) FROM report_rows told
        WHERE told.account_id = ${accountId} AND told.shop_id = days.shop_id) AS until
    FROM ${days} days OFFSET 0) shop`;
  return sql.join(
    sources.map(
      (source) => sql`
        SELECT row.shop_id, row.day, ${source.table}::text AS source, ${namedSums(source.lines)} AS lines,
          coalesce(array_agg(DISTINCT row.nm_id) FILTER (WHERE ${isSoldWithoutCost(source)}), '{}') AS nm_ids_without_cost
        ${rowsWithCostOf(source, accountId, shopDays)}
        GROUP BY row.shop_id, row.day`,
    ),
    sql` UNION ALL `,
  );
};
