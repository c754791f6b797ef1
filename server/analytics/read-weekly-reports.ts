import type { EndpointQuery } from '#contract/endpoint.ts';
import type { listWeeklyReportsEndpoint, WeeklyReport, WeeklyReports } from '#contract/weekly-reports.ts';
import type { Db } from '#server/db/database.ts';
import { notFound } from '#server/errors/http-error.ts';
import { findSyncProblems, readSyncCursor } from '#server/sync/sync-cursors.ts';
import { findWeeklyReports } from './find-weekly-reports.ts';
import { requestedPeriod } from './requested-period.ts';

type Found = Omit<WeeklyReports, 'next' | 'previous'>;

/** A page of reports, with the totals of all that were asked for. */
export async function readWeeklyReports(
  db: Db,
  accountId: number,
  query: EndpointQuery<typeof listWeeklyReportsEndpoint>,
): Promise<Found> {
  const period = requestedPeriod(query);
  const shopIds = await shopsOf(db, accountId, query.shop);
  const all = await findWeeklyReports(db, accountId, { period, shopIds: query.shop, marks: query.mark });
  const found = query.isDifferent === true ? all.filter(isDifferent) : all;
  const synced = await Promise.all(
    shopIds.map((shopId) => readSyncCursor(db, { accountId, shopId, kind: 'weekly-reports' })),
  );
  const times = synced.map(({ syncedAt }) => syncedAt?.getTime() ?? null);
  return {
    count: found.length,
    results: found.slice(query.offset, query.offset + query.limit),
    totals: totalsOf(found),
    problems: await findSyncProblems(db, accountId, shopIds, ['report', 'weekly-reports']),
    syncedAt:
      times.length === 0 || times.includes(null)
        ? null
        : new Date(Math.min(...times.flatMap((time) => time ?? []))).toISOString(),
  };
}

async function shopsOf(db: Db, accountId: number, wanted: number[] = []): Promise<number[]> {
  const shops = await db
    .selectFrom('shops')
    .select(['id', 'is_sandbox'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute();
  // The reports of a sandbox are never read: that they were not is no age of the others.
  if (wanted.length === 0) return shops.filter((shop) => !shop.is_sandbox).map(({ id }) => id);
  const ids = shops.map(({ id }) => id);
  if (!wanted.every((id) => ids.includes(id))) throw notFound('Магазин не найден');
  return [...new Set(wanted)];
}

function isDifferent({ rowCount, differenceKopecks }: WeeklyReport): boolean {
  return rowCount > 0 && differenceKopecks !== 0;
}

/** A report without a row would make the whole sum a difference, and says nothing. */
function totalsOf(reports: readonly WeeklyReport[]): Found['totals'] {
  const known = reports.filter(({ rowCount }) => rowCount > 0);
  const sum = (amount: (report: WeeklyReport) => number) =>
    known.reduce((total, report) => total + amount(report), 0);
  return {
    reportedKopecks: sum((report) => report.reportedKopecks),
    reckonedKopecks: sum((report) => report.reckonedKopecks),
    differenceKopecks: sum((report) => report.differenceKopecks),
    different: known.filter(isDifferent).length,
    withoutRows: reports.length - known.length,
  };
}
