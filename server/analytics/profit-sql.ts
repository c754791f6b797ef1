import { sql, type RawBuilder } from 'kysely';
import type { ProfitLines } from './profit-engine.ts';
import { GOODS_OPERATIONS, lineNames, RETURN_DOCUMENT } from './profit-engine.ts';

/**
 * The engine's rules for one row (linesOfReportRow, linesOfSale) said in SQL, so that a year of rows is summed where it
 * lies. A test holds the two together. Money is kopecks.
 */

/** Aliases: `row` is the source row, `cost` the kopecks that one piece cost. */
type LineSql = Partial<Record<keyof ProfitLines, RawBuilder<unknown>>>;

const isReturn = sql`row.doc_type_name = ${RETURN_DOCUMENT}`;
const isGoods = sql`row.operation in (${sql.join(GOODS_OPERATIONS)})`;
const sign = sql`case when ${isReturn} then -1 else 1 end`;

export const reportLines: LineSql = {
  buyouts: sql`case when ${isGoods} and not ${isReturn} then row.quantity else 0 end`,
  returns: sql`case when ${isGoods} and ${isReturn} then row.quantity else 0 end`,
  revenueKopecks: sql`case when ${isGoods} then ${sign} * row.quantity * row.retail_price_with_disc_kopecks else 0 end`,
  realizedKopecks: sql`${sign} * row.retail_amount_kopecks`,
  forPayKopecks: sql`case when ${isGoods} then ${sign} * row.for_pay_kopecks else 0 end`,
  otherForPayKopecks: sql`case when ${isGoods} then 0 else ${sign} * row.for_pay_kopecks end`,
  logisticsKopecks: sql`row.delivery_kopecks + row.rebill_logistic_kopecks`,
  storageKopecks: sql`row.storage_kopecks`,
  acceptanceKopecks: sql`row.acceptance_kopecks`,
  penaltyKopecks: sql`row.penalty_kopecks`,
  deductionKopecks: sql`row.deduction_kopecks`,
  loyaltyKopecks: sql`row.loyalty_kopecks`,
  additionalPaymentKopecks: sql`row.correction_kopecks`,
  cogsKopecks: sql`case when ${isGoods} then ${sign} * row.quantity * coalesce(cost.kopecks, 0) else 0 end`,
};

const saleSign = sql`case when row.is_return then -1 else 1 end`;

export const saleLines: LineSql = {
  buyouts: sql`case when row.is_return then 0 else 1 end`,
  returns: sql`case when row.is_return then 1 else 0 end`,
  revenueKopecks: sql`${saleSign} * abs(row.price_with_disc_kopecks)`,
  realizedKopecks: sql`${saleSign} * abs(row.finished_price_kopecks)`,
  forPayKopecks: sql`${saleSign} * abs(row.for_pay_kopecks)`,
  cogsKopecks: sql`${saleSign} * coalesce(cost.kopecks, 0)`,
};

export const orderLines: LineSql = {
  orders: sql`1`,
  ordersKopecks: sql`row.price_with_disc_kopecks`,
  cancels: sql`case when row.is_cancel then 1 else 0 end`,
};

/** `sum(…) as "buyouts", …` for the lines that the source has. */
export function summed(lines: LineSql): RawBuilder<unknown> {
  return sql.join(
    lineNames.flatMap((name) => {
      const line = lines[name];
      return line ? [sql`coalesce(sum(${line}), 0) as ${sql.ref(name)}`] : [];
    }),
  );
}
