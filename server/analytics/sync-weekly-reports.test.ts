import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#server/db/database.ts';
import type { Deps } from '#server/jobs/deps.ts';
import type { MarketplaceReport } from '#server/marketplace/report-operations.ts';
import type { UnreadRow } from '#server/marketplace/report-rows.ts';
import { readSyncCursor } from '#server/sync/sync-cursors.ts';
import { openTestDatabase } from '#tests/setup/test-database.ts';
import { insertAccount, weeklyReport } from '#tests/support/analytics/fixtures.ts';
import {
  createTestAccount,
  createTestShop,
  openTestMarket,
  type TestMarket,
  type TestShop,
} from '#tests/support/marketplace/test-market.ts';
import { addDays, moscowDay } from './moscow-days.ts';
import { readWeeklyReport } from './read-weekly-report.ts';
import { readWeeklyReports } from './read-weekly-reports.ts';
import { syncSalesJob } from './sync-sales-job.ts';
import { areWeeklyReportsDue, syncWeeklyReports, type WeeklyReportsSync } from './sync-weekly-reports.ts';

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

/** A shop at the stand-in whose goods have been selling for months. */
async function sellingShop(
  vendorCodes: readonly string[],
  token?: Parameters<typeof createTestShop>[3],
): Promise<TestShop> {
  const shop = await createTestShop(database, market, await createTestAccount(database), token);
  const cards = vendorCodes.map((vendorCode, index) => ({
    vendorCode,
    title: 'Кружка 350 мл',
    subjectID: 812,
    sizes: [{ skus: [`20000000000${10 + index}`] }],
    price: 900,
    discount: 30,
    createdAt: new Date(Date.now() - 100 * 86_400_000).toISOString(),
  }));
  await market.control('PUT', `/sellers/${shop.sid}/cards`, { cards });
  return shop;
}

async function runJob(shop: TestShop) {
  // The handler uses these of its dependencies; nothing is queued and nothing is strange here.
  const deps = { database, marketplace: market.marketplace, jobs: {}, log: {} } as unknown as Deps;
  const data = { accountId: shop.accountId, shopId: shop.shopId };
  await syncSalesJob.handler(data, deps, { signal: new AbortController().signal, attempt: 1 });
}

const today = moscowDay(new Date());
const listOf = ({ accountId }: TestShop) =>
  readWeeklyReports(database.db, accountId, { from: addDays(today, -90), to: today, limit: 200, offset: 0 });
const problemOf = async ({ accountId, shopId }: { accountId: number; shopId: number }) =>
  (await readSyncCursor(database.db, { accountId, shopId, kind: 'weekly-reports' })).problem;

const CUPS = Array.from({ length: 20 }, (_, index) => `CUP-${index}`);

describe('the marketplace’s list of reports', () => {
  it('is read with sales: each week is what its own rows give, to the kopeck', async () => {
    const shop = await sellingShop(CUPS);
    await runJob(shop);
    const { results, totals, problems, syncedAt } = await listOf(shop);
    expect(results.length).toBeGreaterThan(9);
    expect(results.every(({ rowCount }) => rowCount > 0)).toBe(true);
    expect(results.filter(({ differenceKopecks }) => differenceKopecks !== 0)).toEqual([]);
    expect(totals.reportedKopecks).not.toBe(0);
    expect(problems).toEqual([]);
    expect(syncedAt).not.toBeNull();
    expect(results.every(({ from }) => new Date(`${from}T00:00:00Z`).getUTCDay() === 1)).toBe(true);
  });

  it('differs where the marketplace forgets lines of an article, and the line and the row are named', async () => {
    const shop = await sellingShop([...CUPS, 'LOST-MISCOUNT']);
    await runJob(shop);
    const different = (await listOf(shop)).results.filter((report) => report.differenceKopecks !== 0);
    expect(different.length).toBeGreaterThan(0);
    const details = await Promise.all(
      different.map(({ id }) => readWeeklyReport(database.db, shop.accountId, id)),
    );
    const lines = details.flatMap((report) => report.lines.filter((line) => line.differenceKopecks !== 0));
    expect(lines.length).toBeGreaterThan(0);
    expect(details.every(({ ownDifferenceKopecks }) => ownDifferenceKopecks === 0)).toBe(true);
    const findings = details.flatMap((report) => report.findings);
    expect(findings).toContainEqual(expect.objectContaining({ kind: 'NOT_IN_TOTAL', line: 'LOGISTICS' }));
  });

  it('is refused to a basic token, which is said and stops nothing else', async () => {
    const shop = await sellingShop(CUPS, { acc: 1 });
    await runJob(shop);
    expect(await problemOf(shop)).toEqual(expect.any(String));
    const { accountId, shopId } = shop;
    expect(await readSyncCursor(database.db, { accountId, shopId, kind: 'report' })).toMatchObject({
      problem: null,
      syncedAt: expect.any(Date) as Date,
    });
    expect((await listOf(shop)).problems).toMatchObject([{ shopId }]);
  });
});

describe('reading the list', () => {
  const now = new Date('2026-11-20T09:00:00Z');
  async function syncWith(rows: MarketplaceReport[], unread: UnreadRow[] = []) {
    const { accountId, shopIds } = await insertAccount(database.db);
    const asked: { dateFrom: string; dateTo: string }[] = [];
    const sync: WeeklyReportsSync = {
      db: database.db,
      client: {
        listReports: (query) => {
          asked.push(query);
          return Promise.resolve({ rows, unread });
        },
      },
      accountId,
      shopId: shopIds[0] ?? 0,
      now,
    };
    return { sync, asked };
  }

  it('begins with all there is, then looks weeks back, a few times a day', async () => {
    const { sync, asked } = await syncWith([weeklyReport({ reportId: 1 })]);
    expect(await areWeeklyReportsDue(sync)).toBe(true);
    await syncWeeklyReports(sync);
    expect(await areWeeklyReportsDue(sync)).toBe(false);
    const later = { ...sync, now: new Date(now.getTime() + 7 * 3_600_000) };
    expect(await areWeeklyReportsDue(later)).toBe(true);
    await syncWeeklyReports(later);
    expect(asked).toEqual([
      { dateFrom: '2025-01-01', dateTo: '2026-11-20' },
      { dateFrom: '2026-09-25', dateTo: '2026-11-20' },
    ]);
  });

  it('keeps the reports that could be read, tells of the one that could not, and asks again', async () => {
    const unread = [{ key: '2', day: '2026-03-09', detail: 'bankPaymentSum «?»' }];
    const { sync } = await syncWith([weeklyReport({ reportId: 1 })], unread);
    await expect(syncWeeklyReports(sync)).rejects.toThrow('Отчёт № 2 пришёл в виде');
    const { accountId } = sync;
    const query = { from: '2026-03-01', to: '2026-03-31', limit: 50, offset: 0 };
    expect((await readWeeklyReports(database.db, accountId, query)).results).toHaveLength(1);
    expect(await areWeeklyReportsDue(sync)).toBe(true);
  });
});
