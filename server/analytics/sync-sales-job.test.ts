import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#server/db/database.ts';
import type { Deps } from '#server/jobs/deps.ts';
import { MarketplaceError } from '#server/marketplace/errors.ts';
import {
  createTestAccount,
  createTestShop,
  openTestMarket,
  type TestMarket,
  type TestShop,
} from '#tests/support/marketplace/test-market.ts';
import type { UnreadRow } from '#server/marketplace/report-rows.ts';
import { openTestDatabase } from '#tests/setup/test-database.ts';
import { moscowDay, addDays } from './moscow-days.ts';
import { readProfit } from './read-profit.ts';
import {
  findSyncProblems,
  finishSyncCursor,
  readSyncCursor,
  type SyncKind,
} from '#server/sync/sync-cursors.ts';
import { SYNC_SALES, syncSalesJob } from './sync-sales-job.ts';
import { syncOrders, syncReport, syncSales, type SalesSync } from './sync-sales.ts';
import { insertAccount, orderRow, reportRow, saleRow } from '#tests/support/analytics/fixtures.ts';

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

/** A shop at the stand-in whose cup has been selling for months. */
async function sellingShop(token?: Parameters<typeof createTestShop>[3]): Promise<TestShop> {
  const shop = await createTestShop(database, market, await createTestAccount(database), token);
  await putCups(shop.sid);
  return shop;
}

async function putCups(sid: string): Promise<void> {
  const cups = Array.from({ length: 30 }, (_, index) => ({
    vendorCode: `CUP-${index}`,
    title: 'Кружка 350 мл',
    subjectID: 812,
    sizes: [{ skus: [`20000000000${10 + index}`] }],
    price: 900,
    discount: 30,
    createdAt: new Date(Date.now() - 200 * 86_400_000).toISOString(),
  }));
  await market.control('PUT', `/sellers/${sid}/cards`, { cards: cups });
}

async function runJob(
  data: { accountId: number; shopId: number } | { shopId?: undefined },
  from = market,
  signal = new AbortController().signal,
) {
  const enqueued: { data: object; startAfterSeconds: number | undefined }[] = [];
  const warnings: unknown[] = [];
  // The handler uses these four of its dependencies; the queue and the log are watched.
  const deps = {
    database,
    marketplace: from.marketplace,
    jobs: {
      enqueue: (name: string, jobData: object, options?: { startAfterSeconds?: number }) => {
        expect(name).toBe(SYNC_SALES);
        enqueued.push({ data: jobData, startAfterSeconds: options?.startAfterSeconds });
        return Promise.resolve();
      },
    },
    log: { warn: (facts: unknown) => warnings.push(facts) },
  } as unknown as Deps;
  await syncSalesJob.handler(data, deps, { signal, attempt: 1 });
  return { enqueued, warnings };
}

async function countRows(shopId: number) {
  const count = async (table: 'orders' | 'sales' | 'report_rows') =>
    (await database.db.selectFrom(table).select('shop_id').where('shop_id', '=', shopId).execute()).length;
  return { orders: await count('orders'), sales: await count('sales'), report: await count('report_rows') };
}

describe('reading a shop from the marketplace over HTTP', () => {
  it('brings orders, sales and the report; reading again changes nothing', async () => {
    const shop = await sellingShop();
    const { warnings } = await runJob(shop);
    const first = await countRows(shop.shopId);
    expect(warnings).toEqual([]);
    expect(first.orders).toBeGreaterThan(20);
    expect(first.sales).toBeGreaterThan(20);
    expect(first.report).toBeGreaterThan(40);
    await runJob(shop);
    expect(await countRows(shop.shopId)).toEqual(first);
  });

  it.each(['listOrders', 'listReports'] as const)(
    'is not done when it is interrupted at %s, the first or the last read: else nobody would try it again',
    async (operation) => {
      const shop = await sellingShop();
      const stop = new AbortController();
      const client = await market.marketplace.forShop(database.db, shop.accountId, shop.shopId);
      const interrupted = new Proxy(client, {
        get: (target, name, receiver) => {
          if (name === operation) stop.abort();
          return Reflect.get(target, name, receiver) as unknown;
        },
      });
      const marketplace = { ...market.marketplace, forShop: () => Promise.resolve(interrupted) };
      await expect(runJob(shop, { ...market, marketplace }, stop.signal)).rejects.toThrow('aborted');
    },
  );

  it('gives a profit whose payout is what the report’s rows say', async () => {
    const shop = await sellingShop();
    await runJob(shop);
    const today = moscowDay(new Date());
    const profit = await readProfit(database.db, shop, {
      from: addDays(today, -59),
      to: today,
      basis: 'INCOME',
    });
    const { totals, days } = profit.SELECTED;
    expect(profit.problems).toEqual([]);
    expect(totals.buyouts).toBeGreaterThan(10);
    expect(totals.logisticsKopecks).toBeGreaterThan(0);
    expect(totals.revenueKopecks - totals.commissionKopecks).toBe(totals.forPayKopecks);
    expect(days.at(0)?.isPreliminary).toBe(false);
    expect(days.at(-1)?.isPreliminary).toBe(true);
  });

  it('keeps the problem of a shop without the token, and still reads the rest', async () => {
    const shop = await sellingShop({ categories: ['FINANCE'] });
    await runJob(shop);
    const { accountId, shopId } = shop;
    const stateOf = (kind: SyncKind) => readSyncCursor(database.db, { accountId, shopId, kind });
    expect((await stateOf('orders')).problem).toContain('Статистика');
    expect(await stateOf('report')).toMatchObject({ problem: null });
    expect((await countRows(shop.shopId)).report).toBeGreaterThan(0);
  });

  it('does nothing for a shop that is gone or is somebody else’s', async () => {
    const shop = await sellingShop();
    const stranger = await createTestAccount(database);
    await runJob({ accountId: stranger.accountId, shopId: shop.shopId });
    expect(await countRows(shop.shopId)).toEqual({ orders: 0, sales: 0, report: 0 });
  });

  it('on the clock’s call puts a job for every shop', async () => {
    const { enqueued } = await runJob({});
    const shops = await database.db.selectFrom('shops').select('id').execute();
    expect(enqueued).toHaveLength(shops.length);
  });

  it('brings nothing of a sandbox: what it sells is no money, and the clock leaves it out', async () => {
    const shop = await sellingShop({ sandbox: true });
    const selling = `sandbox:${shop.sid}`;
    await market.control('POST', '/sellers', { sid: selling, name: '', tin: '', tradeMark: '' });
    await putCups(selling);
    await runJob(shop);
    expect(await countRows(shop.shopId)).toEqual({ orders: 0, sales: 0, report: 0 });
    const cursors = database.db.selectFrom('sync_cursors').select('kind').where('shop_id', '=', shop.shopId);
    expect(await cursors.execute()).toEqual([]);
    const { enqueued } = await runJob({});
    expect(enqueued.map(({ data }) => data)).not.toContainEqual(
      expect.objectContaining({ shopId: shop.shopId }),
    );
  });
});

describe('a token with an hours-long limit', () => {
  it('is told of while nothing was read yet, and is no problem after', async () => {
    const limited = await openTestMarket({ limits: 'real' });
    try {
      const owner = await createTestAccount(database);
      const shop = await createTestShop(database, limited, owner, { acc: 1 });
      const secondOwner = await createTestAccount(database);
      const sameSeller = await createTestShop(database, limited, secondOwner, { acc: 1, sid: shop.sid });
      const problemOf = async ({ accountId, shopId }: TestShop) =>
        (await findSyncProblems(database.db, accountId, [shopId], ['orders']))[0];
      await runJob(shop, limited);
      await runJob(shop, limited);
      expect(await problemOf(shop)).toBeUndefined();
      const { enqueued } = await runJob(sameSeller, limited);
      const problem = await problemOf(sameSeller);
      // The time stands apart: a sentence would go on naming it when it is past.
      expect(problem?.detail).toBe('Исчерпан лимит запросов Wildberries');
      expect(Date.parse(problem?.retryAt ?? '')).toBeGreaterThan(Date.now() + 60_000);
      await finishSyncCursor(
        database.db,
        { accountId: sameSeller.accountId, shopId: sameSeller.shopId, kind: 'orders' },
        {},
        new Date(),
      );
      expect(await problemOf(sameSeller)).toBeUndefined();
      expect(enqueued).toEqual([]);
    } finally {
      await limited.close();
    }
  });
});

describe('reading page by page', () => {
  const now = new Date('2026-11-20T09:00:00Z');

  async function syncWith(client: Partial<SalesSync['client']>): Promise<SalesSync> {
    const { accountId, shopIds } = await insertAccount(database.db);
    const refuse = () => Promise.reject(new Error('not expected'));
    return {
      db: database.db,
      client: {
        listOrders: refuse,
        listSales: refuse,
        reportRows: refuse,
        dailyReportRows: refuse,
        ...client,
      },
      accountId,
      shopId: shopIds[0] ?? 0,
      now,
      onUnreadRows: () => undefined,
    };
  }
  const page = <T>(rows: T[], unread: UnreadRow[] = []) => Promise.resolve({ rows, unread });
  const limit = (retryAt: Date) =>
    new MarketplaceError({ kind: 'limit', status: 429, detail: ['Исчерпан лимит'], retryAt });

  it('begins with a year, then asks for what changed', async () => {
    const asked: string[] = [];
    const sync = await syncWith({
      listOrders: (dateFrom) => {
        asked.push(dateFrom);
        return page([orderRow({ srid: 'a', at: '2026-11-19T10:00:00+03:00', nmId: 1, kopecks: 100 })]);
      },
    });
    await syncOrders(sync);
    await syncOrders(sync);
    expect(asked).toEqual(['2025-11-19', '2026-11-19T10:00:00']);
  });

  it('reads sales of the last day again: their sums are filled in later', async () => {
    const asked: string[] = [];
    let forPayKopecks = 0;
    const sync = await syncWith({
      listSales: (dateFrom) => {
        asked.push(dateFrom);
        return page([
          saleRow({ saleId: 'S1', at: '2026-11-19T10:00:00+03:00', nmId: 1, kopecks: 100, forPayKopecks }),
        ]);
      },
    });
    await syncSales(sync);
    forPayKopecks = 80;
    await syncSales(sync);
    expect(asked).toEqual(['2026-08-22', '2026-11-18']);
    const row = await database.db
      .selectFrom('sales')
      .select('for_pay_kopecks')
      .where('shop_id', '=', sync.shopId)
      .executeTakeFirstOrThrow();
    expect(row.for_pay_kopecks).toBe(80);
  });

  it('goes on with the report where the limit stopped it, and ends at the empty page', async () => {
    const asked: number[] = [];
    let isLimited = true;
    const sync = await syncWith({
      reportRows: ({ afterRrdId }) => {
        asked.push(afterRrdId);
        if (afterRrdId === 0) return page([reportRow({ day: '2026-11-01', rrdId: 5 })]);
        if (isLimited) return Promise.reject(limit(new Date(now.getTime() + 60_000)));
        return afterRrdId === 5 ? page([reportRow({ day: '2026-11-15', rrdId: 9 })]) : page([]);
      },
    });
    await expect(syncReport(sync)).rejects.toBeInstanceOf(MarketplaceError);
    isLimited = false;
    await syncReport(sync);
    expect(asked).toEqual([0, 5, 5, 9]);
    const { accountId, shopId } = sync;
    const state = await readSyncCursor(database.db, { accountId, shopId, kind: 'report' });
    expect(state).toMatchObject({
      cursor: { dateFrom: '2026-11-02', lastDay: '2026-11-15' },
      problem: null,
      syncedAt: now,
    });
  });

  describe('with rows that cannot be read', () => {
    const strange = (rrdId: number, day: string | null = '2026-11-10'): UnreadRow => ({
      key: String(rrdId),
      day,
      detail: 'forPay «1,2,3»',
    });
    const problemsOf = async ({ db, accountId, shopId }: SalesSync, from = '2026-11-01') => {
      const user = { accountId, userId: 0 };
      const { problems } = await readProfit(db, user, {
        from,
        to: '2026-11-20',
        basis: 'INCOME',
        shop: [shopId],
      });
      return problems?.map(({ detail, unread }) => [detail, unread?.count]);
    };

    it('goes on after a page of nothing else, and tells how many there are', async () => {
      const asked: number[] = [];
      const sync = await syncWith({
        reportRows: ({ afterRrdId }) => {
          asked.push(afterRrdId);
          if (afterRrdId === 0) return page<never>([], [strange(5), strange(6)]);
          return afterRrdId === 6 ? page([reportRow({ day: '2026-11-15', rrdId: 9 })]) : page([]);
        },
      });
      await syncReport(sync);
      expect(asked).toEqual([0, 6, 9]);
      expect(await problemsOf(sync)).toEqual([
        ['2 строки отчёта не прочитаны: № 5: forPay «1,2,3»; № 6: forPay «1,2,3»', 2],
      ]);
    });

    it('forgets them once they are read', async () => {
      let isStrange = true;
      const sync = await syncWith({
        reportRows: ({ afterRrdId }) => {
          if (afterRrdId >= 5) return page([]);
          return isStrange
            ? page<never>([], [strange(5)])
            : page([reportRow({ day: '2026-11-10', rrdId: 5 })]);
        },
      });
      await syncReport(sync);
      expect(await problemsOf(sync)).toHaveLength(1);
      isStrange = false;
      await syncReport(sync);
      expect(await problemsOf(sync)).toEqual([]);
    });

    it('tells of those alone that the periods may lack', async () => {
      const sync = await syncWith({
        reportRows: ({ afterRrdId }) =>
          afterRrdId === 0
            ? page<never>([], [strange(5, '2026-11-10'), strange(6, '2026-01-01'), strange(7, null)])
            : page([]),
      });
      await syncReport(sync);
      expect((await problemsOf(sync))?.[0]?.[1]).toBe(2);
      expect((await problemsOf(sync, '2026-11-16'))?.[0]?.[1]).toBe(1);
    });

    it('tells of orders and sales too, and ends where no row has a number', async () => {
      const unread = { key: '#1', day: null, detail: '«?»' };
      const sync = await syncWith({
        listOrders: () => page<never>([], [{ ...strange(1), key: 'srid-1' }]),
        listSales: () => page<never>([], [unread]),
        reportRows: () => page<never>([], [unread]),
      });
      await syncOrders(sync);
      await syncSales(sync);
      await syncReport(sync);
      expect(await problemsOf(sync)).toEqual([
        ['1 строка заказов не прочитана: № srid-1: forPay «1,2,3»', 1],
        ['1 строка отчёта не прочитана: «?»', 1],
        ['1 строка продаж не прочитана: «?»', 1],
      ]);
    });
  });
});
