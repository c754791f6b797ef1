import { sql } from 'kysely';
import type { ReportFinding, ReportLine, WeeklyReport } from '#contract/weekly-reports.ts';
import type { Db } from '#server/db/database.ts';
import { lineOfRow } from './weekly-report-sql.ts';

interface FoundPair {
  kind: 'NOT_IN_TOTAL' | 'TWICE_IN_TOTAL' | 'OTHER_SIGN';
  rrdIds: number[];
}

/**
 * The two rows of a line whose sum is the whole difference, where there is one such pair: with many rows several come to any sum,
 * and none of them says anything. Three rows together are not looked for.
 */
export async function findPairOfDifference(
  db: Db,
  accountId: number,
  { shopId, reportId }: Pick<WeeklyReport, 'shopId' | 'reportId'>,
  { line, differenceKopecks }: ReportLine,
): Promise<ReportFinding[]> {
  const kopecks = lineOfRow[line];
  const ownRows = sql`row.account_id = ${accountId} AND row.shop_id = ${shopId} AND row.report_id = ${reportId}`;
  const { rows: pairs } = await sql<FoundPair>`
    WITH money AS MATERIALIZED (
      SELECT row.rrd_id, ${kopecks} AS kopecks FROM report_rows row WHERE ${ownRows} AND ${kopecks} <> 0
    )
    SELECT wanted.kind, ARRAY[one.rrd_id, other.rrd_id] AS "rrdIds"
    FROM (
      VALUES ('NOT_IN_TOTAL', -${differenceKopecks}::bigint), ('TWICE_IN_TOTAL', ${differenceKopecks}::bigint),
        ('OTHER_SIGN', CASE WHEN ${differenceKopecks}::bigint % 2 = 0 THEN -${differenceKopecks}::bigint / 2 END)
    ) wanted (kind, kopecks)
    CROSS JOIN money one
    JOIN money other ON other.kopecks = wanted.kopecks - one.kopecks AND other.rrd_id > one.rrd_id
    LIMIT 2`.execute(db);
  const [pair] = pairs;
  if (!pair || pairs.length > 1) return [];
  const { rows } = await sql<
    Pick<ReportFinding, 'rrdId' | 'operation' | 'srid' | 'nmId' | 'day' | 'kopecks'>
  >`
    SELECT row.rrd_id AS "rrdId", row.operation, row.srid, nullif(row.nm_id, 0) AS "nmId", row.day, ${kopecks} AS kopecks
    FROM report_rows row
    WHERE ${ownRows} AND row.rrd_id = any(${pair.rrdIds}::bigint[])
    ORDER BY row.rrd_id`.execute(db);
  return rows.map((row) => ({ kind: pair.kind, line, ...row, isOneOfTwo: true, detail: '' }));
}
