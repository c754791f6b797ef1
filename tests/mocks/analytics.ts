import type { HttpHandler } from 'msw';
import {
  getCardStatisticsEndpoint,
  getProfitEndpoint,
  listProfitCardsEndpoint,
  listProfitShopsEndpoint,
  type Profit,
  type ProfitCurvePoint,
  type ProfitGroupSums,
  type ProfitCard,
  type ProfitShop,
  type ProfitTotals,
} from '#contract/analytics.ts';
import { addDays, daysBetween } from '#lib/dates.ts';
import { getCardFunnelEndpoint, type FunnelSteps } from '#contract/card-funnel.ts';
import { listProfitPartsEndpoint, listProfitRowsEndpoint } from '#contract/profit-parts.ts';
import { getCardEconomicsEndpoint } from '#contract/unit-economics.ts';
import { mock } from './mock-endpoint.ts';
import { mockEconomics } from './promotions.ts';

const mockShopFigures = {
  orders: 120,
  ordersKopecks: 108_000_00,
  buyouts: 100,
  revenueKopecks: 90_000_00,
  returns: 1,
  cancels: 2,
};

const mockFunnelSteps: FunnelSteps = {
  opens: 2000,
  carts: 300,
  orders: 120,
  ordersKopecks: 108_000_00,
  buyouts: 100,
  buyoutsKopecks: 90_000_00,
  cancels: 2,
  cancelsKopecks: 1_800_00,
};

/** What is shown when no days are asked for. */
const mockReportedDays = { from: '2026-11-02', to: '2026-11-15' };

/** A week of one cup: figures that agree with each other. */
export function mockTotals(
  changes: Partial<Omit<ProfitTotals, 'buyoutShare' | 'marginShare' | 'roiShare'>> = {},
): ProfitTotals {
  const totals = {
    orders: 1284,
    ordersKopecks: 2_140_000_00,
    cancels: 43,
    buyouts: 1021,
    returns: 20,
    averageCheckKopecks: 1_666_67,
    revenueKopecks: 2_000_000_00,
    realizedKopecks: 1_700_000_00,
    forPayKopecks: 1_750_000_00,
    commissionKopecks: 250_000_00,
    logisticsKopecks: 200_000_00,
    storageKopecks: 14_870_00,
    acceptanceKopecks: 0,
    penaltyKopecks: 5_130_00,
    deductionKopecks: 30_000_00,
    advertisingKopecks: 24_000_00,
    otherDeductionKopecks: 6_000_00,
    loyaltyKopecks: 0,
    correctionKopecks: 0,
    payoutKopecks: 1_500_000_00,
    cogsKopecks: 985_360_00,
    vatKopecks: 0,
    taxKopecks: 102_000_00,
    profitKopecks: 412_640_00,
    ...changes,
  };
  const { buyouts, cancels, returns, profitKopecks, revenueKopecks, cogsKopecks } = totals;
  return {
    ...totals,
    buyoutShare: shareOf(buyouts, buyouts + cancels + returns),
    marginShare: shareOf(profitKopecks, revenueKopecks),
    roiShare: shareOf(profitKopecks, cogsKopecks),
  };
}

function shareOf(part: number, whole: number): number | null {
  return whole > 0 ? part / whole : null;
}

export const mockProfitCards: ProfitCard[] = [
  {
    nmId: 150_000_001,
    cardId: 1,
    shopId: 1,
    vendorCode: 'MUG-450-GR',
    title: 'Кружка керамическая с крышкой 450 мл',
    hasCostPrice: true,
    totals: mockTotals({ orders: 214, buyouts: 180, profitKopecks: 49_385_00 }),
  },
  {
    nmId: 150_000_002,
    cardId: 2,
    shopId: 2,
    vendorCode: 'PLD-130-BE',
    title: 'Плед вязаный хлопок 130×170',
    hasCostPrice: false,
    totals: mockTotals({ orders: 88, buyouts: 70, profitKopecks: -1_200_00 }),
  },
  {
    nmId: 150_000_003,
    cardId: null,
    shopId: 1,
    vendorCode: 'OLD-1',
    title: '',
    hasCostPrice: false,
    totals: mockTotals({ orders: 3, buyouts: 1, profitKopecks: 500_00 }),
  },
];

/** The days of a period, the last of them (two unless said) not in the report yet. */
export function mockSide(
  from: string,
  to: string,
  totals: ProfitTotals,
  unreportedDays = 2,
): Profit['SELECTED'] {
  const count = daysBetween(from, to) + 1;
  return {
    from,
    to,
    totals,
    days: Array.from({ length: count }, (_, index) => ({
      day: addDays(from, index),
      orders: 90 + index,
      buyouts: 70 + index,
      profitKopecks: 30_000_00 + index * 1_000_00,
      isPreliminary: index >= count - unreportedDays,
    })),
  };
}

export const mockProfitGroups: ProfitGroupSums[] = [
  { group: 'A', count: 2, profitKopecks: 380_000_00 },
  { group: 'B', count: 0, profitKopecks: 0 },
  { group: 'C', count: 0, profitKopecks: 0 },
  { group: 'LOSS', count: 1, profitKopecks: -5_000_00 },
];

export const mockProfitCurve: ProfitCurvePoint[] = [
  { count: 0, profitKopecks: 0, group: 'A' },
  { count: 1, profitKopecks: 250_000_00, group: 'A' },
  { count: 2, profitKopecks: 380_000_00, group: 'A' },
  { count: 3, profitKopecks: 375_000_00, group: 'LOSS' },
];

/** Three days of two shops: one lost money on a day, of the other a day is not known, and the last is not in the report. */
export function mockProfitShops(from: string): ProfitShop[] {
  const day = (shift: number, profitKopecks: number, isPreliminary = false) => ({
    day: addDays(from, shift),
    orders: 10 + shift,
    buyouts: 8 + shift,
    profitKopecks,
    isPreliminary,
  });
  return [
    {
      shopId: 1,
      orders: 33,
      buyouts: 27,
      profitKopecks: 900_00,
      days: [day(0, 1_000_00), day(1, -400_00), day(2, 300_00, true)],
    },
    { shopId: 2, orders: 21, buyouts: 17, profitKopecks: 150_00, days: [day(0, 100_00), day(1, 50_00)] },
  ];
}

/** A period of two preliminary days at its end, and the one before it. */
export function mockProfit(query: {
  from?: string | undefined;
  to?: string | undefined;
  basis: Profit['basis'];
}): Profit {
  const { from = mockReportedDays.from, to = mockReportedDays.to } = query;
  const before = addDays(from, -1);
  const previous = { from: addDays(before, -daysBetween(from, to)), to: before };
  return {
    basis: query.basis,
    SELECTED: mockSide(from, to, mockTotals()),
    PREVIOUS: mockSide(
      previous.from,
      previous.to,
      mockTotals({ orders: 1142, profitKopecks: 389_280_00 }),
      0,
    ),
    cardsWithoutCostPrice: 2,
    reportedUntil: addDays(to, -2),
    coverage: {
      orders: { from: '2025-01-01', to },
      report: { from: '2025-01-01', to: addDays(to, -2) },
    },
    comparison: {
      orders: {
        SELECTED: {
          from,
          to,
          totals: { orders: 1284, ordersKopecks: 2_140_000_00 },
        },
        PREVIOUS: { ...previous, totals: { orders: 1142, ordersKopecks: 1_900_000_00 } },
      },
      report: {
        SELECTED: {
          from,
          to: addDays(to, -2),
          totals: mockTotals({ profitKopecks: 310_000_00 }),
        },
        PREVIOUS: {
          from: previous.from,
          to: addDays(previous.to, -2),
          totals: mockTotals({ profitKopecks: 200_000_00 }),
        },
      },
    },
    syncedAt: '2026-11-20T13:30:00+03:00',
    sources: mockSources(to),
    problems: [],
  };
}

/** Logistics of two kinds; of the first there are two rows. */
const mockParts = [
  {
    kind: 'ROWS',
    source: 'report_rows',
    operation: 'Логистика',
    isReturn: false,
    count: 2,
    amount: 199_000_00,
  },
  {
    kind: 'ROWS',
    source: 'report_rows',
    operation: 'Возмещение издержек',
    isReturn: true,
    count: 1,
    amount: 1_000_00,
  },
] as const;

const mockRow = (key: string, amount: number) => ({
  key,
  shopId: 1,
  day: '2026-11-10',
  nmId: 150_000_001,
  cardId: 1,
  vendorCode: 'MUG-450-GR',
  title: 'Кружка керамическая с крышкой 450 мл',
  srid: `srid-${key}`,
  quantity: 1,
  reportId: 700,
  amount,
});

/** One shop whose sources are read, and one of which nothing is known but a report that is read in parts. */
function mockSources(to: string): Profit['sources'] {
  const read = { from: '2026-08-20', to, readAt: '2026-11-20T13:30:00+03:00' };
  const none = { from: null, to: null, readAt: null };
  const begun = { ...read, readAt: null };
  return [
    { shopId: 1, orders: read, sales: read, report: { ...read, to: addDays(to, -2) }, dailyFrom: null },
    { shopId: 2, orders: none, sales: none, report: begun, dailyFrom: null },
  ];
}

export function analyticsHandlers(): HttpHandler[] {
  return [
    mock(listProfitPartsEndpoint, () => ({ total: 200_000_00, parts: [...mockParts] })),
    mock(listProfitRowsEndpoint, () => ({
      count: 2,
      next: null,
      previous: null,
      results: [mockRow('11', 150_000_00), mockRow('12', 49_000_00)],
    })),
    mock(listProfitShopsEndpoint, ({ query: { from, to } }) => ({ from, to, shops: mockProfitShops(from) })),
    mock(getProfitEndpoint, ({ query }) => mockProfit(query)),
    mock(listProfitCardsEndpoint, ({ query }) => {
      const search = query.search?.toLowerCase() ?? '';
      const found = mockProfitCards.filter(
        (card) =>
          (query.shop === undefined || query.shop.length === 0 || query.shop.includes(card.shopId)) &&
          `${card.title} ${card.vendorCode} ${card.nmId}`.toLowerCase().includes(search) &&
          (query.group === undefined || query.group === (card.totals.profitKopecks < 0 ? 'LOSS' : 'A')),
      );
      return {
        count: found.length,
        next: null,
        previous: null,
        results: query.ordering === 'orders' ? [...found].reverse() : found,
        groups: mockProfitGroups,
        curve: mockProfitCurve,
      };
    }),
    mock(getCardEconomicsEndpoint, () => [
      { shopId: 1, shopName: 'Московский', nmId: 150_000_001, economics: mockEconomics(250_00) },
    ]),
    mock(getCardStatisticsEndpoint, ({ query }) => ({
      days: mockSide(query.from, query.to, mockTotals()).days.map(({ day, orders, buyouts }) => ({
        day,
        orders,
        ordersKopecks: orders * 900_00,
        buyouts,
        returns: 1,
        cancels: 2,
      })),
      shops: [
        { ...mockShopFigures, shopId: 1, shopName: 'Московский' },
        { ...mockShopFigures, shopId: 2, shopName: 'Сибирь', orders: 60, ordersKopecks: 54_000_00 },
      ],
      shopDays: [
        { ...mockShopFigures, day: query.to, shopId: 1, orders: 4, ordersKopecks: 3_600_00 },
        { ...mockShopFigures, day: addDays(query.to, -3), shopId: 2, orders: 2, ordersKopecks: 1_800_00 },
      ],
    })),
    mock(getCardFunnelEndpoint, () => ({
      shops: [
        { shopId: 1, shopName: 'Московский', nmId: 150_000_001, steps: mockFunnelSteps, problem: null },
        {
          shopId: 2,
          shopName: 'Сибирь',
          nmId: 150_000_002,
          steps: null,
          problem: 'Нет активного токена категории «Аналитика»',
        },
      ],
    })),
  ];
}
