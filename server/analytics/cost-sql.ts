import { sql, type RawBuilder } from 'kysely';
import { GOODS_OPERATIONS, RETURN_DOCUMENT } from './profit-engine.ts';

/**
 * What a piece cost when it was sold, said in SQL beside `profit-sql.ts` (decision 032). Aliases: `row` is the source row,
 * `listed` the card behind it.
 */

/** The unit's own sale: by the report, else by the operational list. null: neither has been read. */
const dayOfItsSale = sql`CASE WHEN row.srid <> '' THEN coalesce(
    (SELECT min(sale.day) FROM report_rows sale
      WHERE sale.account_id = row.account_id AND sale.shop_id = row.shop_id AND sale.srid = row.srid
        AND sale.operation IN (${sql.join(GOODS_OPERATIONS)}) AND sale.doc_type_name <> ${RETURN_DOCUMENT}),
    (SELECT min(sale.day) FROM sales sale
      WHERE sale.account_id = row.account_id AND sale.shop_id = row.shop_id AND sale.srid = row.srid
        AND NOT sale.is_return)
  ) END`;

/** A return takes back the cost that its sale had: what comes back is what was bought then. */
export const reportSoldDay = sql`CASE
  WHEN row.doc_type_name = ${RETURN_DOCUMENT} AND row.operation IN (${sql.join(GOODS_OPERATIONS)})
  THEN coalesce(${dayOfItsSale}, row.day) ELSE row.day END`;
export const saleSoldDay = sql`CASE WHEN row.is_return THEN coalesce(${dayOfItsSale}, row.day) ELSE row.day END`;

/**
 * Joins `cost`: the kopecks of one piece, null where nobody has said them. What is said of a size stands before what is said of a
 * shop, and both before what is said of all; of each the last before the day. Few cards have any but the last: they alone
 * are asked row by row, in a CASE: a join for every row made a year take three times as long.
 */
export const costOfPiece = (accountId: number, soldDay: RawBuilder<unknown>) => sql`
  CROSS JOIN LATERAL (SELECT ${soldDay} AS day OFFSET 0) sold
  LEFT JOIN (
    SELECT card_id, cost_kopecks, from_day, until_day FROM card_cost_spans WHERE account_id = ${accountId}
  ) general ON general.card_id = listed.card_id AND sold.day >= general.from_day AND sold.day < general.until_day
  CROSS JOIN LATERAL (SELECT CASE WHEN listed."hasSpecialCosts" THEN coalesce((
    SELECT said.cost_kopecks FROM card_costs said
    WHERE said.account_id = ${accountId} AND said.card_id = listed.card_id
      AND (said.shop_id IS NOT NULL OR said.tech_size IS NOT NULL)
      AND said.from_day <= sold.day
      AND (said.shop_id IS NULL OR said.shop_id = row.shop_id)
      AND (said.tech_size IS NULL OR row.barcode <> '' AND EXISTS (
        SELECT FROM cards sized, jsonb_array_elements(sized.sizes) size
        WHERE sized.account_id = ${accountId} AND sized.id = said.card_id
          AND size ->> 'techSize' = said.tech_size AND size -> 'skus' ? row.barcode))
    ORDER BY (said.tech_size IS NOT NULL) DESC, (said.shop_id IS NOT NULL) DESC, said.from_day DESC
    LIMIT 1
  ), general.cost_kopecks) ELSE general.cost_kopecks END AS kopecks) cost`;
