import { afterEach, describe, expect, it } from 'vitest';
import { call, loadedCup, openShop, START_MS, type Shop } from '#tests/support/simulator/test-simulator.ts';

/** The reports are as hard to read as the marketplace's own. */
const DAY_MS = 86_400_000;
const YEAR = { dateFrom: '2025-11-24', dateTo: '2026-11-21' };
const SEEDS = [1, 2, 3, 4, 5];

interface Line {
  reportId: number;
  reportType: number;
  dateFrom: string;
  dateTo: string;
  rrdId: number;
  rrDate: string;
  saleDt: string;
  sellerOperName: string;
  docTypeName: string;
  quantity: number;
  srid: string;
  nmId: number;
  additionalPayment: string;
  [amount: string]: unknown;
}
interface Summary {
  reportId: number;
  reportType: number;
  dateFrom: string;
  dateTo: string;
  createDate: string;
  bankPaymentSum: string;
  additionalPaymentSum: string;
}

let shop: Shop;
afterEach(() => shop.close());

async function openYear(seed: number, cards = 60): Promise<void> {
  shop = await openShop({ seed });
  await shop.load(Array.from({ length: cards }, (_, index) => loadedCup(`CUP-${String(index)}`)));
}

async function report<Row>(part: 'detailed' | 'list', range = YEAR, period = 'weekly'): Promise<Row[]> {
  const path = `/finance/api/finance/v1/sales-reports/${part}`;
  return (await call(shop.url, 'POST', path, shop.token, { ...range, period })).body ?? [];
}

const kopecks = (amount: unknown) => Math.round(Number(amount) * 100);

/** What a line adds to what is paid. */
function payoutOf(line: Line): number {
  const costs = [
    'deliveryService',
    'rebillLogisticCost',
    'paidStorage',
    'paidAcceptance',
    'penalty',
    'deduction',
    'cashbackAmount',
    'additionalPayment',
  ].reduce((sum, name) => sum + kopecks(line[name]), 0);
  return (line.docTypeName === 'Возврат' ? -1 : 1) * kopecks(line['forPay']) - costs;
}

const sum = (numbers: readonly number[]) => numbers.reduce((one, other) => one + other, 0);

describe.each(SEEDS)('a year of reports, seed %i', (seed) => {
  it('gives each line in one report, and each report sums up its lines', async () => {
    await openYear(seed);
    const lines = await report<Line>('detailed');
    const summaries = await report<Summary>('list');
    expect(new Set(lines.map(({ rrdId }) => rrdId)).size).toBe(lines.length);
    expect(new Set(summaries.map(({ reportId }) => reportId)).size).toBe(summaries.length);
    const listed = new Set(summaries.map(({ reportId }) => reportId));
    expect(lines.filter(({ reportId }) => !listed.has(reportId))).toEqual([]);
    for (const summary of summaries) {
      const own = lines.filter(({ reportId }) => reportId === summary.reportId);
      expect(kopecks(summary.bankPaymentSum)).toBe(sum(own.map(payoutOf)));
      expect(kopecks(summary.additionalPaymentSum)).toBe(
        sum(own.map((line) => kopecks(line.additionalPayment))),
      );
      for (const line of own) {
        expect(line).toMatchObject({
          reportType: summary.reportType,
          dateFrom: summary.dateFrom,
          dateTo: summary.dateTo,
        });
        expect(line.rrDate >= summary.dateFrom && line.rrDate <= summary.dateTo).toBe(true);
      }
    }
  });

  it('corrects in both directions, with and without a sale, weeks later', async () => {
    await openYear(seed);
    const lines = await report<Line>('detailed');
    const corrections = lines.filter((line) => kopecks(line.additionalPayment) !== 0);
    for (const isPositive of [true, false]) {
      const ofSign = corrections.filter((line) => kopecks(line.additionalPayment) > 0 === isPositive);
      expect(ofSign.some(({ srid }) => srid === '')).toBe(true);
      expect(ofSign.some(({ srid }) => srid !== '')).toBe(true);
    }
    const sales = new Map(
      lines.flatMap((line) => (line.sellerOperName === 'Продажа' ? [[line.srid, line] as const] : [])),
    );
    const later = lines.filter(({ sellerOperName }) =>
      ['Сторно продаж', 'Коррекция продаж', 'Компенсация ущерба'].includes(sellerOperName),
    );
    expect(new Set(later.map(({ sellerOperName }) => sellerOperName)).size).toBeGreaterThan(1);
    for (const line of later) {
      const sale = sales.get(line.srid);
      if (sale) expect(line.rrDate > sale.rrDate).toBe(true);
      if (sale && line.sellerOperName === 'Сторно продаж') expect(payoutOf(line)).toBeLessThan(0);
    }
  });

  it('has a second report of what was bought out, and lines that come a week late', async () => {
    await openYear(seed);
    const summaries = await report<Summary>('list');
    const boughtOut = summaries.filter(({ reportType }) => reportType === 2);
    expect(boughtOut.length).toBeGreaterThan(0);
    for (const { dateFrom } of boughtOut) {
      expect(summaries.some((main) => main.reportType === 1 && main.dateFrom === dateFrom)).toBe(true);
    }
    const lines = await report<Line>('detailed');
    expect(
      lines.some((line) => line.sellerOperName === 'Продажа' && line.saleDt.slice(0, 10) < line.dateFrom),
    ).toBe(true);
  });
});

it('lists no report before the morning after its last day, a weekly one on a Monday', async () => {
  await openYear(1);
  for (const period of ['weekly', 'daily']) {
    const summaries = await report<Summary>('list', YEAR, period);
    for (const { createDate, dateTo } of summaries) {
      expect(Date.parse(createDate) - Date.parse(dateTo)).toBe(DAY_MS);
      expect(Date.parse(`${createDate}T10:00:00+03:00`)).toBeLessThanOrEqual(START_MS);
      if (period === 'weekly') expect(new Date(createDate).getUTCDay()).toBe(1);
    }
  }
});

it('adds lines to reports that are out already; the sums of those follow, and no number changes', async () => {
  await openYear(1, 200);
  shop.advance(Date.parse('2026-11-23T07:00:00Z') - START_MS);
  const range = { dateFrom: '2026-11-02', dateTo: '2027-02-28' };
  const seen = new Map<number, Line>();
  let added = 0;
  for (let week = 0; week < 8; week += 1) {
    const before = new Map(seen);
    const lines = await report<Line>('detailed', range);
    const reportsBefore = new Set([...before.values()].map(({ reportId }) => reportId));
    for (const line of lines) {
      if (before.has(line.rrdId)) expect(line).toEqual(before.get(line.rrdId));
      else if (reportsBefore.has(line.reportId)) added += 1;
      seen.set(line.rrdId, line);
    }
    expect(seen.size).toBe(lines.length);
    for (const { reportId, bankPaymentSum } of await report<Summary>('list', range)) {
      const own = lines.filter((line) => line.reportId === reportId);
      expect(kopecks(bankPaymentSum)).toBe(sum(own.map(payoutOf)));
    }
    shop.advance(2 * DAY_MS);
  }
  expect(added).toBeGreaterThan(0);
});
