import { sql, type RawBuilder } from 'kysely';
import { GOODS_OPERATIONS, RETURN_DOCUMENT } from './profit-engine.ts';

/**
 * What a piece cost when it was sold, said in SQL beside `profit-sql.ts` (decision 032). Aliases: `row` is the source row,
 * `listed` the card behind it.
 */

/**
 * A row of the same unit as `row`. The account is compared as a sum: until somebody has counted the rows, an index of account and shop
 * looks as good as that of the numbers, and all lines of a shop are read for each of its sales.
 */
export const isSameUnit = (other: RawBuilder<unknown>) => sql`
  ${other}.account_id + 0 = row.account_id AND ${other}.shop_id = row.shop_id AND ${other}.srid = row.srid`;

/** The unit's own sale: by the report, else by the operational list. null: neither has been read. */
const dayOfItsSale = sql`CASE WHEN row.srid <> '' THEN coalesce(
    (SELECT min(sale.day) FROM report_rows sale
      WHERE ${isSameUnit(sql`sale`)} AND sale.operation IN (${sql.join(GOODS_OPERATIONS)}) AND sale.doc_type_name <> ${RETURN_DOCUMENT}),
    (SELECT min(sale.day) FROM sales sale
      WHERE ${isSameUnit(sql`sale`)} AND NOT sale.is_return)
  ) END`;

/** A return takes back the cost that its sale had: what comes back is what was bought then. */
export const reportSoldDay = sql`CASE
  WHEN row.doc_type_name = ${RETURN_DOCUMENT} AND row.operation IN (${sql.join(GOODS_OPERATIONS)})
  THEN coalesce(${dayOfItsSale}, row.day) ELSE row.day END`;
export const saleSoldDay = sql`CASE WHEN row.is_return THEN coalesce(${dayOfItsSale}, row.day) ELSE row.day END`;

/**
 * Joins `cost`: the kopecks of one piece, null where nobody has said them. What is said of a size stands before what is said of a
 * shop, and both before what is said of all; of each the last before the day. Most cards have cost the same always, which is
 * what `listed` says of them: the others alone are asked row by row, in a CASE, for a join for every row makes a year take
 * three times as long.
 */
export const costOfPiece = (accountId: number, soldDay: RawBuilder<unknown>) => sql`
  CROSS JOIN LATERAL (SELECT CASE WHEN listed."hasDatedCosts" THEN (
    SELECT said.cost_kopecks
    FROM (SELECT ${soldDay} AS day OFFSET 0) sold
    JOIN card_costs said ON said.account_id = ${accountId} AND said.card_id = listed.card_id
      AND said.from_day <= sold.day
      AND (said.shop_id IS NULL OR said.shop_id = row.shop_id)
      AND (said.tech_size IS NULL OR row.barcode <> '' AND EXISTS (
        SELECT FROM cards sized, jsonb_array_elements(sized.sizes) size
        WHERE sized.account_id = ${accountId} AND sized.id = said.card_id
          AND size ->> 'techSize' = said.tech_size AND size -> 'skus' ? row.barcode))
    ORDER BY (said.tech_size IS NOT NULL) DESC, (said.shop_id IS NOT NULL) DESC, said.from_day DESC
    LIMIT 1
  ) ELSE listed."alwaysKopecks" END AS kopecks) cost`;

/** The same of cards of which nothing else is said. */
export const alwaysCostOfPiece = sql`CROSS JOIN LATERAL (SELECT listed."alwaysKopecks" AS kopecks) cost`;
