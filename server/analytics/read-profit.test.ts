import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProfitTotals } from '#contract/analytics.ts';
import type { TaxRate } from '#contract/taxpayers.ts';
import type { Database } from '#server/db/database.ts';
import { noToken } from '#server/marketplace/errors.ts';
import { HttpError } from '#server/errors/http-error.ts';
import { createTaxpayer } from '#server/taxpayers/change-taxpayers.ts';
import { openTestDatabase } from '#tests/setup/test-database.ts';
import { addDays } from './moscow-days.ts';
import { readCardStatistics } from './read-card-statistics.ts';
import { readProfit } from './read-profit.ts';
import { readProfitCards } from './read-profit-cards.ts';
import { readProfitShops } from './read-profit-shops.ts';
import { storeOrders, storeReportRows, storeSales } from './store-sales.ts';
import { finishSyncCursor, noteSyncProblem } from '#server/sync/sync-cursors.ts';
import {
  insertAccount,
  insertCard,
  orderRow,
  reportRow,
  saleRow,
} from '#tests/support/analytics/fixtures.ts';

let database: Database;
let reader: { accountId: number; userId: number };
let firstShop: number;
let secondShop: number;
let mug: number;

/** A sale of 1 000 ₽ for which buyers paid 800 ₽ and 700 ₽ are to be transferred. */
const sale = {
  quantity: 1,
  retailPriceWithDiscKopecks: 1_000_00,
  retailAmountKopecks: 800_00,
  forPayKopecks: 700_00,
};

beforeAll(async () => {
  database = await openTestDatabase();
  const { db } = database;
  const { accountId, shopIds } = await insertAccount(db, { shops: 2 });
  [firstShop = 0, secondShop = 0] = shopIds;
  const user = await db
    .insertInto('users')
    .values({ account_id: accountId, login: 'reader', name: 'Читатель', password_hash: '-' })
    .returning('id')
    .executeTakeFirstOrThrow();
  reader = { accountId, userId: user.id };
  mug = await insertCard(db, accountId, {
    title: 'Кружка керамическая',
    costPriceKopecks: 200_00,
    nmIds: { [firstShop]: 100, [secondShop]: 200 },
  });
  await insertCard(db, accountId, {
    title: 'Ночник луна',
    costPriceKopecks: null,
    nmIds: { [firstShop]: 101 },
  });
  await storeReportRows(db, accountId, firstShop, [
    reportRow({ day: '2026-03-02', nmId: 100, ...sale }),
    reportRow({ day: '2026-03-03', nmId: 100, ...sale }),
    reportRow({ day: '2026-03-03', nmId: 101, ...sale }),
    reportRow({ day: '2026-03-03', nmId: 101, ...sale, docTypeName: 'Возврат', operation: 'Возврат' }),
    reportRow({ day: '2026-03-03', nmId: 555, vendorCode: 'OLD-1', ...sale }),
    reportRow({ day: '2026-03-04', operation: 'Хранение', storageKopecks: 100 }),
    reportRow({ day: '2026-02-27', nmId: 100, ...sale }),
  ]);
  await storeReportRows(db, accountId, secondShop, [reportRow({ day: '2026-03-02', nmId: 200, ...sale })]);
  await storeSales(db, accountId, secondShop, [
    saleRow({
      saleId: 'S9',
      at: '2026-03-04T12:00:00+03:00',
      nmId: 200,
      kopecks: 900_00,
      forPayKopecks: 600_00,
    }),
  ]);
  await storeOrders(db, accountId, firstShop, [
    orderRow({ srid: 'o1', at: '2026-03-02T12:00:00+03:00', nmId: 100, kopecks: 1_000_00 }),
  ]);
});
afterAll(() => database.close());

const period = { from: '2026-03-01', to: '2026-03-04', basis: 'INCOME' as const };
const cardsQuery = { ...period, limit: 50, offset: 0, ordering: '-profit' as const };
const read = (query: Parameters<typeof readProfit>[2] = period) => readProfit(database.db, reader, query);
const readCards = (query: Partial<Parameters<typeof readProfitCards>[2]> = {}) =>
  readProfitCards(database.db, reader, { ...cardsQuery, ...query });

describe('the profit of a period', () => {
  it('is counted beside the same number of days before', async () => {
    const { SELECTED, PREVIOUS } = await read();
    expect([PREVIOUS.from, PREVIOUS.to, PREVIOUS.days.length]).toEqual(['2026-02-25', '2026-02-28', 4]);
    expect(PREVIOUS.totals).toMatchObject({ buyouts: 1, profitKopecks: 700_00 - 200_00 - 48_00 });
    expect(SELECTED.totals).toMatchObject({
      orders: 1,
      buyouts: 6,
      returns: 1,
      revenueKopecks: 4_900_00,
      realizedKopecks: 4_100_00,
      forPayKopecks: 3_400_00,
      storageKopecks: 100,
      payoutKopecks: 3_399_00,
      cogsKopecks: 800_00,
      taxKopecks: 246_00,
      profitKopecks: 3_399_00 - 800_00 - 246_00,
    });
  });

  it('shows as previous what asking for these days shows, and as previous of that, two lengths back', async () => {
    const lengths = fc.record({
      start: fc.integer({ min: -4, max: 10 }),
      length: fc.integer({ min: 1, max: 6 }),
    });
    await fc.assert(
      fc.asyncProperty(
        lengths,
        fc.constantFrom('INCOME' as const, 'INCOME_MINUS_EXPENSES' as const, 'OWN' as const),
        async ({ start, length }, basis) => {
          const from = addDays('2026-03-01', start);
          const { PREVIOUS } = await read({ from, to: addDays(from, length - 1), basis });
          const asked = await read({ from: PREVIOUS.from, to: PREVIOUS.to, basis });
          expect(asked.SELECTED.totals).toEqual(PREVIOUS.totals);
          expect(asked.PREVIOUS).toMatchObject({
            from: addDays(from, -2 * length),
            to: addDays(from, -length - 1),
          });
        },
      ),
      { numRuns: 40 },
    );
  });

  it('DS-01: by shop and day adds up to its totals and its days', async () => {
    const { SELECTED } = await read();
    const { shops } = await readProfitShops(database.db, reader, period);
    expect(shops.map(({ shopId }) => shopId)).toEqual([firstShop, secondShop]);
    for (const name of ['orders', 'buyouts', 'profitKopecks'] as const) {
      expect(shops.reduce((sum, shop) => sum + shop[name], 0)).toBe(SELECTED.totals[name]);
      for (const day of SELECTED.days) {
        const ofDay = shops.flatMap(({ days }) => days.filter((one) => one.day === day.day));
        expect(ofDay.reduce((sum, one) => sum + one[name], 0)).toBe(day[name]);
      }
    }
  });

  it('DS-02: of a shop is preliminary where its own report does not reach, or lacks a sale', async () => {
    const { db } = database;
    const { accountId, shopIds } = await insertAccount(db, { shops: 2 });
    const [told = 0, lagging = 0] = shopIds;
    await storeReportRows(db, accountId, told, [
      reportRow({ day: '2026-03-02', nmId: 100, ...sale }),
      reportRow({ day: '2026-03-04', nmId: 100, ...sale }),
    ]);
    // In the feed of sales, and not in the report that has passed its day.
    const lost = { saleId: 'S1', at: '2026-03-02T12:00:00+03:00', nmId: 100 };
    await storeSales(db, accountId, told, [saleRow({ ...lost, kopecks: 900_00, forPayKopecks: 600_00 })]);
    await storeReportRows(db, accountId, lagging, [reportRow({ day: '2026-03-02', nmId: 200, ...sale })]);
    await storeOrders(db, accountId, lagging, [
      orderRow({ srid: 'o2', at: '2026-03-03T12:00:00+03:00', nmId: 200, kopecks: 1_000_00 }),
    ]);
    const { shops } = await readProfitShops(db, { accountId }, period);
    expect(
      shops.map(({ days }) => days.map(({ day, isPreliminary }) => `${day}${isPreliminary ? ' ≈' : ''}`)),
    ).toEqual([
      ['2026-03-02 ≈', '2026-03-04'],
      ['2026-03-02', '2026-03-03 ≈'],
    ]);
    const { SELECTED, PREVIOUS } = await readProfit(db, { ...reader, accountId }, period);
    expect(SELECTED.preliminaryShops).toEqual([
      { shopId: told, isUnreported: false },
      { shopId: lagging, isUnreported: true },
    ]);
    expect(PREVIOUS.preliminaryShops).toEqual([]);
    const untilThen = await readProfit(db, { ...reader, accountId }, { ...period, to: '2026-03-02' });
    // The sale that the report lacks is of the last of these days.
    expect(untilThen.SELECTED.preliminaryShops).toEqual([{ shopId: told, isUnreported: true }]);
  });

  it('DS-03: by shop is of the account’s own shops alone', async () => {
    const stranger = await insertAccount(database.db, { shops: 1 });
    expect(await readProfitShops(database.db, stranger, period)).toMatchObject({ shops: [] });
    await expect(
      readProfitShops(database.db, stranger, { ...period, shop: [firstShop] }),
    ).rejects.toBeInstanceOf(HttpError);
    const one = await readProfitShops(database.db, reader, { ...period, shop: [secondShop] });
    expect(one.shops.map(({ shopId }) => shopId)).toEqual([secondShop]);
  });

  it('is compared with the same days of the year before, whatever a shop of neither has sold between them', async () => {
    const { db } = database;
    const { accountId, shopIds } = await insertAccount(db, { shops: 2 });
    const [old = 0, closed = 0] = shopIds;
    const reportedDays = ['2024-01-29', '2025-03-02', '2025-06-30', '2026-03-02', '2026-03-08'];
    await storeReportRows(
      db,
      accountId,
      old,
      reportedDays.map((day) => reportRow({ day, nmId: 300, ...sale })),
    );
    await storeReportRows(db, accountId, closed, [reportRow({ day: '2025-08-01', nmId: 301, ...sale })]);
    const query = { ...period, against: 'YEAR_AGO' as const };
    const { SELECTED, PREVIOUS, comparison } = await readProfit(db, { ...reader, accountId }, query);
    expect([PREVIOUS.from, PREVIOUS.to, PREVIOUS.days.length]).toEqual(['2025-03-01', '2025-03-04', 4]);
    expect([SELECTED.totals.buyouts, PREVIOUS.totals.buyouts]).toEqual([1, 1]);
    expect(comparison?.report?.SELECTED).toMatchObject({ from: '2026-03-01', to: '2026-03-04' });
    expect(comparison?.report?.PREVIOUS).toMatchObject({ from: '2025-03-01', to: '2025-03-04' });
    expect(comparison?.report?.PREVIOUS.totals).toEqual(PREVIOUS.totals);
  });

  it('marks days as preliminary from where any shop has no report yet', async () => {
    const { SELECTED, reportedUntil } = await read();
    expect(reportedUntil).toBe('2026-03-02');
    expect(SELECTED.days.map((day) => day.isPreliminary)).toEqual([false, false, true, true]);
  });

  it('of no days is of the last ones that the reports of all asked shops have, none of them preliminary', async () => {
    const { db } = database;
    const account = await insertAccount(db, { shops: 3 });
    const [weekly = 0, daily = 0, stopped = 0] = account.shopIds;
    const reportOf = (shop: number, day: string) =>
      storeReportRows(db, account.accountId, shop, [reportRow({ day, nmId: 100, ...sale })]);
    await reportOf(weekly, '2026-03-15');
    await reportOf(daily, '2026-03-19');
    await reportOf(stopped, '2026-01-11');
    const now = new Date('2026-03-20T10:00:00+03:00');
    const asked = async (shop?: number[]) => {
      const query = { basis: 'INCOME' as const, ...(shop && { shop }) };
      const { SELECTED } = await readProfit(db, { ...reader, accountId: account.accountId }, query, now);
      return [SELECTED.from, SELECTED.to, SELECTED.days.filter((day) => day.isPreliminary).length];
    };
    expect(await asked()).toEqual(['2026-03-02', '2026-03-15', 0]);
    expect(await asked([daily])).toEqual(['2026-03-06', '2026-03-19', 0]);
    expect(await asked([stopped])).toEqual(['2025-12-29', '2026-01-11', 0]);
  });

  it('says of each asked shop which days its sources have, and when they were read', async () => {
    const { db } = database;
    const { accountId, shopIds } = await insertAccount(db, { shops: 2 });
    const [shopId = 0, silent = 0] = shopIds;
    await storeReportRows(db, accountId, shopId, [reportRow({ day: '2026-03-02', nmId: 100, ...sale })]);
    await storeReportRows(db, accountId, shopId, [reportRow({ day: '2026-03-03', nmId: 100, ...sale })], {
      isDaily: true,
    });
    await storeOrders(db, accountId, shopId, [
      orderRow({ srid: 'so', at: '2026-02-20T12:00:00+03:00', nmId: 100, kopecks: 1_000_00 }),
    ]);
    const readAt = (kind: 'orders' | 'report' | 'daily-report', at: string) =>
      finishSyncCursor(db, { accountId, shopId, kind }, {}, new Date(at));
    await readAt('orders', '2026-03-04T21:30:00Z');
    await readAt('report', '2026-03-02T09:00:00Z');
    await readAt('daily-report', '2026-03-04T06:00:00Z');
    const none = { from: null, to: null, readAt: null };
    const { sources } = await readProfit(db, { ...reader, accountId }, period);
    expect(sources).toEqual([
      {
        shopId,
        // In Moscow it was the 5th already.
        orders: { from: '2026-02-20', to: '2026-03-04', readAt: '2026-03-04T21:30:00.000Z' },
        sales: none,
        report: { from: '2026-03-02', to: '2026-03-03', readAt: '2026-03-04T06:00:00.000Z' },
        dailyFrom: '2026-03-03',
      },
      { shopId: silent, orders: none, sales: none, report: none, dailyFrom: null },
    ]);
    const one = await readProfit(db, { ...reader, accountId }, { ...period, shop: [silent] });
    expect(one.sources?.map((shop) => shop.shopId)).toEqual([silent]);
  });

  it('is compared over the days alone that both periods have by report', async () => {
    const { coverage, comparison, SELECTED } = await read({
      ...period,
      from: '2026-03-03',
      to: '2026-03-04',
      shop: [secondShop],
    });
    expect(SELECTED.totals.buyouts).toBe(1);
    expect(coverage?.report).toEqual({ from: '2026-03-02', to: '2026-03-02' });
    expect(comparison?.report).toBeNull();

    const both = await read({ ...period, shop: [firstShop] });
    expect(both.coverage?.report).toEqual({ from: '2026-02-27', to: '2026-03-04' });
    // The period before begins on 25 February, two days before the data.
    expect(both.comparison?.report).toMatchObject({
      SELECTED: { from: '2026-03-03', to: '2026-03-04', totals: { buyouts: 3, returns: 1 } },
      PREVIOUS: { from: '2026-02-27', to: '2026-02-28', totals: { buyouts: 1 } },
    });
  });

  it('compares nothing of a sale that the report lacks, and marks its day', async () => {
    const { SELECTED, comparison } = await read({ ...period, from: '2026-03-02', to: '2026-03-02' });
    await storeSales(database.db, reader.accountId, firstShop, [
      saleRow({
        saleId: 'S7',
        at: '2026-03-03T12:00:00+03:00',
        nmId: 100,
        kopecks: 1_000_00,
        forPayKopecks: 1,
      }),
    ]);
    const later = await read({ ...period, shop: [firstShop] });
    expect(later.SELECTED.totals.buyouts).toBe(5);
    expect(later.SELECTED.days.map((day) => day.isPreliminary)).toEqual([false, false, true, false]);
    expect(later.comparison?.report?.SELECTED.totals.buyouts).toBe(3);
    expect(SELECTED.days[0]?.isPreliminary).toBe(false);
    expect(comparison?.report).toBeNull();
    await database.db.deleteFrom('sales').where('sale_id', '=', 'S7').execute();
  });

  it('compares orders over the days whose orders were read to the end', async () => {
    const week = { ...period, from: '2026-03-03', to: '2026-03-04', shop: [firstShop] };
    expect((await read(week)).comparison?.orders).toBeNull();
    const orders = { accountId: reader.accountId, shopId: firstShop, kind: 'orders' } as const;
    await finishSyncCursor(database.db, orders, {}, new Date('2026-03-05T10:00:00+03:00'));
    expect((await read(week)).comparison?.orders).toEqual({
      SELECTED: { from: '2026-03-04', to: '2026-03-04', totals: { orders: 0, ordersKopecks: 0 } },
      PREVIOUS: { from: '2026-03-02', to: '2026-03-02', totals: { orders: 1, ordersKopecks: 1_000_00 } },
    });
    await finishSyncCursor(database.db, orders, {}, new Date('2026-03-04T10:00:00+03:00'));
    // The fourth of March was not over when it was read.
    expect((await read(week)).comparison?.orders).toBeNull();
  });

  it('is of the chosen shops alone', async () => {
    const { SELECTED, reportedUntil } = await read({ ...period, shop: [firstShop] });
    expect(SELECTED.totals.buyouts).toBe(4);
    expect(reportedUntil).toBe('2026-03-04');
  });

  it('says how many cards were sold without a known cost', async () => {
    expect((await read()).cardsWithoutCostPrice).toBe(2);
  });

  it('says which shop could not be read and why', async () => {
    const shop = { accountId: reader.accountId, shopId: secondShop };
    const [sales, orders] = [{ ...shop, kind: 'sales' } as const, { ...shop, kind: 'orders' } as const];
    const error = noToken('Нет активного токена категории «Статистика»', 'no_token');
    await noteSyncProblem(database.db, sales, error);
    await noteSyncProblem(database.db, orders, error);
    expect((await read()).problems).toEqual([
      {
        shopId: secondShop,
        shopName: 'Магазин 2',
        detail: 'Нет активного токена категории «Статистика»',
        retryAt: null,
      },
    ]);
    await finishSyncCursor(database.db, sales, {}, new Date());
    await finishSyncCursor(database.db, orders, {}, new Date());
    expect((await read()).problems).toEqual([]);
  });

  it('takes the rates of each shop’s taxpayer; asked for their own bases, each has its own', async () => {
    const { db } = database;
    const rate = (ratePercent: number, basis: TaxRate['basis'] = 'INCOME'): TaxRate[] => [
      { from: '2024-01-01', basis, ratePercent, vatPercent: 0 },
    ];
    const other = await database.transaction((trx) =>
      createTaxpayer(trx, reader.accountId, {
        name: 'ИП',
        shopIds: [secondShop],
        taxRates: rate(3),
      }),
    );
    // 3 300 ₽ at 6 % of the first shop, 800 ₽ at 3 % of the second.
    const { SELECTED } = await read();
    expect(SELECTED.totals.taxKopecks).toBe(144_00 + 51_00);
    const [first, second] = await Promise.all(
      [firstShop, secondShop].map((shopId) => read({ ...period, shop: [shopId] })),
    );
    expect([first?.SELECTED.totals.taxKopecks, second?.SELECTED.totals.taxKopecks]).toEqual([144_00, 51_00]);
    await db
      .updateTable('taxpayers')
      .set({ tax_rates: JSON.stringify(rate(10, 'INCOME_MINUS_EXPENSES')) })
      .where('id', '=', other.id)
      .execute();
    const own = await read({ ...period, basis: 'OWN', shop: [secondShop] });
    // 10 % of what is left: of the report 700 − 200, of the feed 600 − 200.
    expect(own.SELECTED.totals.taxKopecks).toBe(90_00);
    expect((await read({ ...period, basis: 'OWN' })).SELECTED.totals.taxKopecks).toBe(144_00 + 90_00);
    await db.deleteFrom('taxpayers').where('id', '=', other.id).execute();
  });

  it('a shop beside it of the same taxpayer is counted, though it is not shown', async () => {
    const { db } = database;
    const { accountId, shopIds } = await insertAccount(db, { shops: 2 });
    const [earning = 0, losing = 0] = shopIds;
    const rate = { from: '2024-01-01', basis: 'INCOME_MINUS_EXPENSES', ratePercent: 15, vatPercent: 0 };
    await db
      .updateTable('taxpayers')
      .set({ tax_rates: JSON.stringify([rate]) })
      .where('account_id', '=', accountId)
      .execute();
    await storeReportRows(db, accountId, earning, [reportRow({ day: '2026-03-02', nmId: 100, ...sale })]);
    await storeReportRows(db, accountId, losing, [
      reportRow({ day: '2026-03-02', operation: 'Хранение', storageKopecks: 300_00 }),
    ]);
    const taxOf = async (shop: number[]) => {
      const query = { ...period, basis: 'OWN' as const, shop };
      return (await readProfit(db, { ...reader, accountId }, query)).SELECTED.totals.taxKopecks;
    };
    // 15 % of 800 ₽ of income less 100 ₽ of commission; the storage of the second spares 45 ₽ of it, and by itself would spare none.
    const taxes = await Promise.all([taxOf(shopIds), taxOf([earning]), taxOf([losing])]);
    expect(taxes).toEqual([60_00, 105_00, -45_00]);
  });

  it.each([
    [{ from: '2026-03-05', to: '2026-03-04' }, 'Начало периода позже конца'],
    [{ from: '2025-03-04', to: '2026-03-05' }, 'Период — не больше 366 дней'],
  ])('refuses %j: %s', async (wrong, detail) => {
    const error: unknown = await read({ ...period, ...wrong }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(HttpError);
    expect(error).toMatchObject({ status: 400, detail: [detail] });
  });

  it('answers 366 days', async () => {
    expect((await read({ ...period, from: '2025-03-04' })).SELECTED.days).toHaveLength(366);
  });

  it('knows no shop of another account', async () => {
    const stranger = await insertAccount(database.db);
    await expect(read({ ...period, shop: stranger.shopIds })).rejects.toMatchObject({ status: 404 });
  });
});

describe('profit by card', () => {
  const sum = (totals: ProfitTotals[], name: 'profitKopecks' | 'taxKopecks' | 'storageKopecks' | 'buyouts') =>
    totals.reduce((all, one) => all + one[name], 0);

  it('adds up to the totals of the period to the kopeck', async () => {
    const { SELECTED } = await read();
    const { results, count } = await readCards();
    const totals = results.map((card) => card.totals);
    expect(count).toBe(4);
    for (const name of ['profitKopecks', 'taxKopecks', 'storageKopecks', 'buyouts'] as const) {
      expect(sum(totals, name)).toBe(SELECTED.totals[name]);
    }
  });

  it('names cards, and goods that are not among them by what the report says', async () => {
    const { results } = await readCards();
    expect(results.map((card) => [card.nmId, card.title, card.vendorCode, card.hasCostPrice])).toEqual([
      [100, 'Кружка керамическая', 'MUG-100-200', true],
      [200, 'Кружка керамическая', 'MUG-100-200', true],
      [555, '', 'OLD-1', false],
      [101, 'Ночник луна', 'MUG-101', false],
    ]);
  });

  it('DS-18: by margin stand last where none is told: of shops whose last day is not in the report, or not all of it', async () => {
    const { db } = database;
    const { accountId, shopIds } = await insertAccount(db, { shops: 3 });
    // Each shop has a card that makes little and one that makes much.
    for (const [index, shopId] of shopIds.entries()) {
      for (const [card, forPayKopecks] of [100_00, 900_00].entries())
        await storeReportRows(db, accountId, shopId, [
          reportRow({ day: '2026-03-02', nmId: 10 * index + card + 1, ...sale, forPayKopecks }),
        ]);
    }
    const [told = 0, , lacking = 0] = shopIds;
    const last = { day: '2026-03-04', operation: 'Хранение', storageKopecks: 1 };
    for (const shopId of [told, lacking]) await storeReportRows(db, accountId, shopId, [reportRow(last)]);
    const lost = { saleId: 'S7', at: '2026-03-04T12:00:00+03:00', nmId: 21, kopecks: 0, forPayKopecks: 0 };
    await storeSales(db, accountId, lacking, [saleRow(lost)]);
    const { SELECTED } = await readProfit(db, { ...reader, accountId }, period);
    expect(SELECTED.preliminaryShops).toEqual(
      shopIds.slice(1).map((shopId) => ({ shopId, isUnreported: true })),
    );
    const inOrder = async (ordering: 'margin' | '-margin', limit = 50, offset = 0) => {
      const query = { ...cardsQuery, ordering, limit, offset };
      return (await readProfitCards(db, { accountId }, query)).results.map(({ nmId }) => nmId);
    };
    expect(await inOrder('-margin')).toEqual([2, 1, 11, 12, 21, 22]);
    expect(await inOrder('margin')).toEqual([1, 2, 11, 12, 21, 22]);
    expect(await inOrder('margin', 2, 1)).toEqual([2, 11]);
  });

  it('sorts, pages and finds', async () => {
    const nmIds = async (query: Parameters<typeof readCards>[0]) =>
      (await readCards(query)).results.map((card) => card.nmId);
    expect(await nmIds({ ordering: 'profit' })).toEqual([101, 555, 200, 100]);
    expect(await nmIds({ ordering: '-orders' })).toEqual([100, 101, 555, 200]);
    // Without revenue there is no margin, and none is told of a shop whose last days have no report: last in both directions.
    expect((await nmIds({ ordering: 'margin' })).slice(-2)).toEqual([101, 200]);
    expect((await nmIds({ ordering: '-margin' })).slice(-2)).toEqual([101, 200]);
    expect(await nmIds({ limit: 2, offset: 1 })).toEqual([200, 555]);
    expect(await nmIds({ search: 'КЕРАМ' })).toEqual([100, 200]);
    expect(await nmIds({ search: 'old-1' })).toEqual([555]);
    expect(await nmIds({ search: '%' })).toEqual([]);
    expect(await readCards({ search: 'керам', limit: 1 })).toMatchObject({ count: 2 });
  });
});

describe('a shop that was charged and has no card', () => {
  it('has a row, so that the rows are the total; who does not ask for it gets cards alone', async () => {
    const { accountId, shopIds } = await insertAccount(database.db);
    const owner = { ...reader, accountId };
    await storeReportRows(database.db, accountId, shopIds[0] ?? 0, [
      reportRow({ day: '2026-03-02', operation: 'Хранение', storageKopecks: 123_45 }),
    ]);
    const { SELECTED } = await readProfit(database.db, owner, period);
    const { count, results } = await readProfitCards(database.db, owner, { ...cardsQuery, shopRows: true });
    expect(SELECTED.totals.storageKopecks).toBe(123_45);
    expect([count, results.map((row) => [row.nmId, row.hasCostPrice, row.totals.profitKopecks])]).toEqual([
      1,
      [[0, true, SELECTED.totals.profitKopecks]],
    ]);
    expect((await readProfitCards(database.db, owner, cardsQuery)).count).toBe(0);
    const found = await readProfitCards(database.db, owner, { ...cardsQuery, shopRows: true, search: '0' });
    expect(found.count).toBe(0);
  });
});

describe('statistics of a card', () => {
  it('are by day and by shop', async () => {
    const statistics = await readCardStatistics(database.db, reader.accountId, mug, period);
    expect(statistics.days.map((day) => [day.orders, day.ordersKopecks, day.buyouts])).toEqual([
      [0, 0, 0],
      [1, 1_000_00, 2],
      [0, 0, 1],
      [0, 0, 1],
    ]);
    expect(statistics.shops).toMatchObject([
      { shopId: firstShop, shopName: 'Магазин 1', orders: 1, buyouts: 2, returns: 0, cancels: 0 },
      { shopId: secondShop, shopName: 'Магазин 2', orders: 0, buyouts: 2, returns: 0, cancels: 0 },
    ]);
    // Whichever way it is added up, it is the same.
    const { days, shops, shopDays = [] } = statistics;
    for (const of of ['orders', 'ordersKopecks', 'buyouts', 'revenueKopecks'] as const) {
      const sumOf = (rows: readonly { [key in typeof of]?: number | undefined }[]) =>
        rows.reduce((sum, row) => sum + (row[of] ?? 0), 0);
      expect([of, sumOf(shops), sumOf(shopDays)]).toEqual([of, sumOf(days), sumOf(days)]);
    }
    expect(new Set(shopDays.map(({ day, shopId }) => `${day}/${shopId}`)).size).toBe(shopDays.length);
  });

  it('of another account’s card are not there', async () => {
    const stranger = await insertAccount(database.db);
    await expect(readCardStatistics(database.db, stranger.accountId, mug, period)).rejects.toMatchObject({
      status: 404,
    });
  });
});
