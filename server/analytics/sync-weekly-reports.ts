import { z } from 'zod/mini';
import type { Db } from '#server/db/database.ts';
import { unavailable } from '#server/marketplace/errors.ts';
import type { ShopClient } from '#server/marketplace/shop-client.ts';
import { finishSyncCursor, readSyncCursor, type SyncKey } from '#server/sync/sync-cursors.ts';
import { addDays, moscowDay } from './moscow-days.ts';
import { storeWeeklyReports } from './store-weekly-reports.ts';

/** One shop whose list of reports is read. */
export interface WeeklyReportsSync {
  db: Db;
  client: Pick<ShopClient, 'listReports'>;
  accountId: number;
  shopId: number;
  now: Date;
}

/** The longest period that is shown and the one before it, as with the rows. */
const FIRST_DAYS = 2 * 366;
/** The list begins here, whoever asks for more. */
const FIRST_LIST_DAY = '2025-01-01';
/** A report that is corrected is corrected within weeks. */
const REREAD_DAYS = 56;
const INTERVAL_MS = 6 * 3_600_000;

const listCursor = z.object({ readTo: z.optional(z.string()) });

/** A new report comes once a week: it is looked for a few times a day, not at each run. */
export async function areWeeklyReportsDue(sync: WeeklyReportsSync): Promise<boolean> {
  const { syncedAt } = await readSyncCursor(sync.db, keyOf(sync));
  return syncedAt === null || sync.now.getTime() - syncedAt.getTime() >= INTERVAL_MS;
}

/**
 * Reads the marketplace's list of weekly reports with its totals. Throws MarketplaceError; also when some of the reports could
 * not be read, after the others are stored.
 */
export async function syncWeeklyReports(sync: WeeklyReportsSync): Promise<void> {
  const { db, accountId, shopId, now } = sync;
  const today = moscowDay(now);
  const { cursor } = await readSyncCursor(db, keyOf(sync));
  const { readTo } = listCursor.safeParse(cursor).data ?? {};
  const wanted = readTo === undefined ? addDays(today, -FIRST_DAYS) : addDays(readTo, -REREAD_DAYS);
  const dateFrom = wanted > FIRST_LIST_DAY ? wanted : FIRST_LIST_DAY;
  const { rows, unread } = await sync.client.listReports({ dateFrom, dateTo: today });
  await storeWeeklyReports(db, { accountId, shopId, takenAt: now }, rows);
  const [first] = unread;
  if (first)
    throw unavailable(`Отчёт № ${first.key} пришёл в виде, который Прилавок не понимает: ${first.detail}`);
  await finishSyncCursor(db, keyOf(sync), { readTo: today }, now);
}

function keyOf({ accountId, shopId }: WeeklyReportsSync): SyncKey {
  return { accountId, shopId, kind: 'weekly-reports' };
}
