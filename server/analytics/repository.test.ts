import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { openTestDatabase } from '#tests/setup/test-database.ts';
import { linesOfReportRow, NO_LINES, sumLines } from './profit-engine.ts';
import { countSoldWithoutCost } from './day-lines.ts';
import { findCoverage, findLinesByDay } from './repository.ts';
import { storeOrders, storeReportRows, storeSales } from './store-sales.ts';
import {
  insertAccount,
  insertCard,
  orderRow,
  reportRow,
  saleRow,
} from '#tests/support/analytics/fixtures.ts';
import { findSoldByCard } from '#tests/support/analytics/sold-by-card.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const period = { from: '2026-03-01', to: '2026-03-31' };

describe('sums of the report in the database', () => {
  const kopecks = fc.integer({ min: -90_000, max: 900_000 });
  const anyRow = fc.record({
    day: fc.constantFrom('2026-03-01', '2026-03-02', '2026-03-31', '2026-04-01'),
    nmId: fc.constantFrom(0, 501, 502, 999),
    docTypeName: fc.constantFrom('Продажа', 'Возврат', ''),
    operation: fc.constantFrom('Продажа', 'Возврат', 'Логистика', 'Сторно продаж', 'Новая операция'),
    operationNote: fc.constantFrom('', 'Оказание услуг «WB Продвижение»', 'ВБ.МЕДИА', 'Страхование'),
    quantity: fc.integer({ min: 0, max: 9 }),
    retailPriceWithDiscKopecks: kopecks,
    retailAmountKopecks: kopecks,
    forPayKopecks: kopecks,
    deliveryKopecks: kopecks,
    rebillLogisticKopecks: kopecks,
    storageKopecks: kopecks,
    acceptanceKopecks: kopecks,
    penaltyKopecks: kopecks,
    deductionKopecks: kopecks,
    loyaltyKopecks: kopecks,
    correctionKopecks: kopecks,
  });

  it('are the same as the engine counts row by row, whatever the rows', async () => {
    const cost = new Map([[501, 12_345]]);
    await fc.assert(
      fc.asyncProperty(fc.array(anyRow, { maxLength: 40 }), async (rows) => {
        const { accountId, shopIds } = await insertAccount(database.db);
        const shopId = shopIds[0] ?? 0;
        await insertCard(database.db, accountId, { costPriceKopecks: 12_345, nmIds: { [shopId]: 501 } });
        await insertCard(database.db, accountId, { costPriceKopecks: null, nmIds: { [shopId]: 502 } });
        await storeReportRows(database.db, accountId, shopId, rows.map(reportRow));

        const shops = await findCoverage(database.db, accountId);
        const expected = sumLines(
          rows
            .filter((row) => row.day <= period.to)
            .map((row) => linesOfReportRow(row, cost.get(row.nmId) ?? null)),
        );
        const byDay = await findLinesByDay(database.db, accountId, { shops, period });
        const byCard = await findSoldByCard(database.db, accountId, {
          shops,
          periods: [
            { from: period.from, to: '2026-03-01' },
            { from: '2026-03-02', to: period.to },
          ],
        });
        expect(sumLines(byDay.map((one) => one.lines))).toEqual(expected);
        expect(sumLines(byCard.map((one) => one.lines))).toEqual(expected);
      }),
      { numRuns: 25 },
    );
  });
});

describe('a unit that was sold, in the feed of sales and in the report', () => {
  /** Says of each unit where it is told of. */
  async function linesOf(units: readonly Unit[]) {
    const { accountId, shopIds } = await insertAccount(database.db);
    const shopId = shopIds[0] ?? 0;
    const told = units.map((unit, index) => ({ ...unit, srid: unit.srid ?? `unit-${index}` }));
    await storeSales(
      database.db,
      accountId,
      shopId,
      told
        .filter((unit) => unit.soldAt !== null)
        .map(({ srid, soldAt, isReturn }) =>
          saleRow({
            saleId: `${isReturn ? 'R' : 'S'}${srid}`,
            srid,
            at: soldAt ?? '',
            nmId: 1,
            kopecks: 100_00,
            forPayKopecks: 80_00,
          }),
        ),
    );
    await storeReportRows(
      database.db,
      accountId,
      shopId,
      told
        .filter((unit) => unit.reportedOn !== null)
        .flatMap(({ srid, reportedOn, isReturn }) => {
          const operation = isReturn ? 'Возврат' : 'Продажа';
          const row = { srid, day: reportedOn ?? '', nmId: 1, docTypeName: operation };
          return [
            reportRow({
              ...row,
              operation,
              quantity: 1,
              retailPriceWithDiscKopecks: 100_00,
              forPayKopecks: 80_00,
            }),
            // Its delivery names the unit too, and is no sale of it.
            reportRow({ ...row, docTypeName: 'Продажа', operation: 'Логистика', deliveryKopecks: 50 }),
          ];
        }),
    );
    const shops = await findCoverage(database.db, accountId);
    return {
      all: sumLines(
        (await findLinesByDay(database.db, accountId, { shops, period })).map((row) => row.lines),
      ),
      byCard: sumLines(
        (await findSoldByCard(database.db, accountId, { shops, periods: [period] })).map((row) => row.lines),
      ),
      preliminary: sumLines(
        (await findLinesByDay(database.db, accountId, { shops, period }))
          .filter((row) => row.source === 'sales')
          .map((row) => row.lines),
      ),
    };
  }
  interface Unit {
    srid?: string;
    isReturn?: boolean;
    /** In the feed of sales. */
    soldAt: string | null;
    /** In the report. */
    reportedOn: string | null;
  }

  it('counts once when the report puts it on another day than the feed', async () => {
    const { all } = await linesOf([{ soldAt: '2026-03-16T00:10:00+03:00', reportedOn: '2026-03-15' }]);
    expect(all).toMatchObject({ buyouts: 1, revenueKopecks: 100_00 });
  });

  it('is not lost when the report of its days lacks it: it stays preliminary', async () => {
    const { all, preliminary } = await linesOf([
      { soldAt: '2026-03-10T12:00:00+03:00', reportedOn: null },
      { soldAt: '2026-03-20T12:00:00+03:00', reportedOn: '2026-03-20' },
    ]);
    expect(all).toMatchObject({ buyouts: 2, revenueKopecks: 200_00 });
    expect(preliminary).toMatchObject({ buyouts: 1, revenueKopecks: 100_00 });
  });

  it('is followed by its return, which counts by itself', async () => {
    const unit = { srid: 'one' };
    const { all } = await linesOf([
      { ...unit, soldAt: '2026-03-10T12:00:00+03:00', reportedOn: '2026-03-10' },
      { ...unit, isReturn: true, soldAt: '2026-03-12T12:00:00+03:00', reportedOn: null },
    ]);
    expect(all).toMatchObject({ buyouts: 1, returns: 1, revenueKopecks: 0 });
  });

  it('without a number is taken from the feed after the last reported day alone', async () => {
    const { all } = await linesOf([
      { srid: '', soldAt: '2026-03-10T12:00:00+03:00', reportedOn: '2026-03-11' },
      { srid: '', isReturn: true, soldAt: '2026-03-12T12:00:00+03:00', reportedOn: null },
    ]);
    expect(all).toMatchObject({ buyouts: 1, returns: 1 });
  });

  it('counts once however the units are split between the two, and on whatever days', async () => {
    const day = fc.integer({ min: 1, max: 30 }).map((number) => `2026-03-${String(number).padStart(2, '0')}`);
    const unit = fc
      .record({
        isReturn: fc.boolean(),
        soldAt: fc.option(day.map((one) => `${one}T00:10:00+03:00`)),
        reportedOn: fc.option(day),
      })
      .filter(({ soldAt, reportedOn }) => soldAt !== null || reportedOn !== null);
    await fc.assert(
      fc.asyncProperty(fc.array(unit, { maxLength: 25 }), async (units) => {
        const returns = units.filter((one) => one.isReturn).length;
        const buyouts = units.length - returns;
        const once = { buyouts, returns, revenueKopecks: (buyouts - returns) * 100_00 };
        const { all, byCard, preliminary } = await linesOf(units);
        expect(all).toMatchObject(once);
        expect(byCard).toMatchObject(once);
        expect(preliminary.buyouts + preliminary.returns).toBe(
          units.filter((one) => one.reportedOn === null).length,
        );
      }),
      { numRuns: 25 },
    );
  });
});

describe('orders, sales and reports of a shop', () => {
  let accountId: number;
  let shopId: number;
  let cardId: number;

  beforeAll(async () => {
    const account = await insertAccount(database.db);
    accountId = account.accountId;
    shopId = account.shopIds[0] ?? 0;
    cardId = await insertCard(database.db, accountId, { costPriceKopecks: 100_00, nmIds: { [shopId]: 700 } });
    await insertCard(database.db, accountId, { costPriceKopecks: null, nmIds: { [shopId]: 701 } });
    await storeOrders(database.db, accountId, shopId, [
      orderRow({ srid: 'a', at: '2026-03-10T23:59:59+03:00', nmId: 700, kopecks: 500_00 }),
      orderRow({ srid: 'b', at: '2026-03-11T00:00:01+03:00', nmId: 700, kopecks: 300_00, isCancel: true }),
      orderRow({ srid: 'c', at: '2026-03-11T12:00:00+03:00', nmId: 701, kopecks: 200_00 }),
    ]);
    await storeReportRows(database.db, accountId, shopId, [
      reportRow({
        day: '2026-03-10',
        srid: 'srid-S1',
        nmId: 700,
        quantity: 1,
        retailPriceWithDiscKopecks: 500_00,
        retailAmountKopecks: 400_00,
        forPayKopecks: 350_00,
      }),
    ]);
    await storeSales(database.db, accountId, shopId, [
      saleRow({
        saleId: 'S1',
        at: '2026-03-10T10:00:00+03:00',
        nmId: 700,
        kopecks: 500_00,
        forPayKopecks: 1,
      }),
      saleRow({
        saleId: 'S2',
        at: '2026-03-11T10:00:00+03:00',
        nmId: 701,
        kopecks: 250_00,
        forPayKopecks: 200_00,
      }),
      saleRow({
        saleId: 'R3',
        at: '2026-03-11T11:00:00+03:00',
        nmId: 700,
        kopecks: 500_00,
        forPayKopecks: 350_00,
      }),
    ]);
  });

  const linesOn = async (day: string, ofCard?: number) => {
    const shops = await findCoverage(database.db, accountId);
    const rows = await findLinesByDay(database.db, accountId, { shops, period, cardId: ofCard });
    return sumLines(rows.filter((row) => row.day === day).map((row) => row.lines));
  };

  it('puts an order on its day in Moscow', async () => {
    expect(await linesOn('2026-03-10')).toMatchObject({ orders: 1, ordersKopecks: 500_00, cancels: 0 });
    expect(await linesOn('2026-03-11')).toMatchObject({ orders: 2, ordersKopecks: 500_00, cancels: 1 });
  });

  it('takes a sale that the report has from the report alone', async () => {
    expect(await linesOn('2026-03-10')).toMatchObject({
      buyouts: 1,
      revenueKopecks: 500_00,
      realizedKopecks: 400_00,
      forPayKopecks: 350_00,
      cogsKopecks: 100_00,
    });
  });

  it('takes what the report does not have from operational sales and returns', async () => {
    expect(await linesOn('2026-03-11')).toMatchObject({
      buyouts: 1,
      returns: 1,
      revenueKopecks: -250_00,
      forPayKopecks: -150_00,
      cogsKopecks: -100_00,
    });
  });

  it('counts one card alone when it is asked for', async () => {
    expect(await linesOn('2026-03-11', cardId)).toMatchObject({
      orders: 1,
      cancels: 1,
      buyouts: 0,
      returns: 1,
    });
  });

  it('says how far the report goes and how many sold cards have no cost', async () => {
    const shops = await findCoverage(database.db, accountId, [shopId]);
    expect(shops).toEqual([
      {
        shopId,
        reportedFrom: '2026-03-10',
        dailyFrom: null,
        reportedUntil: '2026-03-10',
        orderedFrom: '2026-03-10',
        soldUntil: '2026-03-11',
        ordersSyncedAt: null,
        soldFrom: '2026-03-10',
        salesSyncedAt: null,
        reportSyncedAt: null,
        syncedAt: null,
      },
    ]);
    expect(
      await countSoldWithoutCost(database.db, accountId, {
        shopIds: shops.map((shop) => shop.shopId),
        period,
      }),
    ).toBe(1);
  });

  it('replaces an order by its newer state and not by an older one', async () => {
    const order = { srid: 'd', at: '2026-03-20T10:00:00+03:00', nmId: 700, kopecks: 100_00 };
    await storeOrders(database.db, accountId, shopId, [
      orderRow({ ...order, isCancel: true, lastChangeDate: '2026-03-21T10:00:00' }),
    ]);
    await storeOrders(database.db, accountId, shopId, [orderRow(order), orderRow(order)]);
    expect(await linesOn('2026-03-20')).toMatchObject({ orders: 1, cancels: 1 });
  });

  it('shows nothing of it to another account, not even by the number of the shop', async () => {
    const stranger = await insertAccount(database.db);
    const foreign = [
      {
        shopId,
        reportedFrom: null,
        reportedUntil: null,
        dailyFrom: null,
        orderedFrom: null,
        soldUntil: null,
        ordersSyncedAt: null,
        soldFrom: null,
        salesSyncedAt: null,
        reportSyncedAt: null,
        syncedAt: null,
      },
    ];
    expect(await findCoverage(database.db, stranger.accountId, [shopId])).toEqual([]);
    expect(await findLinesByDay(database.db, stranger.accountId, { shops: foreign, period })).toEqual([]);
    expect(
      await findSoldByCard(database.db, stranger.accountId, { shops: foreign, periods: [period] }),
    ).toEqual([]);
    expect(await countSoldWithoutCost(database.db, stranger.accountId, { shopIds: [shopId], period })).toBe(
      0,
    );
  });

  it('does not let another account overwrite a row', async () => {
    const stranger = await insertAccount(database.db);
    const foreign = orderRow({
      srid: 'a',
      at: '2026-03-10T23:59:59+03:00',
      nmId: 1,
      kopecks: 1,
      isCancel: true,
    });
    await storeOrders(database.db, stranger.accountId, shopId, [foreign]);
    expect(sumLines([await linesOn('2026-03-10'), NO_LINES])).toMatchObject({ orders: 1, cancels: 0 });
  });
});
