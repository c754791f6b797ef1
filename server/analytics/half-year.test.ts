import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { openTestDatabase } from '#tests/setup/test-database.ts';
import {
  createTestAccount,
  createTestShop,
  openTestMarket,
  type TestMarket,
  type TestShop,
} from '#tests/support/marketplace/test-market.ts';
import { keepDayLines } from './keep-day-lines.ts';
import { addDays, moscowDay } from './moscow-days.ts';
import { readProfit } from './read-profit.ts';
import { readWeeklyReport } from './read-weekly-report.ts';
import { readWeeklyReports } from './read-weekly-reports.ts';
import { syncDailyReport } from './sync-daily-report.ts';
import { lastWeeklyDay, syncOrders, syncReport, syncSales, type SalesSync } from './sync-sales.ts';
import { syncWeeklyReports } from './sync-weekly-reports.ts';

/** Half a year of late lines, corrections, second reports and sums that come later, read as it happens. */
const DAY_MS = 86_400_000;
const END_MS = Date.parse('2026-11-30T09:40:00Z');
const WEEKS = 24;
/** The last of them are read in the middle of the week too. */
const DAILY_WEEKS = 3;
const LAST_DAYS = { from: '2026-09-07', to: '2026-11-29' };

let database: Database;
let market: TestMarket;
let followed: TestShop;
let readAtOnce: TestShop;
const thursdays: Awaited<ReturnType<typeof readThursday>>[] = [];

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: END_MS - WEEKS * 7 * DAY_MS });
  database = await openTestDatabase();
  market = await openTestMarket();
  followed = await createTestShop(database, market, await createTestAccount(database));
  readAtOnce = await createTestShop(database, market, await createTestAccount(database), {
    sid: followed.sid,
  });
  const cups = Array.from({ length: 60 }, (_, index) => ({
    vendorCode: `CUP-${index}`,
    title: 'Кружка 350 мл',
    subjectID: index % 3 === 0 ? 69 : 812,
    sizes: [{ skus: [`20000000000${10 + index}`] }],
    price: 900 + index * 7,
    discount: 30,
    createdAt: '2025-01-01T00:00:00Z',
  }));
  await market.control('PUT', `/sellers/${followed.sid}/cards`, { cards: cups });
  for (let week = 0; week <= WEEKS; week += 1) {
    vi.setSystemTime(END_MS - (WEEKS - week) * 7 * DAY_MS);
    await sync(followed);
    if (week < WEEKS - DAILY_WEEKS || week === WEEKS) continue;
    vi.setSystemTime(Date.now() + 3 * DAY_MS);
    thursdays.push(await readThursday(await sync(followed)));
  }
  await sync(readAtOnce);
}, 300_000);
afterAll(async () => {
  vi.useRealTimers();
  await market.close();
  await database.close();
});

async function sync({ accountId, shopId }: TestShop): Promise<SalesSync> {
  const { db } = database;
  const client = await market.marketplace.forShop(db, accountId, shopId);
  const onUnreadRows = (kind: string) => expect.unreachable(`Не прочитаны строки: ${kind}`);
  const shop = { db, client, accountId, shopId, now: new Date(), onUnreadRows };
  await syncOrders(shop);
  await syncSales(shop);
  await syncReport(shop);
  await syncDailyReport(shop);
  await syncWeeklyReports(shop);
  await keepDayLines(database, accountId);
  return shop;
}

/** On a Thursday: the week before is in its report, the days since Monday in their own. */
async function readThursday(shop: SalesSync) {
  const rows = await database.db
    .selectFrom('report_rows')
    .select(['day', 'is_daily', 'operation', 'srid', 'storage_kopecks'])
    .where('account_id', '=', shop.accountId)
    .where('shop_id', '=', shop.shopId)
    .orderBy('day')
    .execute();
  const today = moscowDay(shop.now);
  const { SELECTED, dailyFrom } = await readProfit(
    database.db,
    { accountId: shop.accountId, userId: 0 },
    { from: addDays(today, -3), to: addDays(today, -1), basis: 'INCOME' },
  );
  return { today, lastWeekly: await lastWeeklyDay(shop), rows, dailyFrom, ...SELECTED };
}

const reportsOf = ({ accountId }: TestShop) =>
  readWeeklyReports(database.db, accountId, {
    from: '2025-12-01',
    to: moscowDay(new Date()),
    limit: 200,
    offset: 0,
  });

async function rowsOf(table: 'orders' | 'sales' | 'report_rows', { shopId }: TestShop) {
  const rows = await database.db
    .selectFrom(table)
    .selectAll()
    .where('shop_id', '=', shopId)
    .where('day', '>=', LAST_DAYS.from)
    .execute();
  return rows.map(({ account_id: _account, shop_id: _shop, ...row }) => JSON.stringify(row)).toSorted();
}

it('SH-01: a shop that was followed has the rows that one read at once has, none twice and none missing', async () => {
  for (const table of ['orders', 'sales', 'report_rows'] as const) {
    const rows = await rowsOf(table, followed);
    expect(rows.length).toBeGreaterThan(100);
    expect(rows).toEqual(await rowsOf(table, readAtOnce));
  }
});

it('SH-01: its profit is the same', async () => {
  const profitOf = async ({ accountId, shopId, userId }: TestShop) => {
    const { SELECTED } = await readProfit(
      database.db,
      { accountId, userId },
      { ...LAST_DAYS, basis: 'INCOME' },
    );
    const { preliminaryShops, ...said } = SELECTED;
    return { ...said, own: preliminaryShops?.find((shop) => shop.shopId === shopId)?.isUnreported };
  };
  const [one, other] = [await profitOf(followed), await profitOf(readAtOnce)];
  expect(one.totals.buyouts).toBeGreaterThan(100);
  expect(one).toEqual(other);
});

it('SH-02: every report of the half year is reckoned to the kopeck: main ones and those of what was bought out', async () => {
  const { results } = await reportsOf(followed);
  expect(results.length).toBeGreaterThan(WEEKS);
  const twice = results.filter((report) => results.filter(({ from }) => from === report.from).length > 1);
  expect(twice.length).toBeGreaterThan(0);
  for (const report of results) {
    expect(report.differenceKopecks, `№ ${report.reportId}`).toBe(0);
    const { findings, ownDifferenceKopecks } = await readWeeklyReport(
      database.db,
      followed.accountId,
      report.id,
    );
    expect({ findings, ownDifferenceKopecks }).toEqual({ findings: [], ownDifferenceKopecks: 0 });
  }
});

it('SH-02: what the profit says was paid is what the reports of its days pay', async () => {
  const { results } = await reportsOf(followed);
  // Later sales may still wait for a line that comes late.
  const days = { from: '2026-06-15', to: '2026-11-15' };
  const own = results.filter(({ from, to }) => from >= days.from && to <= days.to);
  const { SELECTED } = await readProfit(database.db, followed, { ...days, basis: 'INCOME' });
  const paid = own.reduce((sum, { reportedKopecks }) => sum + reportedKopecks, 0);
  expect(SELECTED.totals.payoutKopecks).toBe(paid);
});

it('SH-03: no sale is left without its sums once they are there', async () => {
  const waiting = await database.db
    .selectFrom('sales')
    .select('sale_id')
    .where('shop_id', '=', followed.shopId)
    .where('finished_price_kopecks', '=', 0)
    .where('day', '<', addDays(moscowDay(new Date()), -2))
    .execute();
  expect(waiting).toEqual([]);
});

it('SH-04: a daily report stands in for the days since the last weekly one, and goes when that comes', async () => {
  expect(thursdays).toHaveLength(DAILY_WEEKS);
  for (const { today, lastWeekly, rows, dailyFrom, totals, days } of thursdays) {
    const daily = rows.filter((row) => row.is_daily);
    expect(new Set(daily.map(({ day }) => day))).toEqual(
      new Set([addDays(today, -3), addDays(today, -2), addDays(today, -1)]),
    );
    expect([lastWeekly, dailyFrom]).toEqual([addDays(today, -4), addDays(today, -3)]);
    // Whole days: what only a report knows is there.
    expect(totals.storageKopecks).toBeGreaterThan(0);
    expect(totals.logisticsKopecks).toBeGreaterThan(0);
    expect(totals.storageKopecks).toBe(daily.reduce((sum, row) => sum + row.storage_kopecks, 0));
    const goods = rows.filter(({ operation }) => operation === 'Продажа' || operation === 'Возврат');
    expect(new Set(goods.map(({ operation, srid }) => `${operation} ${srid}`)).size).toBe(goods.length);
    expect(days.every(({ day }) => day >= addDays(today, -3))).toBe(true);
  }
  const left = await database.db
    .selectFrom('report_rows')
    .select('rrd_id')
    .where('shop_id', '=', followed.shopId)
    .where('is_daily', '=', true)
    .execute();
  expect(left).toEqual([]);
});
