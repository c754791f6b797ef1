import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ProfitTotals } from '#contract/analytics.ts';
import { mockTotals } from '#tests/mocks/analytics.ts';
import {
  changeOfMeasure,
  measureNames,
  measureOf,
  measures,
  sumOfTerms,
  type MeasureName,
} from './profit-measures.ts';

const kopecks = fc.integer({ min: -1_000_000_00, max: 1_000_000_00 });
const count = fc.integer({ min: 0, max: 1_000 });
const someTotals = fc
  .record({
    orders: count,
    ordersKopecks: fc.integer({ min: 0, max: 1_000_000_00 }),
    buyouts: count,
    returns: count,
    revenueKopecks: kopecks,
    commissionKopecks: kopecks,
    logisticsKopecks: kopecks,
    storageKopecks: kopecks,
    deductionKopecks: kopecks,
    profitKopecks: kopecks,
    cogsKopecks: kopecks,
    cancels: count,
  })
  .map((some): ProfitTotals => mockTotals(some));

const days = { from: '2026-11-01', to: '2026-11-07' };
const between = (now: ProfitTotals, before: ProfitTotals) => ({
  coverage: { orders: days, report: days },
  comparison: {
    orders: { SELECTED: { ...days, totals: now }, PREVIOUS: { ...days, totals: before } },
    report: { SELECTED: { ...days, totals: now }, PREVIOUS: { ...days, totals: before } },
  },
});

describe('measures', () => {
  it('are a finite figure or none, whatever was sold and returned', () => {
    fc.assert(
      fc.property(someTotals, someTotals, (now, before) => {
        for (const name of measureNames) {
          for (const value of [measureOf(name, now), changeOfMeasure(name, between(now, before))]) {
            expect(value === null || Number.isFinite(value)).toBe(true);
          }
        }
      }),
    );
  });

  it('FO-10: are one sum of figures that the screen shows divided by another, and times the latter are the former', () => {
    fc.assert(
      fc.property(someTotals, (totals) => {
        for (const name of measureNames) {
          const { of, by, isTold } = measures[name];
          const value = measureOf(name, totals);
          const [part, whole] = [sumOfTerms(of, totals), sumOfTerms(by, totals)];
          if (value === null) expect(whole <= 0 || isTold?.(totals) === false).toBe(true);
          else expect(value * whole).toBeCloseTo(part, 3);
        }
        // As the server says them.
        expect(measureOf('BUYOUT_SHARE', totals)).toBe(totals.buyoutShare);
        expect(measureOf('MARGIN', totals)).toBe(totals.marginShare);
        expect(measureOf('ROI', totals)).toBe(totals.roiShare);
        const units = totals.buyouts - totals.returns;
        expect(measureOf('PROFIT_PER_UNIT', totals)).toBe(units > 0 ? totals.profitKopecks / units : null);
      }),
    );
  });

  it('of advertising are none while a withholding does not say what it is for', () => {
    const of = (changes: Partial<ProfitTotals>) => measureOf('ADVERTISING_SHARE', mockTotals(changes));
    const said = { revenueKopecks: 1_000_00, deductionKopecks: 100_00, advertisingKopecks: 80_00 };
    expect(of({ ...said, otherDeductionKopecks: 20_00 })).toBeCloseTo(0.08);
    expect(of({ ...said, otherDeductionKopecks: 19_99 })).toBeNull();
    // Of a server that does not tell them apart.
    const { advertisingKopecks: _one, otherDeductionKopecks: _other, ...older } = mockTotals();
    expect(measureOf('ADVERTISING_SHARE', older)).toBeNull();
    expect(of({ deductionKopecks: 0, advertisingKopecks: 0, otherDeductionKopecks: 0 })).toBe(0);
  });

  it('have not changed between a period and itself, and change back by as many points', () => {
    fc.assert(
      fc.property(someTotals, someTotals, (one, other) => {
        for (const name of measureNames) {
          const same = changeOfMeasure(name, between(one, one));
          expect(same === null || same === 0).toBe(true);
          if (measures[name].kind === 'MONEY') continue;
          const there = changeOfMeasure(name, between(one, other));
          const back = changeOfMeasure(name, between(other, one));
          expect(there === null ? null : -there + 0).toBe(back === null ? null : back + 0);
        }
      }),
    );
  });

  it('are compared with nothing where no days are alike', () => {
    for (const name of measureNames) {
      expect(changeOfMeasure(name, {})).toBeNull();
      expect(changeOfMeasure(name, { comparison: { orders: null, report: null } })).toBeNull();
    }
  });

  it('of orders are compared over the days of the orders, all others over those of the report', () => {
    const now = mockTotals({
      orders: 10,
      ordersKopecks: 20_000_00,
      revenueKopecks: 100_00,
      storageKopecks: 12_00,
    });
    const before = mockTotals({
      orders: 10,
      ordersKopecks: 10_000_00,
      revenueKopecks: 100_00,
      storageKopecks: 2_00,
    });
    const { coverage, comparison } = between(now, before);
    const changes = (name: MeasureName, left: Partial<typeof comparison>) =>
      changeOfMeasure(name, { coverage, comparison: { orders: null, report: null, ...left } });
    expect(changes('AVERAGE_CHECK', { orders: comparison.orders })).toBe(1);
    expect(changes('STORAGE_SHARE', { report: comparison.report })).toBeCloseTo(0.1);
    expect(changes('STORAGE_SHARE', { orders: comparison.orders })).toBeNull();
  });

  it('the buy-out is compared only where the cancels of all days are known', () => {
    const { comparison } = between(
      mockTotals({ buyouts: 70, cancels: 20, returns: 10 }),
      mockTotals({ buyouts: 60, cancels: 20, returns: 20 }),
    );
    const of = (orders: typeof days | null) =>
      changeOfMeasure('BUYOUT_SHARE', { comparison, coverage: { orders, report: days } });
    expect(of(days)).toBeCloseTo(0.1);
    expect(of({ from: '2026-11-02', to: '2026-11-07' })).toBeNull();
    expect(of({ from: '2026-11-01', to: '2026-11-06' })).toBeNull();
    expect(of(null)).toBeNull();
  });
});
