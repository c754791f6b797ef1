import { sql, type RawBuilder } from 'kysely';
import { ADVERTISING_PATTERN } from './advertising-words.ts';
import type { ProfitLines } from './profit-engine.ts';
import { GOODS_OPERATIONS, lineNames, RETURN_DOCUMENT } from './profit-engine.ts';

/**
 * The engine's rules for one row (linesOfReportRow, linesOfSale) said in SQL, so that a year of rows is summed where it
 * lies. A test holds the two together. Money is kopecks.
 */

/** Aliases: `row` is the source row, `cost` the kopecks that one piece cost. */
type LineSql = Partial<Record<keyof ProfitLines, RawBuilder<unknown>>>;

const isReturn = sql`row.doc_type_name = ${RETURN_DOCUMENT}`;
const isGoods = sql`row.operation IN (${sql.join(GOODS_OPERATIONS)})`;
const sign = sql`CASE WHEN ${isReturn} THEN -1 ELSE 1 END`;

const isNamed = sql`btrim(coalesce(row.operation_note, '')) <> ''`;
const isAdvertising = sql`row.operation_note ~ ${ADVERTISING_PATTERN}`;

export const reportLines: LineSql = {
  buyouts: sql`CASE WHEN ${isGoods} AND NOT ${isReturn} THEN row.quantity ELSE 0 END`,
  returns: sql`CASE WHEN ${isGoods} AND ${isReturn} THEN row.quantity ELSE 0 END`,
  revenueKopecks: sql`CASE WHEN ${isGoods} THEN ${sign} * row.quantity * row.retail_price_with_disc_kopecks ELSE 0 END`,
  realizedKopecks: sql`${sign} * row.retail_amount_kopecks`,
  forPayKopecks: sql`CASE WHEN ${isGoods} THEN ${sign} * row.for_pay_kopecks ELSE 0 END`,
  otherForPayKopecks: sql`CASE WHEN ${isGoods} THEN 0 ELSE ${sign} * row.for_pay_kopecks END`,
  logisticsKopecks: sql`row.delivery_kopecks + row.rebill_logistic_kopecks`,
  storageKopecks: sql`row.storage_kopecks`,
  acceptanceKopecks: sql`row.acceptance_kopecks`,
  penaltyKopecks: sql`row.penalty_kopecks`,
  deductionKopecks: sql`row.deduction_kopecks`,
  // Few rows are withholdings: the text of the others is not looked at.
  advertisingKopecks: sql`CASE WHEN row.deduction_kopecks = 0 THEN 0 WHEN ${isNamed} AND ${isAdvertising} THEN row.deduction_kopecks ELSE 0 END`,
  otherDeductionKopecks: sql`CASE WHEN row.deduction_kopecks = 0 THEN 0 WHEN ${isNamed} AND NOT ${isAdvertising} THEN row.deduction_kopecks ELSE 0 END`,
  loyaltyKopecks: sql`row.loyalty_kopecks`,
  additionalPaymentKopecks: sql`row.correction_kopecks`,
  cogsKopecks: sql`CASE WHEN ${isGoods} THEN ${sign} * row.quantity * coalesce(cost.kopecks, 0) ELSE 0 END`,
};

/** A part of the commission, which no line says by itself; null where the row was read before it was kept. */
export const acquiringOfRow = sql`CASE WHEN ${isGoods} THEN ${sign} * row.acquiring_kopecks ELSE 0 END`;

const saleSign = sql`CASE WHEN row.is_return THEN -1 ELSE 1 END`;

export const saleLines: LineSql = {
  buyouts: sql`CASE WHEN row.is_return THEN 0 ELSE 1 END`,
  returns: sql`CASE WHEN row.is_return THEN 1 ELSE 0 END`,
  revenueKopecks: sql`${saleSign} * abs(row.price_with_disc_kopecks)`,
  realizedKopecks: sql`${saleSign} * abs(row.finished_price_kopecks)`,
  forPayKopecks: sql`${saleSign} * abs(row.for_pay_kopecks)`,
  cogsKopecks: sql`${saleSign} * coalesce(cost.kopecks, 0)`,
};

export const orderLines: LineSql = {
  orders: sql`1`,
  ordersKopecks: sql`row.price_with_disc_kopecks`,
  cancels: sql`CASE WHEN row.is_cancel THEN 1 ELSE 0 END`,
};

/** Those that a source has. */
export function namesIn(lines: LineSql): (keyof ProfitLines)[] {
  return lineNames.filter((name) => lines[name] !== undefined);
}

/** `whole_sum(…) AS "buyouts", …` for the lines that the source has. */
export function summed(lines: LineSql): RawBuilder<unknown> {
  return sql.join(
    lineNames.flatMap((name) => {
      const line = lines[name];
      return line ? [sql`whole_sum(${line}) AS ${sql.ref(name)}`] : [];
    }),
  );
}

/** The same as one JSON object. */
export function namedSums(lines: LineSql): RawBuilder<unknown> {
  return sql`jsonb_build_object(${sql.join(
    lineNames.flatMap((name) => {
      const line = lines[name];
      return line ? [sql`${name}::text, whole_sum(${line})`] : [];
    }),
  )})`;
}
