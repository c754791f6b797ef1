import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ProfitTotals } from '#contract/analytics.ts';
import type { AskedBasis } from '#contract/analytics.ts';
import type { TaxRate } from '#contract/taxpayers.ts';
import { cardSumsOf, eachRow } from './card-sums.ts';
import { groupBy } from './group-by.ts';
import type { Period } from './moscow-days.ts';
import { NO_LINES, profitTotals, type ProfitLines } from './profit-engine.ts';
import { profitByDay, profitByShop } from './profit-report.ts';
import { isWithoutCards, taxCards, type CardName } from './taxed-cards.ts';
import { countTaxes, type CountedTaxes, type ShopDayLines } from './year-taxes.ts';

const taxRates: TaxRate[] = [
  { from: '2024-01-01', basis: 'INCOME', ratePercent: 6, vatPercent: 0 },
  { from: '2026-01-03', basis: 'INCOME', ratePercent: 6, vatPercent: 5 },
];
/** The first two shops are one taxpayer's, the third another's. */
const taxpayers = [
  { shopIds: [1, 2], taxRates },
  { shopIds: [3], taxRates },
];
const counted = (rows: readonly ShopDayLines[], basis: AskedBasis = 'INCOME') =>
  countTaxes(rows, { taxpayers, basis });

const sold = (kopecks: number): ProfitLines => ({
  ...NO_LINES,
  buyouts: 1,
  revenueKopecks: kopecks,
  realizedKopecks: kopecks,
  forPayKopecks: kopecks,
});
const storage = (storageKopecks: number): ProfitLines => ({ ...NO_LINES, storageKopecks });

describe('profit by day', () => {
  const rows = [
    { shopId: 1, day: '2026-01-02', lines: sold(1000_00) },
    { shopId: 1, day: '2026-01-03', lines: sold(1050_00) },
    { shopId: 1, day: '2026-01-05', lines: sold(99_99) },
  ];
  const profit = profitByDay({ from: '2026-01-01', to: '2026-01-04' }, rows, counted(rows));

  it('has every day of the period and nothing beside it', () => {
    expect(profit.days.map((day) => day.day)).toEqual([
      '2026-01-01',
      '2026-01-02',
      '2026-01-03',
      '2026-01-04',
    ]);
    expect(profit.days[0]).toEqual({ day: '2026-01-01', orders: 0, buyouts: 0, profitKopecks: 0 });
  });

  it('changes the VAT rate on the day that the settings say', () => {
    expect(profit.days[1]?.profitKopecks).toBe(940_00);
    // 1050 − VAT 50 − 6 % of 1000.
    expect(profit.days[2]?.profitKopecks).toBe(940_00);
    expect(profit.totals).toMatchObject({ vatKopecks: 50_00, taxKopecks: 120_00, profitKopecks: 1880_00 });
  });

  it.each([
    [2, 0],
    [3, 6_00],
  ])('the loss of a shop lowers the tax of its taxpayer’s others alone: shop %i', (shopId, taxKopecks) => {
    const rows = [
      { shopId: 1, day: '2026-01-01', lines: sold(100_00) },
      { shopId, day: '2026-01-01', lines: sold(-100_00) },
    ];
    const twoShops = profitByDay({ from: '2026-01-01', to: '2026-01-01' }, rows, counted(rows));
    expect(twoShops.totals.taxKopecks).toBe(taxKopecks);
  });
});

describe('profit by shop', () => {
  it('has the days of each shop on which anything is known of it, in order', () => {
    const rows = [
      { shopId: 2, day: '2026-01-03', lines: storage(5) },
      { shopId: 1, day: '2026-01-02', lines: sold(1000_00) },
      { shopId: 1, day: '2026-01-01', lines: sold(100_00) },
      { shopId: 1, day: '2026-01-01', lines: storage(1_00) },
      { shopId: 3, day: '2025-12-31', lines: sold(100_00) },
    ];
    expect(profitByShop({ from: '2026-01-01', to: '2026-01-04' }, rows, counted(rows))).toEqual([
      {
        shopId: 2,
        orders: 0,
        buyouts: 0,
        profitKopecks: -5,
        days: [{ day: '2026-01-03', orders: 0, buyouts: 0, profitKopecks: -5 }],
      },
      {
        shopId: 1,
        orders: 0,
        buyouts: 2,
        profitKopecks: 1033_00,
        days: [
          { day: '2026-01-01', orders: 0, buyouts: 1, profitKopecks: 93_00 },
          { day: '2026-01-02', orders: 0, buyouts: 1, profitKopecks: 940_00 },
        ],
      },
    ]);
  });
});

/** The rate changes on the third. */
const PARTS = [
  { from: '2026-01-01', to: '2026-01-02' },
  { from: '2026-01-03', to: '2026-01-06' },
];

interface ShopCardLines extends CardName {
  shopId: number;
  days: Period;
  lines: ProfitLines;
}
type SpareCards = ReadonlyMap<number, readonly CardName[]>;

const partsOfShop = (rows: readonly ShopCardLines[]) =>
  PARTS.map((days) => ({
    days,
    sold: cardSumsOf(rows.filter((row) => row.days.from === days.from)),
    costs: [],
  }));
const profitByCard = (rows: readonly ShopCardLines[], taxes: CountedTaxes, spare: SpareCards = new Map()) =>
  [...groupBy(rows, ({ shopId }) => shopId)].flatMap(([shopId, ofShop]) => {
    const cards = taxCards(shopId, partsOfShop(ofShop), taxes, spare.get(shopId));
    return Array.from(eachRow(cards), (row, at) => ({
      shopId,
      nmId: cards.nmIds[at],
      totals: profitTotals(row, row),
    }));
  });
const byCardOf = (rows: readonly ShopCardLines[], spare?: SpareCards) =>
  profitByCard(
    rows,
    counted(rows.map(({ shopId, days, lines }) => ({ shopId, day: days.from, lines }))),
    spare,
  );

const card = (nmId: number, lines: ProfitLines, shopId = 1, day = '2026-01-01'): ShopCardLines => ({
  shopId,
  nmId,
  vendorCode: nmId ? `VC-${nmId}` : '',
  days: PARTS.find(({ to }) => day <= to) ?? { from: day, to: day },
  lines,
});

describe('profit by card', () => {
  it('spreads storage that belongs to no card by revenue, inside its shop', () => {
    const cards = byCardOf([
      card(10, sold(300_00)),
      card(11, sold(100_00)),
      card(0, storage(1_00)),
      card(12, sold(500_00), 2),
      card(0, storage(7_00), 2),
    ]);
    expect(cards.map((one) => [one.shopId, one.nmId, one.totals.storageKopecks])).toEqual([
      [1, 10, 75],
      [1, 11, 25],
      [2, 12, 700],
    ]);
  });

  it('puts one card of two tax periods into one row', () => {
    const cards = byCardOf([card(10, sold(1000_00)), card(10, sold(1050_00), 1, '2026-01-03')]);
    expect(cards).toHaveLength(1);
    expect(cards[0]?.totals).toMatchObject({ buyouts: 2, vatKopecks: 50_00, taxKopecks: 120_00 });
  });

  it('gives storage of a shop that sold nothing to the cards that it has', () => {
    const rows = [card(0, storage(5))];
    expect(isWithoutCards(partsOfShop(rows))).toBe(true);
    const spare = new Map([
      [
        1,
        [
          { nmId: 7, vendorCode: 'A' },
          { nmId: 8, vendorCode: 'B' },
        ],
      ],
    ]);
    expect(byCardOf(rows, spare).map((one) => one.totals.storageKopecks)).toEqual([3, 2]);
  });
});

it('costs of a shop without any card have a row of their own', () => {
  const cards = byCardOf([card(0, storage(5)), card(10, sold(100_00), 2)]);
  expect(cards.map((one) => [one.shopId, one.nmId, one.totals.storageKopecks])).toEqual([
    [1, 0, 5],
    [2, 10, 0],
  ]);
});

const anySale = fc.record({
  shopId: fc.integer({ min: 1, max: 3 }),
  nmId: fc.integer({ min: 0, max: 6 }),
  day: fc.integer({ min: 1, max: 6 }).map((day) => `2026-01-0${day}`),
  kopecks: fc.integer({ min: -2_000_00, max: 9_000_00 }),
  storageKopecks: fc.integer({ min: 0, max: 500_00 }),
  cogsKopecks: fc.integer({ min: 0, max: 3_000_00 }),
});

describe('laws of the report', () => {
  const summed = (totals: ProfitTotals[], name: keyof ProfitTotals) =>
    totals.reduce((sum, one) => sum + (one[name] ?? 0), 0);

  it('shows the same totals by day, by card and by shop, to the kopeck', () => {
    const basis = fc.constantFrom('INCOME', 'INCOME_MINUS_EXPENSES', 'OWN');
    fc.assert(
      fc.property(fc.array(anySale, { maxLength: 60 }), basis, (sales, chosen) => {
        const linesOf = (one: (typeof sales)[number]): ProfitLines => ({
          ...sold(one.kopecks),
          storageKopecks: one.storageKopecks,
          cogsKopecks: one.cogsKopecks,
        });
        const rows = sales.map((one) => ({ shopId: one.shopId, day: one.day, lines: linesOf(one) }));
        const taxes = counted(rows, chosen);
        const byDay = profitByDay({ from: '2026-01-01', to: '2026-01-06' }, rows, taxes);
        // The third shop has no card at all.
        const spare = new Map([1, 2].map((shopId) => [shopId, [{ nmId: 99, vendorCode: 'Z' }]]));
        const byCard = profitByCard(
          sales.map((one) => card(one.nmId, linesOf(one), one.shopId, one.day)),
          taxes,
          spare,
        );
        const totals = byCard.map((one) => one.totals);
        for (const name of [
          'profitKopecks',
          'taxKopecks',
          'vatKopecks',
          'storageKopecks',
          'buyouts',
        ] as const) {
          expect(summed(totals, name)).toBe(byDay.totals[name]);
        }
        expect(byDay.days.reduce((sum, day) => sum + day.profitKopecks, 0)).toBe(byDay.totals.profitKopecks);
        expect(byDay.totals.taxKopecks).toBeGreaterThanOrEqual(0);
        const byShop = profitByShop({ from: '2026-01-01', to: '2026-01-06' }, rows, taxes);
        for (const name of ['profitKopecks', 'buyouts', 'orders'] as const) {
          const sumOf = (all: readonly Record<typeof name, number>[]) =>
            all.reduce((sum, one) => sum + one[name], 0);
          expect(sumOf(byShop)).toBe(byDay.totals[name]);
          for (const shop of byShop) expect(sumOf(shop.days)).toBe(shop[name]);
          for (const { day, [name]: ofDay } of byDay.days) {
            expect(sumOf(byShop.flatMap(({ days }) => days.filter((one) => one.day === day)))).toBe(ofDay);
          }
        }
      }),
    );
  });
});
