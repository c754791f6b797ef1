import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ProfitShop } from '#contract/analytics.ts';
import { addDays } from '#lib/dates.ts';
import { shopDaysTable, type OrdersOfDay } from './shop-days.ts';

const day = (date: string, profitKopecks: number, isPreliminary = false) => ({
  day: date,
  orders: 2,
  buyouts: 1,
  profitKopecks,
  isPreliminary,
});
const shop = (shopId: number, days: ProfitShop['days']): ProfitShop => ({
  shopId,
  orders: 0,
  buyouts: 0,
  profitKopecks: days.reduce((sum, one) => sum + one.profitKopecks, 0),
  days,
});

const ordersOf: OrdersOfDay = (_, { orders }) => orders;

describe('days by shops', () => {
  it('know nothing of a day without any row: that is no zero', () => {
    const shops = [
      shop(1, [day('2026-11-01', 500), day('2026-11-02', -200, true)]),
      shop(2, [day('2026-11-01', 0)]),
    ];
    const table = shopDaysTable(shops, { from: '2026-11-01', to: '2026-11-03' }, 'profit', ordersOf);
    expect(table.rows.map(({ cells, total }) => [...cells, total].map(({ value }) => value))).toEqual([
      [500, 0, 500],
      [-200, null, -200],
      [null, null, null],
    ]);
    expect(table.rows.map(({ total }) => total.isPreliminary)).toEqual([false, true, false]);
    expect(table.sums.cells).toEqual([
      { value: 300, isPreliminary: true },
      { value: 0, isPreliminary: false },
    ]);
    expect(table.largest).toBe(500);
  });

  it.each([
    ['2026-11-01', '2026-12-01', ['2026-11-01…2026-11-01', '2026-12-01…2026-12-01'], 31],
    // 4 November 2026 is a Wednesday.
    ['2026-11-04', '2026-12-05', ['2026-11-04…2026-11-08', '2026-11-30…2026-12-05'], 5],
    ['2025-12-15', '2026-11-20', ['2025-12-15…2025-12-31', '2026-11-01…2026-11-20'], 12],
    ['2024-02-10', '2024-12-31', ['2024-02-10…2024-02-29', '2024-12-01…2024-12-31'], 11],
  ])('from %s to %s are days, weeks or months', (from, to, ends, count) => {
    const { rows } = shopDaysTable([], { from, to }, 'orders', ordersOf);
    const texts = rows.map((row) => `${row.from}…${row.to}`);
    expect([texts[0], texts.at(-1)]).toEqual(ends);
    expect(texts).toHaveLength(count);
  });

  it('add up by rows and by columns, whatever the rows are', () => {
    const anyDays = fc.array(
      fc.tuple(fc.integer({ min: 0, max: 400 }), fc.integer({ min: -9_000, max: 9_000 })),
    );
    fc.assert(
      fc.property(fc.array(anyDays, { maxLength: 4 }), fc.integer({ min: 0, max: 365 }), (all, length) => {
        const from = '2025-07-03';
        const shops = all.map((days, index) =>
          shop(
            index + 1,
            days.map(([shift, kopecks]) => day(addDays(from, shift), kopecks)),
          ),
        );
        const { rows, sums } = shopDaysTable(shops, { from, to: addDays(from, length) }, 'profit', ordersOf);
        const sum = (cells: readonly { value: number | null }[]) =>
          cells.reduce((total, { value }) => total + (value ?? 0), 0);
        for (const row of [...rows, sums]) expect(sum(row.cells)).toBe(row.total.value ?? 0);
        expect(sum(rows.map(({ total }) => total))).toBe(sums.total.value ?? 0);
        sums.cells.forEach((cell, index) =>
          expect(sum(rows.flatMap(({ cells }) => cells[index] ?? []))).toBe(cell.value ?? 0),
        );
      }),
    );
  });
});
