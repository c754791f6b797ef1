import { z } from 'zod/mini';
import type { UnreadKind } from '#contract/analytics.ts';
import type { Db } from '#server/db/database.ts';
import type { UnreadRow } from '#server/marketplace/report-rows.ts';
import type { ShopClient } from '#server/marketplace/shop-client.ts';
import { dropDailyRows } from './daily-rows.ts';
import { addDays, mondayOf, moscowDay, type Day } from './moscow-days.ts';
import { storeOrders, storeReportRows, storeSales } from './store-sales.ts';
import {
  advanceSyncCursor,
  finishSyncCursor,
  readSyncCursor,
  type SyncKey,
} from '#server/sync/sync-cursors.ts';
import { noteUnreadRows } from '#server/marketplace/note-unread-rows.ts';

/** One shop whose orders, sales and reports are read. */
export interface SalesSync {
  db: Db;
  client: Pick<ShopClient, 'listOrders' | 'listSales' | 'reportRows' | 'dailyReportRows'>;
  accountId: number;
  shopId: number;
  now: Date;
  /** Told when the marketplace sent rows that could not be read. */
  onUnreadRows: (kind: UnreadKind, count: number) => void;
}

/** The first reading asks for a year of orders; the marketplace gives what it still keeps, 90 days as documented. */
const ORDERS_DAYS = 366;
/** Older sales are in the reports. */
const SALES_DAYS = 90;
/** Sums of a sale are filled in within a day, and not always with a new date of change. */
const SALES_REREAD_DAYS = 1;
/** The documented page is «about 80 000 rows»: a page that comes near it may not be the last. */
const FULL_PAGE_ROWS = 50_000;
/** The longest period that is shown and the one before it. */
const REPORT_DAYS = 2 * 366;
const FIRST_REPORT_DAY = '2024-01-29';
/** A report is published once a week, in pieces; two weeks back nothing is added any more. */
const REPORT_REREAD_DAYS = 13;
const REPORT_INTERVAL_MS = 6 * 3_600_000;

const changeCursor = z.object({
  changedFrom: z.optional(z.string()),
  /** The reading was broken off between two pages. */
  isPartial: z.optional(z.boolean()),
});
const reportCursor = z.object({
  dateFrom: z.optional(z.string()),
  afterRrdId: z.optional(z.int()),
  lastDay: z.optional(z.string()),
});

/** Reads orders that changed since the last time. Throws MarketplaceError; what was read until then is kept. */
export async function syncOrders(sync: SalesSync): Promise<void> {
  await syncChanges(sync, { kind: 'orders', firstDays: ORDERS_DAYS, rereadDays: 0 }, async (dateFrom) => {
    const { rows, unread } = await sync.client.listOrders(dateFrom);
    await storeOrders(sync.db, sync.accountId, sync.shopId, rows);
    return { rows, unread, readKeys: rows.map((row) => row.srid) };
  });
}

/** Reads sales and returns that changed since the last time. */
export async function syncSales(sync: SalesSync): Promise<void> {
  await syncChanges(
    sync,
    { kind: 'sales', firstDays: SALES_DAYS, rereadDays: SALES_REREAD_DAYS },
    async (dateFrom) => {
      const { rows, unread } = await sync.client.listSales(dateFrom);
      await storeSales(sync.db, sync.accountId, sync.shopId, rows);
      return { rows, unread, readKeys: rows.map((row) => row.saleId) };
    },
  );
}

interface ChangesPage {
  rows: { lastChangeDate: string }[];
  unread: UnreadRow[];
  readKeys: string[];
}

async function syncChanges(
  sync: SalesSync,
  { kind, firstDays, rereadDays }: { kind: 'orders' | 'sales'; firstDays: number; rereadDays: number },
  readPage: (dateFrom: string) => Promise<ChangesPage>,
): Promise<void> {
  const key = keyOf(sync, kind);
  const { cursor } = await readSyncCursor(sync.db, key);
  const firstDay = addDays(moscowDay(sync.now), -firstDays);
  const known = changeCursor.safeParse(cursor).data ?? {};
  let changedFrom = known.changedFrom ?? firstDay;
  const isReread = rereadDays > 0 && known.isPartial !== true;
  let dateFrom = isReread ? later(addDays(changedFrom.slice(0, 10), -rereadDays), firstDay) : changedFrom;
  for (;;) {
    const { rows, unread, readKeys } = await readPage(dateFrom);
    await noteUnread(sync, kind, unread, readKeys);
    const newest = rows.reduce((last, row) => later(last, row.lastChangeDate), changedFrom);
    const isLast = rows.length + unread.length < FULL_PAGE_ROWS || newest === dateFrom;
    changedFrom = newest;
    dateFrom = newest;
    if (isLast) return finishSyncCursor(sync.db, key, { changedFrom }, sync.now);
    await advanceSyncCursor(sync.db, key, { changedFrom, isPartial: true });
  }
}

async function noteUnread(
  { db, accountId, shopId, onUnreadRows }: SalesSync,
  kind: UnreadKind,
  unread: readonly UnreadRow[],
  readKeys: readonly string[],
): Promise<void> {
  if (unread.length > 0) onUnreadRows(kind, unread.length);
  await noteUnreadRows(db, accountId, shopId, { kind, unread, readKeys });
}

function keyOf({ accountId, shopId }: SalesSync, kind: UnreadKind): SyncKey {
  return { accountId, shopId, kind };
}

/** Dates and times of one notation compare as text. */
function later(one: string, other: string): string {
  return one > other ? one : other;
}

/** The last day that a weekly report has told of. */
export async function lastWeeklyDay({ db, accountId, shopId }: SalesSync): Promise<Day | undefined> {
  const { cursor } = await readSyncCursor(db, { accountId, shopId, kind: 'report' });
  return reportCursor.safeParse(cursor).data?.lastDay;
}

function latestDay(rows: readonly { day: Day }[], known?: Day): Day | undefined {
  return rows.reduce((last, { day }) => (last === undefined ? day : later(day, last)), known);
}

/** A new report comes once a week: it is looked for a few times a day, not at each run. */
export async function isReportDue(sync: SalesSync): Promise<boolean> {
  const { cursor, syncedAt } = await readSyncCursor(sync.db, keyOf(sync, 'report'));
  const isInTheMiddle = (reportCursor.safeParse(cursor).data?.afterRrdId ?? 0) > 0;
  return isInTheMiddle || syncedAt === null || sync.now.getTime() - syncedAt.getTime() >= REPORT_INTERVAL_MS;
}

/**
 * Reads the rows of the weekly reports page by page until the marketplace has no more. A reading that was broken off
 * goes on where it stopped.
 */
export async function syncReport(sync: SalesSync): Promise<void> {
  const key = keyOf(sync, 'report');
  const { cursor } = await readSyncCursor(sync.db, key);
  const today = moscowDay(sync.now);
  const known = reportCursor.safeParse(cursor).data ?? {};
  // A first report that is cut by the day would never give its own sum.
  const dateFrom = known.dateFrom ?? later(mondayOf(addDays(today, -REPORT_DAYS)), FIRST_REPORT_DAY);
  let { afterRrdId = 0, lastDay } = known;
  for (;;) {
    const { rows, unread } = await sync.client.reportRows({ dateFrom, dateTo: today, afterRrdId });
    // The weekly report has the last word: whoever reads between the two sees too little, never the same twice.
    await dropDailyRows(sync, latestDay(rows));
    await storeReportRows(sync.db, sync.accountId, sync.shopId, rows);
    await noteUnread(
      sync,
      'report',
      unread,
      rows.map((row) => String(row.rrdId)),
    );
    // The next page begins after the last row, whether that could be read or not.
    const lastRrdId = [...rows.map((row) => row.rrdId), ...unread.map((row) => Number(row.key))]
      .filter(Number.isSafeInteger)
      .reduce((last, rrdId) => Math.max(last, rrdId), afterRrdId);
    if (lastRrdId === afterRrdId) break;
    afterRrdId = lastRrdId;
    lastDay = latestDay(rows, lastDay);
    await advanceSyncCursor(sync.db, key, { dateFrom, afterRrdId, lastDay });
  }
  const nextFrom = lastDay === undefined ? dateFrom : addDays(lastDay, -REPORT_REREAD_DAYS);
  await finishSyncCursor(
    sync.db,
    key,
    { dateFrom: nextFrom, ...(lastDay === undefined ? {} : { lastDay }) },
    sync.now,
  );
}
