import { sql } from 'kysely';
import {
  reportLineNames,
  type ReportLine,
  type ReportLineName,
  type WeeklyReport,
  type WeeklyReportDetail,
} from '#contract/weekly-reports.ts';
import type { Db } from '#server/db/database.ts';
import { findWeeklyReport } from './find-weekly-reports.ts';
import { findReportFindings } from './report-findings.ts';
import { lineOfRow, sumsOfRows, type LineKopecks } from './weekly-report-sql.ts';

/** What a report's difference is made of: its lines, their operations, and the rows that explain it. */
export async function readWeeklyReport(db: Db, accountId: number, id: number): Promise<WeeklyReportDetail> {
  const { report, reported } = await findWeeklyReport(db, accountId, id);
  const lines = linesOf(reported, await findOperations(db, accountId, report));
  const ownDifferenceKopecks =
    report.reportedKopecks - lines.reduce((total, line) => total + line.reportedKopecks, 0);
  return {
    ...report,
    lines,
    ownDifferenceKopecks,
    otherSignOf: otherSignOf(lines, ownDifferenceKopecks),
    findings: report.rowCount === 0 ? [] : await findReportFindings(db, accountId, report, lines),
    unnumberedRowCount: await countUnnumbered(db, accountId, report),
  };
}

/** Rows of one operation, and what they add to each line. */
export interface OperationSums extends LineKopecks {
  operation: string;
  rowCounts: LineKopecks;
}

/** What the marketplace says beside what the rows add up to, line by line. Lines that both know nothing of are left out. */
export function linesOf(reported: LineKopecks, operations: readonly OperationSums[]): ReportLine[] {
  return reportLineNames.flatMap((line) => {
    const own = operations.filter((sums) => sums.rowCounts[line] > 0);
    const reckonedKopecks = own.reduce((total, sums) => total + sums[line], 0);
    if (own.length === 0 && reported[line] === 0) return [];
    return [
      {
        line,
        reportedKopecks: reported[line],
        reckonedKopecks,
        differenceKopecks: reported[line] - reckonedKopecks,
        operations: own
          .map((sums) => ({
            operation: sums.operation,
            rowCount: sums.rowCounts[line],
            reckonedKopecks: sums[line],
          }))
          .sort((one, other) => Math.abs(other.reckonedKopecks) - Math.abs(one.reckonedKopecks)),
      },
    ];
  });
}

/** The documents do not say which way «Корректировка ВВ» and the change of the payment's date count. */
export function otherSignOf(
  lines: readonly Pick<ReportLine, 'line' | 'reportedKopecks'>[],
  ownDifferenceKopecks: number,
): ReportLineName | null {
  if (ownDifferenceKopecks === 0) return null;
  return lines.find((line) => ownDifferenceKopecks === -2 * line.reportedKopecks)?.line ?? null;
}

async function findOperations(
  db: Db,
  accountId: number,
  { shopId, reportId }: WeeklyReport,
): Promise<OperationSums[]> {
  const counts = sql.join(
    reportLineNames.map(
      (name) => sql`count(*) FILTER (WHERE ${lineOfRow[name]} <> 0) AS ${sql.ref(`${name} rows`)}`,
    ),
  );
  const { rows } = await sql<LineKopecks & { operation: string } & Record<string, number>>`
    SELECT row.operation, ${sumsOfRows}, ${counts}
    FROM report_rows row
    WHERE row.account_id = ${accountId} AND row.shop_id = ${shopId} AND row.report_id = ${reportId}
    GROUP BY row.operation
    ORDER BY row.operation`.execute(db);
  return rows.map((row) => ({
    ...row,
    rowCounts: Object.fromEntries(
      reportLineNames.map((name) => [name, row[`${name} rows`] ?? 0]),
    ) as LineKopecks,
  }));
}

async function countUnnumbered(
  db: Db,
  accountId: number,
  { shopId, from, to }: WeeklyReport,
): Promise<number> {
  const { count } = await db
    .selectFrom('report_rows')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('shop_id', '=', shopId)
    .where('report_id', 'is', null)
    .where('is_daily', '=', false)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .executeTakeFirstOrThrow();
  return count;
}
