import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#server/db/database.ts';
import { alwaysCostOfPiece, costOfPiece, isSameUnit, reportSoldDay, saleSoldDay } from './cost-sql.ts';
import { GOODS_OPERATIONS, RETURN_DOCUMENT } from './profit-engine.ts';
import { orderLines, reportLines, saleLines } from './profit-sql.ts';

/** The tables that profit is counted from, said in SQL beside `profit-sql.ts`. */

/** One table of rows and how they become lines. */
export interface Source {
  table: 'orders' | 'sales' | 'report_rows';
  lines: typeof reportLines;
  /** Only rows that the answer counts. */
  where: RawBuilder<unknown>;
  /** The day whose cost counts; absent: its rows are no goods that were handed over. */
  soldDay?: RawBuilder<unknown>;
}

/**
 * A sale or a return counts by its line in the report, and by itself only while the report has none: the two are told to
 * be the same by the unit's srid, for their days may differ. One without a srid counts after the last reported day. Asked for a
 * value and not whether there is one: the latter may be answered by reading all lines of all shops first.
 */
const isNotReported = sql`CASE WHEN row.srid = ''
  THEN shop.until IS NULL OR row.day > shop.until
  ELSE (
    SELECT true FROM report_rows told
    WHERE ${isSameUnit(sql`told`)}
      AND told.operation IN (${sql.join(GOODS_OPERATIONS)})
      AND (told.doc_type_name = ${RETURN_DOCUMENT}) = row.is_return
    LIMIT 1
  ) IS NULL END`;

export const sources: Source[] = [
  { table: 'orders', lines: orderLines, where: sql`true` },
  { table: 'sales', lines: saleLines, where: isNotReported, soldDay: saleSoldDay },
  { table: 'report_rows', lines: reportLines, where: sql`true`, soldDay: reportSoldDay },
];

/**
 * Rows of a source. `shopDays` is a relation `shop (id, until, from_day, to_day)`: whose rows of which days; `until` is the last day that
 * the shop's report covers. Shops of another account give nothing.
 */
export const rowsOf = (source: Source, accountId: number, shopDays: RawBuilder<unknown>) =>
  joinedRows(source, accountId, shopDays, sql``);

/** As the index of such costs has it. */
const isDated = sql`(dated.from_day > '-infinity' OR dated.shop_id IS NOT NULL OR dated.tech_size IS NOT NULL)`;

/**
 * Joins `listed`, the card behind `row`, as {@link costOfPiece} wants it. Of one shop when it is named: the planner, which reads the cards of
 * all shops to join those of one, cannot tell it from a relation of stretches.
 */
export const listedCards = (accountId: number, shopId?: number) => sql`
  LEFT JOIN (
    SELECT listed.shop_id, listed.nm_id, listed.card_id, card.cost_price_kopecks AS "alwaysKopecks",
      EXISTS (SELECT FROM card_costs dated WHERE dated.card_id = listed.card_id AND ${isDated}) AS "hasDatedCosts"
    FROM shop_cards listed JOIN cards card ON card.id = listed.card_id
    WHERE listed.account_id = ${accountId} AND listed.nm_id IS NOT NULL
      ${shopId === undefined ? sql`` : sql`AND listed.shop_id = ${shopId}`}
  ) listed ON listed.shop_id = row.shop_id AND listed.nm_id = row.nm_id`;

/** The same, each with what one piece cost when it was sold. */
export const rowsWithCostOf = (source: Source, accountId: number, shopDays: RawBuilder<unknown>) =>
  joinedRows(
    source,
    accountId,
    shopDays,
    sql`${listedCards(accountId)}
      ${source.soldDay ? costOfPiece(accountId, source.soldDay) : sql``}`,
  );

/**
 * The same rows in sets, each of them in one: those of cards that have always cost the same, whose cost is known without asking, and the
 * others, when there are any. In one set the planner takes the cost that is looked up row by row for what all rows take, and any plan for
 * as good as another: sums of a year were sorted on the disk. A statement that adds up has all sets, so that they are of one moment.
 */
export function rowSetsWithCostOf(
  source: Source,
  accountId: number,
  shopDays: RawBuilder<unknown>,
  { hasDatedCosts, shopId }: { hasDatedCosts: boolean; shopId?: number },
): RawBuilder<unknown>[] {
  if (!source.soldDay) return [rowsOf(source, accountId, shopDays)];
  const always = joinedRows(
    source,
    accountId,
    shopDays,
    sql`${listedCards(accountId, shopId)} ${alwaysCostOfPiece}`,
  );
  if (!hasDatedCosts) return [always];
  return [
    sql`${always} AND listed."hasDatedCosts" IS NOT TRUE`,
    sql`${rowsWithCostOf(source, accountId, shopDays)} AND listed."hasDatedCosts"`,
  ];
}

/** Whether any card of the account has costs that are not of all days, shops and sizes. */
export async function findHasDatedCosts(db: Db, accountId: number): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    SELECT EXISTS (SELECT FROM card_costs dated WHERE dated.account_id = ${accountId} AND ${isDated}) AS has`.execute(
    db,
  );
  return rows[0]?.has === true;
}

const joinedRows = (
  source: Source,
  accountId: number,
  shopDays: RawBuilder<unknown>,
  cost: RawBuilder<unknown>,
) => sql`
  FROM ${shopDays}
  JOIN ${sql.table(source.table)} row ON row.shop_id = shop.id
  ${cost}
  WHERE row.account_id = ${accountId}
    AND row.day BETWEEN shop.from_day AND shop.to_day
    AND ${source.where}`;

export function isSoldWithoutCost({ lines, soldDay }: Source): RawBuilder<boolean> {
  if (!soldDay || !lines.buyouts) return sql`false`;
  return sql`cost.kopecks IS NULL AND row.nm_id <> 0 AND ${lines.buyouts} > 0`;
}
