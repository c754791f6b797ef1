import { assert, asyncProperty, constantFrom, integer, record, array, boolean } from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AskedBasis } from '#contract/analytics.ts';
import { countedLines, rowLines, type PartedLine, type RowsPart } from '#contract/profit-parts.ts';
import type { Database } from '#server/db/database.ts';
import { insertOwnCostRate } from '#server/own-costs/own-cost-rate-rows.ts';
import { insertOwnCost } from '#server/own-costs/own-cost-rows.ts';
import { openTestDatabase } from '#tests/setup/test-database.ts';
import {
  insertAccount,
  insertCard,
  orderRow,
  reportRow,
  saleRow,
} from '#tests/support/analytics/fixtures.ts';
import { lineTotals } from './line-totals.ts';
import { readProfit } from './read-profit.ts';
import { readProfitCards } from './read-profit-cards.ts';
import { readProfitParts } from './read-profit-parts.ts';
import { readProfitRows } from './read-profit-rows.ts';
import { storeOrders, storeReportRows, storeSales } from './store-sales.ts';

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const PERIOD = { from: '2026-03-02', to: '2026-03-08' };
const day = constantFrom('2026-03-01', '2026-03-02', '2026-03-05', '2026-03-08', '2026-03-09');
const kopecks = integer({ min: -50_000, max: 90_000 });
const shop = integer({ min: 0, max: 1 });
const nmId = constantFrom(0, 1, 2);

const someReportRow = record({
  shop,
  day,
  nmId,
  srid: constantFrom('', 'u1', 'u2', 'u3'),
  operation: constantFrom('Продажа', 'Возврат', 'Логистика', 'Добровольная компенсация', 'Коррекция продаж'),
  docTypeName: constantFrom('Продажа', 'Возврат', ''),
  operationNote: constantFrom('', 'Оказание услуг «WB Продвижение»', 'ВБ.МЕДИА', 'Страхование'),
  quantity: integer({ min: 0, max: 3 }),
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
const someSale = record({
  shop,
  day,
  nmId,
  srid: constantFrom('u1', 'u2', 'u9'),
  isReturn: boolean(),
  kopecks,
});
const someOrder = record({ shop, day, nmId, kopecks, isCancel: boolean() });
const someCost = record({
  isOfAll: boolean(),
  nmId,
  from: day,
  amountKopecks: integer({ min: 1, max: 99_999 }),
  isTaxDeductible: boolean(),
});
const someRate = record({
  isOfAll: boolean(),
  from: day,
  to: constantFrom(null, '2026-03-06', '2026-03-10'),
  rateHundredths: integer({ min: 1, max: 10_000 }),
  isTaxDeductible: boolean(),
}).filter(({ from, to }) => to === null || from <= to);
const someRows = record({
  report: array(someReportRow, { maxLength: 12 }),
  sales: array(someSale, { maxLength: 5 }),
  orders: array(someOrder, { maxLength: 5 }),
  costs: array(someCost, { maxLength: 3 }),
  rates: array(someRate, { maxLength: 3 }),
  basis: constantFrom<AskedBasis>('INCOME', 'INCOME_MINUS_EXPENSES', 'OWN'),
  isOneShop: boolean(),
});
type SomeRows = typeof someRows extends { generate(...args: never[]): { value: infer Value } }
  ? Value
  : never;

async function store({ report, sales, orders, costs, rates }: SomeRows) {
  const { db } = database;
  const { accountId, shopIds } = await insertAccount(db, { shops: 2 });
  const user = await db
    .insertInto('users')
    .values({ account_id: accountId, login: crypto.randomUUID(), name: 'Читатель', password_hash: '-' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const [first = 0, second = 0] = shopIds;
  await insertCard(db, accountId, { costPriceKopecks: 200_00, nmIds: { [first]: 1, [second]: 1 } });
  await insertCard(db, accountId, { costPriceKopecks: null, nmIds: { [first]: 2 } });
  for (const [index, shopId] of shopIds.entries()) {
    await storeReportRows(
      db,
      accountId,
      shopId,
      report.filter((row) => row.shop === index).map(({ shop: _shop, ...row }) => reportRow(row)),
    );
    await storeSales(
      db,
      accountId,
      shopId,
      sales.flatMap((sale, n) =>
        sale.shop === index
          ? saleRow({
              saleId: `${sale.isReturn ? 'R' : 'S'}${n}`,
              at: `${sale.day}T12:00:00+03:00`,
              nmId: sale.nmId,
              kopecks: sale.kopecks,
              forPayKopecks: sale.kopecks,
              srid: sale.srid,
            })
          : [],
      ),
    );
    await storeOrders(
      db,
      accountId,
      shopId,
      orders.flatMap((order, n) =>
        order.shop === index ? orderRow({ srid: `o${n}`, at: `${order.day}T12:00:00+03:00`, ...order }) : [],
      ),
    );
  }
  await database.transaction(async (trx) => {
    for (const { isOfAll, from, nmId: costNmId, ...cost } of costs)
      await insertOwnCost(trx, accountId, {
        kind: 'OTHER',
        name: '',
        from,
        to: '2026-03-10',
        shopId: isOfAll ? null : first,
        nmId: isOfAll || costNmId === 0 ? null : costNmId,
        ...cost,
      });
    for (const { isOfAll, ...rate } of rates)
      await insertOwnCostRate(trx, accountId, {
        kind: 'SALARY',
        name: 'Менеджер',
        shopId: isOfAll ? null : first,
        ...rate,
      });
  });
  return { reader: { accountId, userId: user.id }, shopIds };
}

/** All rows of a part, page by page. */
async function everyRow(
  accountId: number,
  query: Omit<Parameters<typeof readProfitRows>[2], 'limit' | 'offset'>,
) {
  const rows = [];
  for (;;) {
    const page = await readProfitRows(database.db, accountId, { ...query, limit: 2, offset: rows.length });
    rows.push(...page.results);
    if (page.results.length === 0) return { count: page.count, rows };
  }
}

function sumOf(amounts: readonly { amount: number }[]): number {
  return amounts.reduce((sum, { amount }) => sum + amount, 0);
}

describe('what a figure is made of', () => {
  it('FO-01: adds up to the figure, to the kopeck, part by part and row by row, whatever was sold', async () => {
    await assert(
      asyncProperty(someRows, async (rows) => {
        const { reader, shopIds } = await store(rows);
        const { accountId } = reader;
        const query = {
          ...PERIOD,
          basis: rows.basis,
          ...(rows.isOneShop && { shop: shopIds.slice(0, 1) }),
        };
        const { totals } = (await readProfit(database.db, reader, query)).SELECTED;
        for (const line of [...rowLines, ...countedLines]) {
          const { total, parts } = await readProfitParts(database.db, accountId, { ...query, line });
          expect([line, total]).toEqual([line, lineTotals[line](totals)]);
          expect(sumOf(parts)).toBe(total);
        }
        const { years = [] } = await readProfitParts(database.db, accountId, { ...query, line: 'TAX' });
        // A tax is counted for all shops of its taxpayer.
        if (!rows.isOneShop) {
          const grown = (tax: 'taxKopecks' | 'vatKopecks') =>
            years.reduce((sum, { owed, before }) => sum + owed[tax] - before[tax], 0);
          expect([grown('taxKopecks'), grown('vatKopecks')]).toEqual([totals.taxKopecks, totals.vatKopecks]);
        }
        for (const { rates, minimumKopecks, owed } of years) {
          const ordinary = rates.reduce((sum, { taxKopecks }) => sum + taxKopecks, 0);
          expect(owed.taxKopecks).toBe(Math.max(ordinary, minimumKopecks ?? 0, 0));
          for (const rate of rates) {
            const base = rate.incomeKopecks - (rate.expensesKopecks ?? 0);
            expect(Math.abs(rate.taxKopecks - (base * rate.ratePercent) / 100)).toBeLessThanOrEqual(0.5);
          }
        }
        for (const line of rowLines) {
          const { parts } = await readProfitParts(database.db, accountId, { ...query, line });
          for (const part of parts) {
            if (part.kind !== 'ROWS') throw new Error('A line of rows has other parts');
            const { source, operation, isReturn } = part;
            const told = isReturn ? ('true' as const) : ('false' as const);
            const all = await everyRow(accountId, { ...query, line, source, operation, isReturn: told });
            expect([line, all.count, all.rows.length, sumOf(all.rows)]).toEqual([
              line,
              part.count,
              part.count,
              part.amount,
            ]);
            expect(new Set(all.rows.map(({ shopId, key }) => `${shopId}:${key}`)).size).toBe(part.count);
          }
        }
      }),
      { numRuns: 12 },
    );
  });

  it('FO-04: of a card it is its own rows and its share of what is no card’s; all shares are the whole of it', async () => {
    await assert(
      asyncProperty(someRows, async (rows) => {
        const { reader, shopIds } = await store(rows);
        const { accountId } = reader;
        for (const shopId of shopIds) {
          const query = { ...PERIOD, basis: rows.basis, shop: [shopId] };
          const { results: cards } = await readProfitCards(database.db, reader, {
            ...query,
            limit: 50,
            offset: 0,
            ordering: '-profit',
          });
          for (const line of [...rowLines, ...countedLines]) {
            const shares = [];
            for (const { nmId: card, totals } of cards) {
              const asked = { ...query, line, nmId: card };
              const { total, parts } = await readProfitParts(database.db, accountId, asked);
              expect([line, card, total, sumOf(parts)]).toEqual([
                line,
                card,
                lineTotals[line](totals),
                lineTotals[line](totals),
              ]);
              shares.push(...parts.filter((part) => part.kind === 'SHARE'));
              for (const part of parts) {
                if (part.kind !== 'ROWS' || line === 'VAT' || line === 'TAX' || line === 'OWN_COSTS')
                  continue;
                const { source, operation, isReturn } = part;
                const told = isReturn ? ('true' as const) : ('false' as const);
                const all = await everyRow(accountId, {
                  ...query,
                  line,
                  source,
                  operation,
                  isReturn: told,
                  nmId: card,
                });
                expect([all.count, sumOf(all.rows)]).toEqual([part.count, part.amount]);
                expect(all.rows.every((row) => row.nmId === card && row.shopId === shopId)).toBe(true);
              }
            }
            // All of them say the same of the whole, and the whole is shared without a rest.
            for (const { of } of shares) expect([line, sumOf(shares)]).toEqual([line, of]);
          }
        }
      }),
      { numRuns: 5 },
    );
  });

  it('a card is asked about in its shop', async () => {
    const { accountId } = await insertAccount(database.db, { shops: 2 });
    await expect(
      readProfitParts(database.db, accountId, { ...PERIOD, basis: 'OWN', line: 'STORAGE', nmId: 1 }),
    ).rejects.toMatchObject({ status: 400 });
  });
});

describe('the rows of a part', () => {
  const sale = {
    quantity: 2,
    retailPriceWithDiscKopecks: 1_000_00,
    retailAmountKopecks: 1_600_00,
    forPayKopecks: 1_400_00,
  };
  let reader: { accountId: number };
  let shopId: number;

  beforeAll(async () => {
    const { db } = database;
    const { accountId, shopIds } = await insertAccount(db);
    reader = { accountId };
    shopId = shopIds[0] ?? 0;
    await insertCard(db, accountId, { title: 'Кружка', costPriceKopecks: 200_00, nmIds: { [shopId]: 1 } });
    await storeReportRows(db, accountId, shopId, [
      reportRow({ day: '2026-03-02', nmId: 1, srid: 'one', rrdId: 11, reportId: 7, ...sale }),
      reportRow({
        day: '2026-03-03',
        nmId: 9,
        srid: 'two',
        rrdId: 12,
        ...sale,
        quantity: 1,
        vendorCode: 'OLD',
      }),
      reportRow({ day: '2026-03-03', srid: '', rrdId: 13, operation: 'Хранение', storageKopecks: 500 }),
    ]);
    await storeSales(db, accountId, shopId, [
      saleRow({
        saleId: 'S1',
        at: '2026-03-06T12:00:00+03:00',
        nmId: 1,
        kopecks: 900_00,
        forPayKopecks: 600_00,
        srid: 'three',
      }),
    ]);
  });

  const partsOf = async (line: PartedLine, basis: AskedBasis = 'INCOME') =>
    (await readProfitParts(database.db, reader.accountId, { ...PERIOD, basis, line })).parts;
  const rowsOf = (
    part: Pick<RowsPart, 'source' | 'operation'>,
    line: (typeof rowLines)[number],
    accountId = reader.accountId,
  ) =>
    readProfitRows(database.db, accountId, {
      ...PERIOD,
      ...part,
      basis: 'INCOME',
      line,
      isReturn: 'false',
      limit: 50,
      offset: 0,
    });

  it('say the day, the card, srid and report, the largest first', async () => {
    expect(await partsOf('REVENUE')).toEqual([
      {
        kind: 'ROWS',
        source: 'report_rows',
        operation: 'Продажа',
        isReturn: false,
        count: 2,
        amount: 3_000_00,
      },
      { kind: 'ROWS', source: 'sales', operation: '', isReturn: false, count: 1, amount: 900_00 },
    ]);
    const { count, results } = await rowsOf({ source: 'report_rows', operation: 'Продажа' }, 'REVENUE');
    expect(count).toBe(2);
    expect(results).toMatchObject([
      {
        key: '11',
        shopId,
        day: '2026-03-02',
        nmId: 1,
        title: 'Кружка',
        srid: 'one',
        quantity: 2,
        reportId: 7,
        amount: 2_000_00,
      },
      { key: '12', nmId: 9, cardId: null, title: '', vendorCode: 'OLD', srid: 'two', amount: 1_000_00 },
    ]);
    expect((await rowsOf({ source: 'sales', operation: '' }, 'REVENUE')).results).toMatchObject([
      { key: 'S1', srid: 'three', reportId: null, amount: 900_00 },
    ]);
  });

  it('of a daily report say so until the weekly one is there', async () => {
    const { accountId, shopIds } = await insertAccount(database.db);
    const [shop = 0] = shopIds;
    const row = { nmId: 1, operation: 'Логистика', deliveryKopecks: 100 };
    await storeReportRows(database.db, accountId, shop, [
      reportRow({ day: '2026-03-02', rrdId: 21, reportId: 7, ...row }),
    ]);
    await storeReportRows(
      database.db,
      accountId,
      shop,
      [reportRow({ day: '2026-03-03', rrdId: 22, ...row })],
      {
        isDaily: true,
      },
    );
    const part = { source: 'report_rows' as const, operation: 'Логистика' };
    expect((await rowsOf(part, 'LOGISTICS', accountId)).results).toMatchObject([
      { key: '22', reportId: null, isDaily: true },
      { key: '21', reportId: 7, isDaily: false },
    ]);
  });

  it('have what was sold at its cost, and nothing of what adds nothing', async () => {
    expect(await partsOf('COGS')).toMatchObject([
      { source: 'report_rows', count: 1, amount: 400_00 },
      { source: 'sales', amount: 200_00 },
    ]);
    expect(await partsOf('STORAGE')).toMatchObject([{ operation: 'Хранение', count: 1, amount: 500 }]);
    expect(await partsOf('PENALTY')).toEqual([]);
    expect(await rowsOf({ source: 'orders', operation: '' }, 'STORAGE')).toEqual({ count: 0, results: [] });
  });

  it('FO-05: a tax says what it is counted from: income and rate since 1 January, and what was owed before', async () => {
    const year = { ...PERIOD, from: '2026-03-03', basis: 'INCOME' as const };
    const { total, years } = await readProfitParts(database.db, reader.accountId, { ...year, line: 'TAX' });
    const owed = (taxKopecks: number) => ({ vatKopecks: 0, taxKopecks });
    expect(years).toEqual([
      {
        taxpayerId: expect.any(Number),
        name: expect.any(String),
        shopCount: 1,
        year: 2026,
        until: '2026-03-08',
        rates: [
          {
            basis: 'INCOME',
            ratePercent: 6,
            vatPercent: 0,
            incomeKopecks: 4_100_00,
            expensesKopecks: null,
            ...owed(246_00),
          },
        ],
        minimumKopecks: null,
        before: owed(96_00),
        owed: owed(246_00),
      },
    ]);
    expect(total).toBe(150_00);
    const ofLoss = { ...year, basis: 'INCOME_MINUS_EXPENSES' as const, line: 'TAX' as const };
    expect((await readProfitParts(database.db, reader.accountId, ofLoss)).years).toMatchObject([
      { rates: [{ ratePercent: 15, incomeKopecks: 4_100_00, expensesKopecks: 1_305_00 }] },
    ]);
  });

  it('FO-02: are of the account’s own shops alone', async () => {
    const stranger = await insertAccount(database.db);
    const asked = rowsOf({ source: 'report_rows', operation: 'Продажа' }, 'REVENUE', stranger.accountId);
    expect(await asked).toEqual({ count: 0, results: [] });
    for (const read of [readProfitParts, readProfitRows] as const) {
      const query = {
        ...PERIOD,
        shop: [shopId],
        basis: 'INCOME' as const,
        line: 'REVENUE' as const,
        source: 'report_rows' as const,
        operation: 'Продажа',
        limit: 50,
        offset: 0,
      };
      await expect(read(database.db, stranger.accountId, query)).rejects.toThrow('Магазин не найден');
    }
  });
});
