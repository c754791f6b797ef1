import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OwnCostContent } from '#contract/own-costs.ts';
import { addDays } from './moscow-days.ts';
import { NO_LINES } from './profit-engine.ts';
import { ownCostsByCard, spreadOwnCosts, type OwnCostLines } from './spread-own-costs.ts';
import { countTaxes } from './year-taxes.ts';

const cost = (values: Partial<OwnCostContent> = {}): OwnCostContent => ({
  kind: 'OTHER',
  name: 'Аренда',
  amountKopecks: 100_00,
  from: '2026-03-01',
  to: '2026-03-03',
  shopId: null,
  nmId: null,
  isTaxDeductible: true,
  ...values,
});
const MARCH = { from: '2026-03-01', to: '2026-03-31' };
const sold = (shopId: number, day: string, revenueKopecks: number) => ({
  shopId,
  day,
  lines: { ...NO_LINES, revenueKopecks },
});
const shown = (lines: readonly OwnCostLines[]) =>
  lines.map(({ shopId, day, lines: { ownCostsKopecks } }) => [shopId, day.slice(8), ownCostsKopecks]);
const total = (all: readonly { lines: { ownCostsKopecks: number } }[]) =>
  all.reduce((sum, { lines }) => sum + lines.ownCostsKopecks, 0);

describe('a cost of several days', () => {
  it('is spread evenly, the odd kopeck on the first, whatever days are shown', () => {
    const only = { shopIds: [1], rows: [] };
    expect(shown(spreadOwnCosts([cost()], { ...only, period: MARCH }))).toEqual([
      [1, '01', 33_34],
      [1, '02', 33_33],
      [1, '03', 33_33],
    ]);
    const later = { from: '2026-03-02', to: '2026-03-02' };
    expect(shown(spreadOwnCosts([cost()], { ...only, period: later }))).toEqual([[1, '02', 33_33]]);
  });

  it('of all shops goes by what each has sold on the day, evenly where none has', () => {
    const rows = [sold(1, '2026-03-01', 300_00), sold(2, '2026-03-01', 100_00), sold(2, '2026-03-02', -5)];
    const two = cost({ amountKopecks: 80_00, to: '2026-03-02' });
    expect(shown(spreadOwnCosts([two], { shopIds: [1, 2], period: MARCH, rows }))).toEqual([
      [1, '01', 30_00],
      [2, '01', 10_00],
      [1, '02', 20_00],
      [2, '02', 20_00],
    ]);
  });

  it('of a shop or a card is theirs alone', () => {
    const lines = spreadOwnCosts([cost({ shopId: 2, nmId: 7, to: '2026-03-01' })], {
      shopIds: [1, 2],
      period: MARCH,
      rows: [],
    });
    expect(lines).toMatchObject([{ shopId: 2, nmId: 7, lines: { ownCostsKopecks: 100_00 } }]);
  });

  it('lowers the tax of «Доходы − расходы» only when it is said to', () => {
    const rates = [
      { from: '2024-01-01', basis: 'INCOME_MINUS_EXPENSES', ratePercent: 15, vatPercent: 0 } as const,
    ];
    const income = {
      shopId: 1,
      day: '2026-03-01',
      lines: { ...NO_LINES, realizedKopecks: 1_000_00, forPayKopecks: 1_000_00 },
    };
    const taxes = [true, false].map((isTaxDeductible) => {
      const costs = spreadOwnCosts([cost({ isTaxDeductible })], { shopIds: [1], period: MARCH, rows: [] });
      const settings = { taxpayers: [{ shopIds: [1], taxRates: rates }], basis: 'OWN' as const };
      return countTaxes([income, ...costs], settings).ofShop(1, MARCH).taxKopecks;
    });
    expect(taxes).toEqual([135_00, 150_00]);
  });
});

const anyCost = fc
  .record({
    amountKopecks: fc.integer({ min: 1, max: 100_000_00 }),
    start: fc.integer({ min: 0, max: 40 }),
    length: fc.integer({ min: 0, max: 60 }),
    shopId: fc.constantFrom(null, 1, 2, 3),
    nmId: fc.constantFrom(null, 10, 11),
  })
  .map(({ amountKopecks, start, length, shopId, nmId }) => {
    const from = addDays('2026-01-01', start);
    return cost({ amountKopecks, from, to: addDays(from, length), shopId, nmId: shopId && nmId });
  });
const anySold = fc
  .record({
    shopId: fc.integer({ min: 1, max: 3 }),
    day: fc.integer({ min: 0, max: 100 }),
    kopecks: fc.integer({ min: -500, max: 90_000 }),
  })
  .map(({ shopId, day, kopecks }) => sold(shopId, addDays('2026-01-01', day), kopecks));

describe('laws of own costs', () => {
  const all = { from: '2026-01-01', to: '2026-12-31' };
  it('days, shops and cards add up to what was said, wherever the period is cut', () => {
    fc.assert(
      fc.property(
        fc.array(anyCost, { maxLength: 6 }),
        fc.array(anySold, { maxLength: 40 }),
        fc.integer({ min: 1, max: 120 }),
        (costs, rows, cut) => {
          const given = { shopIds: [1, 2, 3], rows };
          const said = costs.reduce((sum, one) => sum + one.amountKopecks, 0);
          const whole = spreadOwnCosts(costs, { ...given, period: all });
          const last = addDays(all.from, cut);
          const halves = [
            { from: all.from, to: last },
            { from: addDays(last, 1), to: all.to },
          ];
          const parts = halves.flatMap((period) => spreadOwnCosts(costs, { ...given, period }));
          expect([total(whole), total(parts), total(ownCostsByCard(whole, halves))]).toEqual([
            said,
            said,
            said,
          ]);
        },
      ),
    );
  });

  it('another cost changes nothing of those that are there', () => {
    fc.assert(
      fc.property(fc.array(anyCost, { maxLength: 5 }), anyCost, (costs, added) => {
        const given = { shopIds: [1, 2, 3], rows: [], period: all };
        const before = spreadOwnCosts(costs, given);
        expect(spreadOwnCosts([...costs, added], given).slice(0, before.length)).toEqual(before);
      }),
    );
  });
});
