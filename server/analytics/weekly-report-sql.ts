import { sql, type RawBuilder } from 'kysely';
import { reportLineNames, type ReportLineName } from '#contract/weekly-reports.ts';
import { RETURN_DOCUMENT } from './profit-engine.ts';

/**
 * What a row of a report, and the marketplace's own list of reports, add to the sum to be paid, line by line. Signs are those
 * of the profit engine, which tests hold this to: what is taken from the seller counts below zero. Money is kopecks.
 */

/** Aliases: `row` is the row of the report. */
export const lineOfRow: Record<ReportLineName, RawBuilder<unknown>> = {
  FOR_PAY: sql`(CASE WHEN row.doc_type_name = ${RETURN_DOCUMENT} THEN -row.for_pay_kopecks ELSE row.for_pay_kopecks END)`,
  LOGISTICS: sql`(-row.delivery_kopecks - row.rebill_logistic_kopecks)`,
  STORAGE: sql`(-row.storage_kopecks)`,
  ACCEPTANCE: sql`(-row.acceptance_kopecks)`,
  PENALTY: sql`(-row.penalty_kopecks)`,
  DEDUCTION: sql`(-row.deduction_kopecks)`,
  LOYALTY: sql`(-row.loyalty_kopecks)`,
  CORRECTION: sql`(-row.correction_kopecks)`,
  PAYMENT_SCHEDULE: sql`(-row.payment_schedule_kopecks)`,
};

/** Aliases: `report` is the line of the marketplace's list. */
const lineOfReport: Record<ReportLineName, RawBuilder<unknown>> = {
  FOR_PAY: sql`report.for_pay_kopecks`,
  LOGISTICS: sql`-report.delivery_kopecks`,
  STORAGE: sql`-report.storage_kopecks`,
  ACCEPTANCE: sql`-report.acceptance_kopecks`,
  PENALTY: sql`-report.penalty_kopecks`,
  DEDUCTION: sql`-report.deduction_kopecks`,
  LOYALTY: sql`-report.loyalty_kopecks`,
  CORRECTION: sql`-report.correction_kopecks`,
  PAYMENT_SCHEDULE: sql`-report.payment_schedule_kopecks`,
};

export type LineKopecks = Record<ReportLineName, number>;

/** `sum(…) AS "FOR_PAY", …` of the rows of a group. */
export const sumsOfRows = sql.join(
  reportLineNames.map((name) => sql`coalesce(sum(${lineOfRow[name]}), 0) AS ${sql.ref(name)}`),
);

/** `report.… AS "FOR_PAY", …` as the marketplace says them. */
export const linesOfReport = sql.join(
  reportLineNames.map((name) => sql`${lineOfReport[name]} AS ${sql.ref(name)}`),
);

/** What a row adds in all. */
export const rowTotal = sql.join(
  reportLineNames.map((name) => lineOfRow[name]),
  sql` + `,
);
