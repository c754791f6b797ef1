import { readWorkingTokens } from '#server/marketplace/shop-tokens.ts';
import { finishSyncCursor, readSyncCursor, type SyncKey } from '#server/sync/sync-cursors.ts';
import { dropOtherDailyRows } from './daily-rows.ts';
import { addDays, mondayOf, moscowDay } from './moscow-days.ts';
import { storeReportRows } from './store-sales.ts';
import { lastWeeklyDay, type SalesSync } from './sync-sales.ts';

/** A day's report is there in the morning after it. */
const INTERVAL_MS = 6 * 3_600_000;
/** The documents' most. */
const FULL_PAGE_ROWS = 100_000;
/** Who has no weekly report yet sees these days first. */
const FIRST_WEEKS = 1;

/** A basic token may ask for reports twice a day: it has none to spare for days that the weekly one brings anyway. */
export async function isDailyReportDue(sync: SalesSync): Promise<boolean> {
  const { syncedAt } = await readSyncCursor(sync.db, keyOf(sync));
  if (syncedAt !== null && sync.now.getTime() - syncedAt.getTime() < INTERVAL_MS) return false;
  const tokens = await readWorkingTokens(sync.db, sync.accountId, sync.shopId);
  const best = tokens.find(({ categories }) => categories.includes('FINANCE'));
  return best !== undefined && best.type !== 'BASIC';
}

/**
 * Reads the daily reports of the days after the last weekly one: they stand in for it until it is there. A report with rows that
 * cannot be read is not taken at all: its days stay preliminary, and the weekly one tells what is strange. Throws MarketplaceError.
 */
export async function syncDailyReport(sync: SalesSync): Promise<void> {
  const { db, client, accountId, shopId, now } = sync;
  const today = moscowDay(now);
  const lastDay = await lastWeeklyDay(sync);
  const from = lastDay === undefined ? addDays(mondayOf(today), -7 * FIRST_WEEKS) : addDays(lastDay, 1);
  if (from <= today) {
    const { rows, unread } = await client.dailyReportRows({
      dateFrom: from,
      dateTo: today,
      afterRrdId: 0,
      limit: FULL_PAGE_ROWS,
    });
    if (unread.length > 0) sync.onUnreadRows('report', unread.length);
    // There is more than one call may bring, and the next is a minute away: such a shop waits for the weekly report.
    else if (rows.length < FULL_PAGE_ROWS) {
      // The marketplace may give a row of a day that a weekly report has told of.
      const fresh = rows.filter(({ day }) => day >= from);
      await storeReportRows(db, accountId, shopId, fresh, { isDaily: true });
      await dropOtherDailyRows(sync, { from, kept: fresh.map(({ rrdId }) => rrdId) });
    }
  }
  await finishSyncCursor(db, keyOf(sync), {}, now);
}

function keyOf({ accountId, shopId }: SalesSync): SyncKey {
  return { accountId, shopId, kind: 'daily-report' };
}
