import type { ReportMark } from '#contract/weekly-reports.ts';
import type { Db } from '#server/db/database.ts';
import { notFound } from '#server/errors/http-error.ts';

/** What the seller says of a report; 404 for another account's. */
export async function markWeeklyReport(
  db: Db,
  { accountId, userId }: { accountId: number; userId: number },
  id: number,
  { mark, note }: { mark: ReportMark; note: string },
): Promise<{ mark: ReportMark; note: string; markedAt: string }> {
  const markedAt = new Date();
  const marked = await db
    .updateTable('weekly_reports')
    .set({ mark, note, marked_at: markedAt, marked_by: userId })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  if (!marked) throw notFound('Отчёт не найден');
  return { mark, note, markedAt: markedAt.toISOString() };
}
