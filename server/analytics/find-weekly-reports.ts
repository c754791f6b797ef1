import { sql, type RawBuilder } from 'kysely';
import { reportLineNames, type ReportMark, type WeeklyReport } from '#contract/weekly-reports.ts';
import type { Db } from '#server/db/database.ts';
import { notFound } from '#server/errors/http-error.ts';
import type { Day, Period } from './moscow-days.ts';
import { linesOfReport, rowTotal, type LineKopecks } from './weekly-report-sql.ts';

interface KnownReport {
  report: WeeklyReport;
  /** Line by line, as the marketplace says. */
  reported: LineKopecks;
}

interface ReportFilter {
  period: Period;
  shopIds?: readonly number[] | undefined;
  marks?: readonly ReportMark[] | undefined;
}

/** The reports whose days touch a period, the newest first, each with the sum of its rows. */
export async function findWeeklyReports(
  db: Db,
  accountId: number,
  { period, shopIds = [], marks = [] }: ReportFilter,
): Promise<WeeklyReport[]> {
  const ofShops = shopIds.length > 0 ? sql`AND report.shop_id = any(${[...shopIds]}::bigint[])` : sql``;
  const ofMarks = marks.length > 0 ? sql`AND report.mark = any(${[...marks]}::text[])` : sql``;
  const found = await find(
    db,
    accountId,
    sql`report.date_to >= ${period.from} AND report.date_from <= ${period.to} ${ofShops} ${ofMarks}`,
  );
  return found.map(({ report }) => report);
}

/** One report of the account; 404 for another's. */
export async function findWeeklyReport(db: Db, accountId: number, id: number): Promise<KnownReport> {
  const [found] = await find(db, accountId, sql`report.id = ${id}`);
  if (!found) throw notFound('Отчёт не найден');
  return found;
}

interface FoundReport extends LineKopecks {
  id: number;
  shopId: number;
  shopName: string;
  reportId: number;
  type: number;
  from: Day;
  to: Day;
  createdOn: Day | null;
  reportedKopecks: number;
  reckonedKopecks: number;
  rowCount: number;
  mark: ReportMark;
  note: string;
  markedAt: Date | null;
}

async function find(db: Db, accountId: number, where: RawBuilder<unknown>): Promise<KnownReport[]> {
  const { rows } = await sql<FoundReport>`
    SELECT report.id, report.shop_id AS "shopId", shop.name AS "shopName", report.report_id AS "reportId",
      report.report_type AS type, report.date_from AS "from", report.date_to AS "to", report.created_on AS "createdOn",
      report.bank_payment_kopecks AS "reportedKopecks", ours.kopecks AS "reckonedKopecks", ours.count AS "rowCount",
      report.mark, report.note, report.marked_at AS "markedAt", ${linesOfReport}
    FROM weekly_reports report
    JOIN shops shop ON shop.account_id = ${accountId} AND shop.id = report.shop_id
    CROSS JOIN LATERAL (
      SELECT count(*) AS count, coalesce(sum(${rowTotal}), 0) AS kopecks
      FROM report_rows row
      WHERE row.account_id = ${accountId} AND row.shop_id = report.shop_id AND row.report_id = report.report_id
    ) ours
    WHERE report.account_id = ${accountId} AND ${where}
    ORDER BY report.date_from DESC, report.shop_id, report.report_id`.execute(db);
  return rows.map((row) => ({
    report: {
      id: row.id,
      shopId: row.shopId,
      shopName: row.shopName,
      reportId: row.reportId,
      type: row.type,
      from: row.from,
      to: row.to,
      createdOn: row.createdOn,
      reportedKopecks: row.reportedKopecks,
      reckonedKopecks: row.reckonedKopecks,
      differenceKopecks: row.reportedKopecks - row.reckonedKopecks,
      rowCount: row.rowCount,
      mark: row.mark,
      note: row.note,
      markedAt: row.markedAt?.toISOString() ?? null,
    },
    reported: linesOf(row),
  }));
}

function linesOf(row: LineKopecks): LineKopecks {
  // Built from every line.
  return Object.fromEntries(reportLineNames.map((name) => [name, row[name]])) as LineKopecks;
}
