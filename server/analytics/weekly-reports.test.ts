import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reportLineNames, type ReportLineName } from '#contract/weekly-reports.ts';
import type { Database } from '#server/db/database.ts';
import { openTestDatabase } from '#tests/setup/test-database.ts';
import {
  insertAccount,
  insertCard,
  reportRow,
  saleRow,
  weeklyReport,
} from '#tests/support/analytics/fixtures.ts';
import { linesOfReportRow, profitTotals, sumLines } from './profit-engine.ts';
import { readReportRows } from './read-report-rows.ts';
import { otherSignOf, readWeeklyReport } from './read-weekly-report.ts';
import { readWeeklyReports } from './read-weekly-reports.ts';
import { storeReportRows, storeSales } from './store-sales.ts';
import { storeWeeklyReports } from './store-weekly-reports.ts';
import { markWeeklyReport } from './mark-weekly-report.ts';
import { noteUnreadRows } from '#server/marketplace/note-unread-rows.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const REPORT = 501;
const WEEK = { from: '2026-03-02', to: '2026-03-08', limit: 50, offset: 0 };
type Row = ReturnType<typeof reportRow>;
type Totals = Parameters<typeof weeklyReport>[0];

/** A week as it usually is: each row says one thing. */
const usualRows = () => [
  inReport({ rrdId: 1, operation: 'Продажа', quantity: 1, forPayKopecks: 1_000_01, srid: 'a', nmId: 700 }),
  inReport({ rrdId: 2, operation: 'Продажа', quantity: 1, forPayKopecks: 500_02, srid: 'b', nmId: 701 }),
  inReport({
    rrdId: 3,
    operation: 'Возврат',
    docTypeName: 'Возврат',
    quantity: 1,
    forPayKopecks: 300_03,
    srid: 'c',
  }),
  inReport({ rrdId: 4, operation: 'Логистика', deliveryKopecks: 77_04, srid: 'a' }),
  inReport({ rrdId: 5, operation: 'Хранение', storageKopecks: 12_05 }),
  inReport({ rrdId: 6, operation: 'Штраф', penaltyKopecks: 90_06 }),
  inReport({ rrdId: 7, operation: 'Компенсация ущерба', forPayKopecks: 45_07 }),
];

function inReport(values: Partial<Row> & { rrdId: number }): Row {
  return reportRow({ day: '2026-03-03', reportId: REPORT, ...values });
}

/** The marketplace's own list, made of its rows. */
function totalsOf(rows: readonly Row[]): Totals {
  const sum = (amount: (row: Row) => number) => rows.reduce((total, row) => total + amount(row), 0);
  const totals = {
    forPayKopecks: sum((row) => (row.docTypeName === 'Возврат' ? -1 : 1) * row.forPayKopecks),
    deliveryKopecks: sum((row) => row.deliveryKopecks + row.rebillLogisticKopecks),
    storageKopecks: sum((row) => row.storageKopecks),
    acceptanceKopecks: sum((row) => row.acceptanceKopecks),
    penaltyKopecks: sum((row) => row.penaltyKopecks),
    deductionKopecks: sum((row) => row.deductionKopecks),
    loyaltyKopecks: sum((row) => row.loyaltyKopecks),
    correctionKopecks: sum((row) => row.correctionKopecks),
    paymentScheduleKopecks: sum((row) => row.paymentScheduleKopecks),
  };
  const { forPayKopecks, ...taken } = totals;
  const bankPaymentKopecks = Object.values(taken).reduce((left, one) => left - one, forPayKopecks);
  return { reportId: REPORT, ...totals, bankPaymentKopecks };
}

async function store(rows: readonly Row[], totals: Totals = totalsOf(rows)) {
  const { accountId, shopIds } = await insertAccount(database.db);
  const shopId = shopIds[0] ?? 0;
  await storeReportRows(database.db, accountId, shopId, rows);
  await storeWeeklyReports(database.db, { accountId, shopId, takenAt: new Date() }, [weeklyReport(totals)]);
  const list = () => readWeeklyReports(database.db, accountId, WEEK);
  const id = (await list()).results[0]?.id ?? 0;
  return { accountId, shopId, id, list, read: () => readWeeklyReport(database.db, accountId, id) };
}

const differences = (lines: { line: ReportLineName; differenceKopecks: number }[]) =>
  Object.fromEntries(
    lines.flatMap(({ line, differenceKopecks }) =>
      differenceKopecks === 0 ? [] : [[line, differenceKopecks]],
    ),
  );

describe('a report whose rows give its sum', () => {
  it('has no difference, and shows what it is made of', async () => {
    const { read, list } = await store(usualRows());
    const report = await read();
    const payout = 1_000_01 + 500_02 - 300_03 - 77_04 - 12_05 - 90_06 + 45_07;
    expect(report).toMatchObject({
      reportId: REPORT,
      reportedKopecks: payout,
      reckonedKopecks: payout,
      differenceKopecks: 0,
      ownDifferenceKopecks: 0,
      rowCount: 7,
      findings: [],
      mark: 'UNPAID',
    });
    expect(
      report.lines.map(({ line, operations }) => [line, operations.map((one) => one.operation)]),
    ).toEqual([
      ['FOR_PAY', ['Продажа', 'Возврат', 'Компенсация ущерба']],
      ['LOGISTICS', ['Логистика']],
      ['STORAGE', ['Хранение']],
      ['PENALTY', ['Штраф']],
    ]);
    expect((await list()).totals).toEqual({
      reportedKopecks: payout,
      reckonedKopecks: payout,
      differenceKopecks: 0,
      different: 0,
      withoutRows: 0,
    });
  });

  it('counts as the profit does', async () => {
    const rows = usualRows();
    const { read } = await store(rows);
    const lines = sumLines(rows.map((row) => linesOfReportRow(row, null)));
    expect((await read()).reckonedKopecks).toBe(
      profitTotals(lines, { vatKopecks: 0, taxKopecks: 0 }).payoutKopecks,
    );
  });
});

describe('an error in one row', () => {
  const names: Record<number, ReportLineName> = { 1: 'FOR_PAY', 4: 'LOGISTICS', 5: 'STORAGE', 6: 'PENALTY' };

  it.each([1, 4, 5, 6])('is found in its line and named: row %i is not in the total', async (rrdId) => {
    const rows = usualRows();
    const { read } = await store(rows, totalsOf(rows.filter((row) => row.rrdId !== rrdId)));
    const report = await read();
    expect(Object.keys(differences(report.lines))).toEqual([names[rrdId]]);
    expect(report.findings).toEqual([
      expect.objectContaining({ kind: 'NOT_IN_TOTAL', line: names[rrdId], rrdId }),
    ]);
  });

  it('is named when the total has the row twice, or with the other sign', async () => {
    const rows = usualRows();
    const [sale] = rows;
    if (!sale) throw new Error('The week has no rows');
    const twice = await store(rows, totalsOf([...rows, sale]));
    expect((await twice.read()).findings).toMatchObject([{ kind: 'TWICE_IN_TOTAL', rrdId: 1, srid: 'a' }]);
    const flipped = rows.map((row) => (row.rrdId === 2 ? { ...row, docTypeName: 'Возврат' } : row));
    const other = await store(rows, totalsOf(flipped));
    const { findings, differenceKopecks } = await other.read();
    expect(differenceKopecks).toBe(-2 * 500_02);
    expect(findings).toMatchObject([{ kind: 'OTHER_SIGN', rrdId: 2, kopecks: 500_02 }]);
  });

  it('names a row that could not be read', async () => {
    const rows = usualRows();
    const { accountId, shopId, read } = await store(rows.slice(1), totalsOf(rows));
    await noteUnreadRows(database.db, accountId, shopId, {
      kind: 'report',
      unread: [{ key: '1', day: '2026-03-03', detail: 'forPay «1,2,3»' }],
      readKeys: [],
    });
    expect(await read()).toMatchObject({
      differenceKopecks: 1_000_01,
      findings: [{ kind: 'UNREAD', rrdId: 1, detail: 'forPay «1,2,3»' }],
    });
  });

  it('names a sale that no report has a row of, and none that has one', async () => {
    const rows = usualRows();
    const { accountId, shopId, read } = await store(rows.slice(1), totalsOf(rows));
    const sale = { at: '2026-03-03T10:00:00+03:00', nmId: 700, kopecks: 2_000_00, forPayKopecks: 1_000_01 };
    await storeSales(database.db, accountId, shopId, [
      saleRow({ ...sale, saleId: 'S1', srid: 'a' }),
      saleRow({ ...sale, saleId: 'S2', srid: 'b' }),
      saleRow({ ...sale, saleId: 'R3', srid: 'b' }),
      saleRow({ ...sale, saleId: 'S4', srid: 'later', at: '2026-03-20T10:00:00+03:00' }),
    ]);
    const { findings } = await read();
    expect(findings.map(({ kind, srid, operation, kopecks }) => [kind, srid, operation, kopecks])).toEqual([
      ['NOT_REPORTED', 'a', 'Продажа', 1_000_01],
      ['NOT_REPORTED', 'b', 'Возврат', -1_000_01],
    ]);
  });

  it('WR-11: names two rows that are the difference together, unless other two are it as well', async () => {
    const rows = usualRows();
    const totals = totalsOf(rows.filter(({ rrdId }) => rrdId > 2));
    const found = async (read: Awaited<ReturnType<typeof store>>['read']) =>
      (await read()).findings.map(({ kind, rrdId, isOneOfTwo }) => [kind, rrdId, isOneOfTwo]);
    expect(await found((await store(rows, totals)).read)).toEqual([
      ['NOT_IN_TOTAL', 1, true],
      ['NOT_IN_TOTAL', 2, true],
    ]);
    const others = [
      inReport({ rrdId: 8, operation: 'Доплата', forPayKopecks: 1_400_00 }),
      inReport({ rrdId: 9, operation: 'Доплата', forPayKopecks: 100_03 }),
    ];
    const several = await store([...rows, ...others], totalsOf([...rows.slice(2), ...others]));
    expect(await found(several.read)).toEqual([]);
  });

  it('says so when the marketplace’s sum is not that of its own lines', async () => {
    const rows = [
      ...usualRows(),
      inReport({ rrdId: 8, operation: 'Корректировка', correctionKopecks: 30_00 }),
    ];
    const totals = totalsOf(rows);
    const { read } = await store(rows, {
      ...totals,
      bankPaymentKopecks: (totals.bankPaymentKopecks ?? 0) + 60_00,
    });
    const report = await read();
    expect(differences(report.lines)).toEqual({});
    expect(report).toMatchObject({
      differenceKopecks: 60_00,
      ownDifferenceKopecks: 60_00,
      otherSignOf: 'CORRECTION',
    });
    expect(otherSignOf(report.lines, 59_99)).toBeNull();
  });
});

describe('whatever the rows are', () => {
  const money = fc.integer({ min: -1_000_000, max: 1_000_000 });
  const anyRow = fc.record({
    operation: fc.constantFrom('Продажа', 'Возврат', 'Логистика', 'Штраф', 'Нечто новое'),
    docTypeName: fc.constantFrom('Продажа', 'Возврат', ''),
    forPayKopecks: money,
    deliveryKopecks: money,
    rebillLogisticKopecks: money,
    storageKopecks: money,
    acceptanceKopecks: money,
    penaltyKopecks: money,
    deductionKopecks: money,
    loyaltyKopecks: money,
    correctionKopecks: money,
    paymentScheduleKopecks: money,
  });
  const numbered = (rows: Partial<Row>[]) => rows.map((row, index) => inReport({ ...row, rrdId: index + 1 }));

  it('lines and operations add up to what was reckoned, and the differences to the difference', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyRow, { minLength: 1, maxLength: 12 }), money, async (rows, error) => {
        const stored = numbered(rows);
        const totals = totalsOf(stored);
        const { read } = await store(stored, {
          ...totals,
          storageKopecks: (totals.storageKopecks ?? 0) + error,
          bankPaymentKopecks: (totals.bankPaymentKopecks ?? 0) - 2 * error,
        });
        const report = await read();
        const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);
        expect(sum(report.lines.map((line) => line.reckonedKopecks))).toBe(report.reckonedKopecks);
        for (const { operations, reckonedKopecks } of report.lines) {
          expect(sum(operations.map((one) => one.reckonedKopecks))).toBe(reckonedKopecks);
        }
        expect(sum(report.lines.map((line) => line.differenceKopecks)) + report.ownDifferenceKopecks).toBe(
          report.differenceKopecks,
        );
        expect(report.differenceKopecks).toBe(0 - 2 * error);
      }),
      { numRuns: 25 },
    );
  });

  it('one more row changes its own line alone', async () => {
    const columns = {
      FOR_PAY: 'forPayKopecks',
      LOGISTICS: 'deliveryKopecks',
      STORAGE: 'storageKopecks',
      ACCEPTANCE: 'acceptanceKopecks',
      PENALTY: 'penaltyKopecks',
      DEDUCTION: 'deductionKopecks',
      LOYALTY: 'loyaltyKopecks',
      CORRECTION: 'correctionKopecks',
      PAYMENT_SCHEDULE: 'paymentScheduleKopecks',
    } as const;
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyRow, { maxLength: 6 }),
        fc.constantFrom(...reportLineNames),
        fc.integer({ min: 1, max: 1_000_000 }),
        async (rows, line, kopecks) => {
          const { accountId, shopId, read } = await store(numbered(rows));
          const added = inReport({ rrdId: 900, operation: 'Ещё', [columns[line]]: kopecks });
          await storeReportRows(database.db, accountId, shopId, [added]);
          const report = await read();
          expect(differences(report.lines)).toEqual({ [line]: line === 'FOR_PAY' ? -kopecks : kopecks });
          expect(report.findings).toContainEqual(
            expect.objectContaining({ kind: 'NOT_IN_TOTAL', line, rrdId: 900 }),
          );
        },
      ),
      { numRuns: 25 },
    );
  });
});

describe('the rows of a line', () => {
  it('come with their cards, the largest first, a page at a time', async () => {
    const rows = usualRows();
    const { accountId, shopId, id } = await store(rows);
    const cardId = await insertCard(database.db, accountId, { title: 'Кружка', nmIds: { [shopId]: 700 } });
    const ask = (query: { operation?: string; limit?: number; offset?: number }) =>
      readReportRows(database.db, accountId, id, { line: 'FOR_PAY', limit: 50, offset: 0, ...query });
    const all = await ask({});
    expect(all.results.map(({ rrdId, kopecks }) => [rrdId, kopecks])).toEqual([
      [1, 1_000_01],
      [2, 500_02],
      [3, -300_03],
      [7, 45_07],
    ]);
    expect(all.results[0]).toMatchObject({ cardId, title: 'Кружка', srid: 'a', day: '2026-03-03' });
    expect(all.results[1]).toMatchObject({ cardId: null, nmId: 701 });
    expect(await ask({ operation: 'Продажа', limit: 1, offset: 1 })).toMatchObject({
      count: 2,
      results: [{ rrdId: 2 }],
    });
  });
});

describe('the list', () => {
  it('tells a report whose rows were not read, and leaves it out of the sums', async () => {
    const old = usualRows().map((row) => ({ ...row, reportId: null }));
    const { list, read } = await store(old);
    expect(await list()).toMatchObject({
      results: [{ rowCount: 0 }],
      totals: { differenceKopecks: 0, different: 0, withoutRows: 1 },
    });
    expect(await read()).toMatchObject({ unnumberedRowCount: 7, findings: [] });
  });

  it('keeps what the seller said when the report is read again', async () => {
    const { accountId, shopId, id, list } = await store(usualRows());
    await markWeeklyReport(database.db, { accountId, userId: 1 }, id, {
      mark: 'DISPUTED',
      note: 'Обращение 17',
    });
    await storeWeeklyReports(database.db, { accountId, shopId, takenAt: new Date() }, [
      weeklyReport({ reportId: REPORT, bankPaymentKopecks: 5 }),
    ]);
    expect((await list()).results).toMatchObject([
      { id, reportedKopecks: 5, mark: 'DISPUTED', note: 'Обращение 17' },
    ]);
  });

  it('is asked by days, mark and difference', async () => {
    const { accountId, shopId } = await store(usualRows());
    await storeWeeklyReports(database.db, { accountId, shopId, takenAt: new Date() }, [
      weeklyReport({ reportId: 502, dateFrom: '2026-03-09', dateTo: '2026-03-15', bankPaymentKopecks: 100 }),
    ]);
    await storeReportRows(database.db, accountId, shopId, [
      reportRow({ rrdId: 90, day: '2026-03-10', reportId: 502, forPayKopecks: 99 }),
    ]);
    const ask = async (query: Partial<Parameters<typeof readWeeklyReports>[2]>) =>
      (await readWeeklyReports(database.db, accountId, { ...WEEK, ...query })).results.map(
        (one) => one.reportId,
      );
    expect(await ask({ to: '2026-03-31' })).toEqual([502, REPORT]);
    expect(await ask({ from: '2026-03-08', to: '2026-03-08' })).toEqual([REPORT]);
    expect(await ask({ to: '2026-03-31', isDifferent: true })).toEqual([502]);
    expect(await ask({ to: '2026-03-31', mark: ['PAID'] })).toEqual([]);
    expect(await ask({ to: '2026-03-31', shop: [shopId], offset: 1 })).toEqual([REPORT]);
    await expect(ask({ shop: [shopId + 1_000_000] })).rejects.toThrow('Магазин не найден');
  });
});
