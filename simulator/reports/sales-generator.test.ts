import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  call,
  LATER_MS,
  loadedCup,
  openShop,
  START_MS,
  type Shop,
} from '#tests/support/simulator/test-simulator.ts';

let shop: Shop;
beforeEach(async () => {
  shop = await openShop();
});
afterEach(() => shop.close());

const DRESS = { subjectID: 69, price: 4000, discount: 50 };
const loadMany = (count: number, changes: Record<string, unknown> = {}) =>
  shop.load(Array.from({ length: count }, (_, index) => loadedCup(`CUP-${String(index)}`, changes)));
const rows = async (path: string, query: string) =>
  (await call(shop.url, 'GET', `/statistics/api/v1/supplier/${path}?${query}`, shop.token)).body;
const report = (body: Record<string, unknown>, path = 'detailed') =>
  call(shop.url, 'POST', `/finance/api/finance/v1/sales-reports/${path}`, shop.token, body);

interface Row {
  srid: string;
  nmId: number;
  date: string;
  lastChangeDate: string;
  isCancel: boolean;
  saleID: string;
  priceWithDisc: number;
  sellerOperName: string;
  docTypeName: string;
  retailPriceWithDisc: string;
  rrdId: number;
  rrDate: string;
  saleDt: string;
}

const moscowDayOf = (saleDt: string) =>
  new Date(Date.parse(saleDt) + 3 * 3_600_000).toISOString().slice(0, 10);

/** Has its sums, which come within a day. */
const isSettled = (row: Row) => Date.parse(`${row.date}+03:00`) < START_MS - 24 * 3_600_000;

describe('orders and sales', () => {
  it('are the same whenever they are asked for', async () => {
    await loadMany(40);
    const first: Row[] = await rows('orders', 'dateFrom=2026-10-01');
    expect(first.length).toBeGreaterThan(50);
    expect(await rows('orders', 'dateFrom=2026-10-01')).toEqual(first);
  });

  it('make 30 to 60 orders a day for 400 cards, and more in November', async () => {
    await loadMany(400);
    const perDay = async (month: string, days: number) => {
      const orders: Row[] = await rows('orders', 'dateFrom=2026-01-01');
      return orders.filter(({ date }) => date.startsWith(month)).length / days;
    };
    const september = await perDay('2026-09', 30);
    const november = await perDay('2026-11', 20);
    expect(september).toBeGreaterThan(20);
    expect(november).toBeLessThan(80);
    expect(november / september).toBeGreaterThan(1.2);
  });

  it('agree by srid: every sale has its order, and none of those is cancelled', async () => {
    await loadMany(60);
    const orders = new Map((await rows('orders', 'dateFrom=2026-06-01')).map((row: Row) => [row.srid, row]));
    const sales: Row[] = (await rows('sales', 'dateFrom=2026-10-01')).filter(isSettled);
    expect(sales.length).toBeGreaterThan(30);
    for (const sale of sales) {
      expect(sale.saleID).toMatch(/^[SR]\d{10}$/);
      expect(orders.get(sale.srid)).toMatchObject({
        nmId: sale.nmId,
        isCancel: false,
        priceWithDisc: sale.priceWithDisc,
      });
    }
  });

  it('come oldest change first from dateFrom on, or by the day with flag 1', async () => {
    await loadMany(60);
    const changed: Row[] = await rows('orders', 'dateFrom=2026-11-10T12:00:00');
    const times = changed.map((row) => row.lastChangeDate);
    expect(times).toEqual(times.toSorted());
    expect(times[0] && times[0] >= '2026-11-10T12:00:00').toBe(true);
    const day: Row[] = await rows('orders', 'dateFrom=2026-11-10&flag=1');
    expect(day.length).toBeGreaterThan(0);
    expect(new Set(day.map((row) => row.date.slice(0, 10)))).toEqual(new Set(['2026-11-10']));
  });

  it('show nothing of the future, and an order changes once its fate is decided', async () => {
    await loadMany(60, DRESS);
    const before: Row[] = await rows('orders', 'dateFrom=2026-11-20&flag=1');
    expect(before.some((row) => row.isCancel)).toBe(false);
    shop.advance(20 * 86_400_000);
    const after: Row[] = await rows('orders', 'dateFrom=2026-11-20&flag=1');
    expect(after.map((row) => row.srid)).toEqual(expect.arrayContaining(before.map((row) => row.srid)));
    expect(after.some((row) => row.isCancel)).toBe(true);
  });

  it('keep dresses far less often than cups', async () => {
    const shareKept = async (name: string) => {
      const orders: Row[] = await rows('orders', 'dateFrom=2026-05-01');
      const sales: Row[] = await rows('sales', 'dateFrom=2026-05-01');
      const cancelled = orders.filter((row) => row.isCancel && subjectOf(row) === name).length;
      const kept = sales.filter((row) => row.saleID.startsWith('S') && subjectOf(row) === name).length;
      return kept / (kept + cancelled);
    };
    const subjectOf = (row: Row & { subject?: string }) => row.subject;
    await loadMany(60);
    await shop.load(Array.from({ length: 60 }, (_, index) => loadedCup(`PL-${String(index)}`, DRESS)));
    expect(await shareKept('Платья')).toBeLessThan(0.5);
    expect(await shareKept('Кружки')).toBeGreaterThan(0.75);
  });

  it('keep the price they were made at when the price changes', async () => {
    const loaded = await loadMany(20);
    const before: Row[] = await rows('orders', 'dateFrom=2026-11-01&flag=0');
    const data = loaded.map(({ nmID }) => ({ nmID, price: 1500 }));
    await call(shop.url, 'POST', '/prices/api/v2/upload/task', shop.token, { data });
    shop.advance(LATER_MS);
    const prices = new Map(
      (await rows('orders', 'dateFrom=2026-11-01&flag=0')).map((row: Row) => [row.srid, row.priceWithDisc]),
    );
    for (const row of before) expect(prices.get(row.srid)).toBe(row.priceWithDisc);
  });

  it('go back 90 days and no further, and are as they were at the last half hour', async () => {
    await loadMany(200);
    const orders: Row[] = await rows('orders', 'dateFrom=2025-01-01');
    const times = orders.map(({ date }) => date).toSorted();
    expect(times[0]?.slice(0, 10)).toBe('2026-08-23');
    shop.advance(7 * 3_600_000 + 1000);
    const evening: Row[] = await rows('orders', 'dateFrom=2025-01-01');
    expect(evening.length).toBeGreaterThan(orders.length);
    shop.advance(1790 * 1000);
    expect(await rows('orders', 'dateFrom=2025-01-01')).toEqual(evening);
    shop.advance(9 * 1000 + 12 * 3_600_000);
    const next: Row[] = await rows('orders', 'dateFrom=2025-01-01');
    expect(next.every(({ lastChangeDate }) => lastChangeDate <= '2026-11-22T10:30:00')).toBe(true);
  });

  it('have some sales without their sums at first, which come within a day and change no date', async () => {
    await loadMany(200);
    const first: Row[] = await rows('sales', 'dateFrom=2026-11-20');
    const waiting = first.filter(({ priceWithDisc }) => priceWithDisc === 0);
    expect(waiting.length).toBeGreaterThan(0);
    expect(waiting.length).toBeLessThan(first.length / 2);
    expect(waiting.filter(isSettled)).toEqual([]);
    shop.advance(24 * 3_600_000);
    const later = new Map<string, Row>(
      (await rows('sales', 'dateFrom=2026-11-20')).map((row: Row) => [row.saleID, row]),
    );
    for (const { saleID, lastChangeDate } of waiting) {
      const row = later.get(saleID);
      expect(row).toMatchObject({ lastChangeDate });
      expect(row?.priceWithDisc).toBeGreaterThan(0);
    }
  });

  it('refuse what is not a date', async () => {
    expect(await rows('orders', '')).toEqual({ errors: ['dateFrom: field required'] });
    expect(await rows('sales', 'dateFrom=yesterday')).toEqual({ errors: 'dateFrom: Value not validated' });
  });
});

describe('reports', () => {
  it('hold every sale of two finished weeks, once, with the same price, and nothing of the current one', async () => {
    await loadMany(60);
    shop.advance(5 * 86_400_000);
    const isOfWeeks = (day: string) => day >= '2026-11-02' && day < '2026-11-16';
    const sales: Row[] = (await rows('sales', 'dateFrom=2026-11-02')).filter((row: Row) =>
      isOfWeeks(row.date),
    );
    const lines: Row[] = (await report({ dateFrom: '2026-11-02', dateTo: '2026-11-26' })).body;
    expect(lines.every((line) => line.rrDate <= '2026-11-22')).toBe(true);
    const goods = lines.filter(
      (line) => ['Продажа', 'Возврат'].includes(line.sellerOperName) && isOfWeeks(moscowDayOf(line.saleDt)),
    );
    const key = (srid: string, isReturn: boolean, price: number) =>
      `${srid} ${String(isReturn)} ${String(price)}`;
    expect(
      goods
        .map((line) => key(line.srid, line.docTypeName === 'Возврат', Number(line.retailPriceWithDisc)))
        .toSorted(),
    ).toEqual(
      sales.map((sale) => key(sale.srid, sale.saleID.startsWith('R'), sale.priceWithDisc)).toSorted(),
    );
  });

  it('are published on the Monday after', async () => {
    await loadMany(20);
    const body = { dateFrom: '2026-11-16', dateTo: '2026-11-22' };
    expect((await report(body)).status).toBe(204);
    shop.advance(Date.parse('2026-11-23T07:00:00Z') - START_MS);
    expect((await report(body)).body[0]).toMatchObject({
      dateFrom: '2026-11-16',
      dateTo: '2026-11-22',
      createDate: '2026-11-23',
    });
  });

  it('are read in parts by the number of the last line, until 204', async () => {
    await loadMany(30);
    const body = { dateFrom: '2026-10-01', dateTo: '2026-10-31' };
    const all: Row[] = (await report(body)).body;
    const seen: number[] = [];
    for (let rrdId = 0; ; rrdId = seen.at(-1) ?? 0) {
      const response = await report({ ...body, rrdId, limit: 17 });
      if (response.status === 204) break;
      seen.push(...response.body.map((row: Row) => row.rrdId));
    }
    expect(seen).toEqual(all.map((row) => row.rrdId));
    expect(seen).toEqual(seen.toSorted((one, other) => one - other));
  });

  it('add up to the sums of the list', async () => {
    await loadMany(60, DRESS);
    const range = { dateFrom: '2026-10-05', dateTo: '2026-10-11' };
    const [summary] = (await report(range, 'list')).body;
    const lines: Record<string, string>[] = (await report(range)).body.filter(
      (line: { reportId: number }) => line.reportId === summary.reportId,
    );
    const sum = (name: string) =>
      lines.reduce(
        (total, line) =>
          total + (line['docTypeName'] === 'Возврат' ? -1 : 1) * Math.round(Number(line[name]) * 100),
        0,
      );
    const payout =
      sum('forPay') -
      sum('deliveryService') -
      sum('rebillLogisticCost') -
      sum('paidStorage') -
      sum('paidAcceptance') -
      sum('penalty') -
      sum('deduction') -
      sum('cashbackAmount') -
      sum('additionalPayment');
    expect(Math.round(Number(summary.bankPaymentSum) * 100)).toBe(payout);
    expect(Math.round(Number(summary.retailAmountSum) * 100)).toBe(sum('retailAmount'));
    for (const line of lines) {
      expect(line['forPay']).toMatch(/^-?\d+(\.\d{1,2})?$/);
      // The buyer's money is shared without a rest: the seller, the bank, the marketplace and its VAT.
      const shares = ['forPay', 'acquiringFee', 'vw', 'vwNds'].map((name) =>
        Math.round(Number(line[name]) * 100),
      );
      expect(shares.reduce((one, other) => one + other)).toBe(Math.round(Number(line['retailAmount']) * 100));
    }
  });
});
