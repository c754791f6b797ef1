import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#server/db/database.ts';
import type { UnreadRow } from '#server/marketplace/report-rows.ts';
import { insertAccount, reportRow } from '#tests/support/analytics/fixtures.ts';
import {
  createTestAccount,
  createTestShop,
  openTestMarket,
  type TestMarket,
} from '#tests/support/marketplace/test-market.ts';
import { openTestDatabase } from '#tests/setup/test-database.ts';
import { isDailyReportDue, syncDailyReport } from './sync-daily-report.ts';
import { syncReport, type SalesSync } from './sync-sales.ts';

/** A Thursday; the last weekly report ends on Sunday the 15th. */
const NOW = new Date('2026-11-19T09:00:00Z');
type Row = ReturnType<typeof reportRow>;
type Rows = Partial<Record<'weekly' | 'daily', Row[]>>;

let database: Database;
let market: TestMarket;
beforeAll(async () => {
  database = await openTestDatabase();
  market = await openTestMarket();
});
afterAll(async () => {
  await market.close();
  await database.close();
});

async function shopWith(given: Rows & { unread?: UnreadRow[] }) {
  const { accountId, shopIds } = await insertAccount(database.db);
  const told: number[] = [];
  const asked: string[] = [];
  const after = (rows: Row[] = [], afterRrdId: number) => rows.filter(({ rrdId }) => rrdId > afterRrdId);
  const refuse = () => Promise.reject(new Error('not expected'));
  const sync: SalesSync = {
    db: database.db,
    client: {
      listOrders: refuse,
      listSales: refuse,
      reportRows: ({ afterRrdId }) => Promise.resolve({ rows: after(given.weekly, afterRrdId), unread: [] }),
      dailyReportRows: ({ dateFrom, dateTo, afterRrdId }) => {
        asked.push(`${dateFrom} ${dateTo} ${afterRrdId}`);
        return Promise.resolve({ rows: after(given.daily, afterRrdId), unread: given.unread ?? [] });
      },
    },
    accountId,
    shopId: shopIds[0] ?? 0,
    now: NOW,
    onUnreadRows: (_kind, count) => void told.push(count),
  };
  const stored = async () =>
    (
      await database.db
        .selectFrom('report_rows')
        .select(['rrd_id', 'day', 'is_daily', 'storage_kopecks'])
        .where('shop_id', '=', sync.shopId)
        .orderBy('rrd_id')
        .execute()
    ).map((row) => `${row.rrd_id} ${row.day} ${row.is_daily ? 'daily' : 'weekly'} ${row.storage_kopecks}`);
  return { sync, asked, told, stored, given };
}

const storage = (rrdId: number, day: string, storageKopecks = 100): Row =>
  reportRow({ rrdId, day, operation: 'Хранение', storageKopecks });

describe('daily reports', () => {
  it('are asked about from the day after the last weekly one, in one call: the next is a minute away', async () => {
    const { sync, asked, stored } = await shopWith({
      weekly: [storage(1, '2026-11-15')],
      daily: [storage(5, '2026-11-16'), storage(6, '2026-11-17')],
    });
    await syncReport(sync);
    await syncDailyReport(sync);
    expect(asked).toEqual(['2026-11-16 2026-11-19 0']);
    expect(await stored()).toEqual([
      '1 2026-11-15 weekly 100',
      '5 2026-11-16 daily 100',
      '6 2026-11-17 daily 100',
    ]);
  });

  it('begin with last Monday where there is no weekly one', async () => {
    const { sync, asked } = await shopWith({});
    await syncDailyReport(sync);
    expect(asked).toEqual(['2026-11-09 2026-11-19 0']);
  });

  it('SH-05: give way to the weekly one, whose numbers may be the same or others', async () => {
    const { sync, stored, given } = await shopWith({
      weekly: [storage(1, '2026-11-15')],
      daily: [storage(5, '2026-11-16'), storage(6, '2026-11-17'), storage(7, '2026-11-18')],
    });
    await syncReport(sync);
    await syncDailyReport(sync);
    given.weekly = [storage(1, '2026-11-15'), storage(6, '2026-11-17', 90), storage(9, '2026-11-17', 80)];
    await syncReport(sync);
    await syncDailyReport(sync);
    expect(await stored()).toEqual([
      '1 2026-11-15 weekly 100',
      '6 2026-11-17 weekly 90',
      '7 2026-11-18 daily 100',
      '9 2026-11-17 weekly 80',
    ]);
  });

  it('SH-05: do not come back over a weekly line of the same number', async () => {
    const { sync, stored, given } = await shopWith({ weekly: [storage(6, '2026-11-17', 90)] });
    await syncReport(sync);
    given.daily = [storage(6, '2026-11-18', 70)];
    await syncDailyReport(sync);
    expect(await stored()).toEqual(['6 2026-11-17 weekly 90']);
  });

  it('of more lines than one call may bring are left to the weekly one', async () => {
    const { sync, stored } = await shopWith({
      daily: Array.from({ length: 100_000 }, (_, index) => storage(index + 1, '2026-11-16')),
    });
    await syncDailyReport(sync);
    expect(await stored()).toEqual([]);
  });

  it('lose what the marketplace does not give any more', async () => {
    const { sync, stored, given } = await shopWith({
      daily: [storage(5, '2026-11-16'), storage(6, '2026-11-17')],
    });
    await syncDailyReport(sync);
    given.daily = [storage(6, '2026-11-17', 90)];
    await syncDailyReport(sync);
    expect(await stored()).toEqual(['6 2026-11-17 daily 90']);
  });

  it('SH-06: are not taken with a line that cannot be read: their days stay preliminary, and somebody is told', async () => {
    const { sync, stored, told, given } = await shopWith({ daily: [storage(5, '2026-11-16')] });
    await syncDailyReport(sync);
    given.daily = [storage(5, '2026-11-16'), storage(6, '2026-11-17')];
    given.unread = [{ key: '7', day: '2026-11-17', detail: 'forPay «?»' }];
    await syncDailyReport(sync);
    expect(told).toEqual([1]);
    expect(await stored()).toEqual(['5 2026-11-16 daily 100']);
  });

  it('are asked for with a personal token, a few times a day, and never with a basic one', async () => {
    for (const [acc, isDue] of [
      [3, true],
      [1, false],
    ] as const) {
      const owner = await createTestAccount(database);
      const { accountId, shopId } = await createTestShop(database, market, owner, { acc });
      const { sync } = await shopWith({});
      const own = { ...sync, accountId, shopId };
      expect(await isDailyReportDue(own)).toBe(isDue);
      await syncDailyReport(own);
      expect(await isDailyReportDue(own)).toBe(false);
      const later = { ...own, now: new Date(NOW.getTime() + 7 * 3_600_000) };
      expect(await isDailyReportDue(later)).toBe(isDue);
    }
  });
});
