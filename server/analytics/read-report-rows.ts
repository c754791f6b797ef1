import { sql } from 'kysely';
import type { EndpointQuery } from '#contract/endpoint.ts';
import type { listReportRowsEndpoint, ReportMoneyRow } from '#contract/weekly-reports.ts';
import type { Db } from '#server/db/database.ts';
import { findCardNames } from './card-names.ts';
import { findWeeklyReport } from './find-weekly-reports.ts';
import { RETURN_DOCUMENT } from './profit-engine.ts';
import { lineOfRow } from './weekly-report-sql.ts';

/** The rows of a report that add to one line, the largest first. */
export async function readReportRows(
  db: Db,
  accountId: number,
  id: number,
  { line, operation, limit, offset }: EndpointQuery<typeof listReportRowsEndpoint>,
): Promise<{ count: number; results: ReportMoneyRow[] }> {
  const {
    report: { shopId, reportId },
  } = await findWeeklyReport(db, accountId, id);
  const kopecks = lineOfRow[line];
  const ofLine = sql`
    FROM report_rows row
    WHERE row.account_id = ${accountId} AND row.shop_id = ${shopId} AND row.report_id = ${reportId}
      AND ${kopecks} <> 0 ${operation === undefined ? sql`` : sql`AND row.operation = ${operation}`}`;
  const counted = await sql<{ count: number }>`SELECT count(*) AS count ${ofLine}`.execute(db);
  const { rows } = await sql<Omit<ReportMoneyRow, 'cardId' | 'title'>>`
    SELECT row.rrd_id AS "rrdId", row.day, row.operation, row.doc_type_name = ${RETURN_DOCUMENT} AS "isReturn",
      row.nm_id AS "nmId", row.vendor_code AS "vendorCode", row.srid, ${kopecks} AS kopecks
    ${ofLine}
    ORDER BY abs(${kopecks}) DESC, row.rrd_id LIMIT ${limit} OFFSET ${offset}`.execute(db);
  const named = await findCardNames(
    db,
    accountId,
    rows.map(({ nmId }) => ({ shopId, nmId })),
  );
  const byNmId = new Map(named.map((card) => [card.nmId, card]));
  return {
    count: counted.rows[0]?.count ?? 0,
    results: rows.map((row) => {
      const card = byNmId.get(row.nmId);
      return { ...row, cardId: card?.cardId ?? null, title: card?.title ?? '' };
    }),
  };
}
