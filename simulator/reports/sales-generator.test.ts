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
}

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
    const june = await perDay('2026-06', 30);
    const november = await perDay('2026-11', 20);
    expect(june).toBeGreaterThan(20);
    expect(november).toBeLessThan(80);
    expect(november / june).toBeGreaterThan(1.2);
  });

  it('agree by srid: every sale has its order, and none of those is cancelled', async () => {
    await loadMany(60);
    const orders = new Map((await rows('orders', 'dateFrom=2026-06-01')).map((row: Row) => [row.srid, row]));
    const sales: Row[] = await rows('sales', 'dateFrom=2026-07-15');
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

  it('refuse what is not a date', async () => {
    expect(await rows('orders', '')).toEqual({ errors: ['dateFrom: field required'] });
    expect(await rows('sales', 'dateFrom=yesterday')).toEqual({ errors: 'dateFrom: Value not validated' });
  });
});

describe('reports', () => {
  it('hold every sale of a finished week, with the same price, and nothing of the current one', async () => {
    await loadMany(60);
    const sales: Row[] = (await rows('sales', 'dateFrom=2026-11-09')).filter(
      (row: Row) => row.date >= '2026-11-09' && row.date < '2026-11-16',
    );
    const lines: Row[] = (await report({ dateFrom: '2026-11-09', dateTo: '2026-11-21' })).body;
    expect(lines.every((line) => line.rrDate <= '2026-11-15')).toBe(true);
    const goods = lines.filter((line) => ['Продажа', 'Возврат'].includes(line.sellerOperName));
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
    const lines: Record<string, string>[] = (await report(range)).body;
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
      sum('cashbackAmount');
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
