import { sql } from 'kysely';
import type { ReportFinding, ReportLine, WeeklyReport } from '#contract/weekly-reports.ts';
import type { Db } from '#server/db/database.ts';
import { addDays } from './moscow-days.ts';
import { GOODS_OPERATIONS, RETURN_DOCUMENT } from './profit-engine.ts';
import { findPairOfDifference } from './find-pair-of-difference.ts';
import { lineOfRow } from './weekly-report-sql.ts';

/** Of each kind: who has more to look at opens the rows. */
const MOST_FINDINGS = 20;
/** A sale of the end of a week is often in the report of the next one. */
const LATE_LINE_DAYS = 7;

type Place = Pick<WeeklyReport, 'shopId' | 'reportId' | 'from' | 'to'>;

/** The rows that a difference may be seen in: those that could not be read, and those whose sum is the difference itself. */
export async function findReportFindings(
  db: Db,
  accountId: number,
  report: Place,
  lines: readonly ReportLine[],
): Promise<ReportFinding[]> {
  const different = lines.filter((line) => line.differenceKopecks !== 0);
  // A row that could not be read may belong to another report of these days: where nothing differs it is no reason.
  if (different.length === 0) return [];
  const unread = await findUnread(db, accountId, report);
  const ofLines: ReportFinding[] = [];
  for (const line of different) {
    const rows = await findRowsOfDifference(db, accountId, report, line);
    const missing = line.line === 'FOR_PAY' ? await findNotReported(db, accountId, report) : [];
    const missingKopecks = missing.reduce((sum, { kopecks }) => sum + (kopecks ?? 0), 0);
    const isExplained = unread.length + rows.length > 0 || missingKopecks === line.differenceKopecks;
    const pair = isExplained ? [] : await findPairOfDifference(db, accountId, report, line);
    ofLines.push(...rows, ...pair, ...missing);
  }
  return [...unread, ...ofLines];
}

async function findUnread(db: Db, accountId: number, { shopId, from, to }: Place): Promise<ReportFinding[]> {
  const { rows } = await sql<{ key: string; day: string | null; detail: string }>`
    SELECT row_key AS key, day, detail FROM unread_rows
    WHERE account_id = ${accountId} AND shop_id = ${shopId} AND kind = 'report'
      AND (day IS NULL OR day BETWEEN ${from} AND ${to})
    ORDER BY day NULLS FIRST, row_key LIMIT ${MOST_FINDINGS}`.execute(db);
  return rows.map(({ key, day, detail }) => ({
    kind: 'UNREAD',
    line: null,
    rrdId: /^\d{1,15}$/.test(key) ? Number(key) : null,
    operation: '',
    srid: '',
    nmId: null,
    day,
    kopecks: null,
    isOneOfTwo: false,
    detail,
  }));
}

interface FoundRow {
  rrdId: number;
  operation: string;
  srid: string;
  nmId: number;
  day: string;
  kopecks: number;
}

/** The total lacks a row, has it twice, or has it with the other sign: then one row's sum is the whole difference. */
async function findRowsOfDifference(
  db: Db,
  accountId: number,
  { shopId, reportId }: Place,
  { line, differenceKopecks }: ReportLine,
): Promise<ReportFinding[]> {
  const kopecks = lineOfRow[line];
  const { rows } = await sql<FoundRow>`
    SELECT row.rrd_id AS "rrdId", row.operation, row.srid, row.nm_id AS "nmId", row.day, ${kopecks} AS kopecks
    FROM report_rows row
    WHERE row.account_id = ${accountId} AND row.shop_id = ${shopId} AND row.report_id = ${reportId}
      AND ${kopecks} IN (${differenceKopecks}::bigint, -${differenceKopecks}::bigint, -${differenceKopecks}::bigint / 2)
      AND ${kopecks} <> 0
      AND (${kopecks} <> -${differenceKopecks}::bigint / 2 OR ${differenceKopecks}::bigint % 2 = 0)
    ORDER BY row.rrd_id LIMIT ${MOST_FINDINGS}`.execute(db);
  return rows.map((row) => ({
    kind: kindOf(row.kopecks, differenceKopecks),
    line,
    ...row,
    nmId: row.nmId === 0 ? null : row.nmId,
    isOneOfTwo: false,
    detail: '',
  }));
}

function kindOf(rowKopecks: number, differenceKopecks: number) {
  if (rowKopecks === -differenceKopecks) return 'NOT_IN_TOTAL' as const;
  return rowKopecks === differenceKopecks ? ('TWICE_IN_TOTAL' as const) : ('OTHER_SIGN' as const);
}

/**
 * Sales and returns that the operational list has and no report does: of the report's days, and of those before it whose lines come
 * late.
 */
async function findNotReported(
  db: Db,
  accountId: number,
  { shopId, from, to }: Place,
): Promise<ReportFinding[]> {
  const { rows } = await sql<Omit<FoundRow, 'rrdId'>>`
    SELECT CASE WHEN sale.is_return THEN 'Возврат' ELSE 'Продажа' END AS operation, sale.srid, sale.nm_id AS "nmId",
      sale.day, CASE WHEN sale.is_return THEN -abs(sale.for_pay_kopecks) ELSE abs(sale.for_pay_kopecks) END AS kopecks
    FROM sales sale
    WHERE sale.account_id = ${accountId} AND sale.shop_id = ${shopId} AND sale.srid <> ''
      AND sale.day BETWEEN ${addDays(from, -LATE_LINE_DAYS)} AND ${to}
      AND NOT EXISTS (
        SELECT FROM report_rows told
        WHERE told.account_id = ${accountId} AND told.shop_id = sale.shop_id AND told.srid = sale.srid
          AND told.operation IN (${sql.join(GOODS_OPERATIONS)})
          AND (told.doc_type_name = ${RETURN_DOCUMENT}) = sale.is_return
      )
    ORDER BY sale.day, sale.srid LIMIT ${MOST_FINDINGS}`.execute(db);
  return rows.map((row) => ({
    kind: 'NOT_REPORTED',
    line: 'FOR_PAY',
    rrdId: null,
    ...row,
    nmId: row.nmId === 0 ? null : row.nmId,
    isOneOfTwo: false,
    detail: '',
  }));
}
