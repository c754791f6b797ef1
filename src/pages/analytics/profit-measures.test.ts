import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ProfitTotals } from '#contract/analytics.ts';
import { mockTotals } from '#tests/mocks/analytics.ts';
import { changeOfMeasure, measureNames, measures, type MeasureName } from './profit-measures.ts';

const kopecks = fc.integer({ min: -1_000_000_00, max: 1_000_000_00 });
const count = fc.integer({ min: 0, max: 1_000 });
const share = fc.option(fc.double({ min: -5, max: 5, noNaN: true }));
const someTotals = fc
  .record({
    orders: count,
    ordersKopecks: fc.integer({ min: 0, max: 1_000_000_00 }),
    buyouts: count,
    returns: count,
    buyoutShare: share,
    revenueKopecks: kopecks,
    commissionKopecks: kopecks,
    logisticsKopecks: kopecks,
    storageKopecks: kopecks,
    deductionKopecks: kopecks,
    profitKopecks: kopecks,
    marginShare: share,
    roiShare: share,
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
          for (const value of [measures[name].valueOf(now), changeOfMeasure(name, between(now, before))]) {
            expect(value === null || Number.isFinite(value)).toBe(true);
          }
        }
      }),
    );
  });

  it('times what they are divided by are the sums that the screen shows', () => {
    fc.assert(
      fc.property(someTotals, (totals) => {
        const value = (name: (typeof measureNames)[number]) => measures[name].valueOf(totals);
        const units = totals.buyouts - totals.returns;
        const perUnit = value('PROFIT_PER_UNIT');
        if (perUnit === null) expect(units).toBeLessThanOrEqual(0);
        else expect(perUnit * units).toBeCloseTo(totals.profitKopecks, 3);
        const logistics = value('LOGISTICS_SHARE');
        if (logistics === null) expect(totals.revenueKopecks).toBeLessThanOrEqual(0);
        else expect(logistics * totals.revenueKopecks).toBeCloseTo(totals.logisticsKopecks, 3);
      }),
    );
  });

  it('of advertising are none while a withholding does not say what it is for', () => {
    const of = (changes: Partial<ProfitTotals>) => measures.ADVERTISING_SHARE.valueOf(mockTotals(changes));
    const said = { revenueKopecks: 1_000_00, deductionKopecks: 100_00, advertisingKopecks: 80_00 };
    expect(of({ ...said, otherDeductionKopecks: 20_00 })).toBeCloseTo(0.08);
    expect(of({ ...said, otherDeductionKopecks: 19_99 })).toBeNull();
    // Of a server that does not tell them apart.
    const { advertisingKopecks: _one, otherDeductionKopecks: _other, ...older } = mockTotals();
    expect(measures.ADVERTISING_SHARE.valueOf(older)).toBeNull();
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
    const { comparison } = between(mockTotals({ buyoutShare: 0.7 }), mockTotals({ buyoutShare: 0.6 }));
    const of = (orders: typeof days | null) =>
      changeOfMeasure('BUYOUT_SHARE', { comparison, coverage: { orders, report: days } });
    expect(of(days)).toBeCloseTo(0.1);
    expect(of({ from: '2026-11-02', to: '2026-11-07' })).toBeNull();
    expect(of({ from: '2026-11-01', to: '2026-11-06' })).toBeNull();
    expect(of(null)).toBeNull();
  });
});
