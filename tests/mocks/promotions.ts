import type { HttpHandler } from 'msw';
import {
  getApplicationEndpoint,
  listAppliedCardsEndpoint,
  listApplicationsEndpoint,
  prepareApplicationEndpoint,
  startApplicationEndpoint,
  takeInByHandEndpoint,
  type AppliedCard,
  type PromotionApplication,
} from '#contract/promotion-applications.ts';
import {
  applyPromotionEndpoint,
  getPromotionEndpoint,
  listPromotionCardsEndpoint,
  listPromotionsEndpoint,
  type Promotion,
  type PromotionCard,
} from '#contract/promotions.ts';
import type { UnitEconomics } from '#contract/unit-economics.ts';
import { mock, mockError } from './mock-endpoint.ts';

export function mockPromotion(changes: Partial<Promotion> = {}): Promotion {
  return {
    id: 1,
    wbPromotionId: 1501,
    shopId: 1,
    shopName: 'Московский',
    name: 'Хиты недели',
    description: 'Товары акции выше в поиске.',
    type: 'regular',
    period: 'current',
    startsAt: '2026-11-17T00:00:00+03:00',
    endsAt: '2026-11-23T23:59:59+03:00',
    inActionCount: 12,
    availableCount: 3,
    participationPercent: 40,
    boosts: ['+7% в поиске товарам акции при участии от 20%', 'Плашка'],
    ...changes,
  };
}

export const mockPromotions: Promotion[] = [
  mockPromotion(),
  mockPromotion({
    id: 2,
    wbPromotionId: 1502,
    shopId: 2,
    shopName: 'Сибирь',
    name: 'Цены ниже: автоакция',
    type: 'auto',
    inActionCount: null,
    availableCount: null,
    participationPercent: null,
    boosts: [],
  }),
  mockPromotion({
    id: 3,
    wbPromotionId: 1503,
    name: 'Чёрная пятница. Главная распродажа',
    period: 'upcoming',
    startsAt: '2026-11-27T00:00:00+03:00',
    endsAt: '2026-12-03T23:59:59+03:00',
  }),
  mockPromotion({ id: 4, wbPromotionId: 1504, name: 'День шопинга', period: 'past' }),
];

/** 700 ₽ less 200 of commission, 50 of logistics, 20 of the rest, 42 of tax and the cost. */
export function mockEconomics(
  costPriceKopecks: number | null,
  changes: Partial<UnitEconomics> = {},
): UnitEconomics {
  return {
    priceKopecks: 700_00,
    commissionKopecks: 200_00,
    logisticsKopecks: 50_00,
    storageKopecks: 15_00,
    otherKopecks: 5_00,
    taxKopecks: 42_00,
    costPriceKopecks,
    profitKopecks: costPriceKopecks === null ? null : 388_00 - costPriceKopecks,
    breakEvenKopecks: costPriceKopecks === null ? null : 567_00,
    source: 'CARD',
    pieces: 34,
    from: '2026-08-18',
    to: '2026-11-15',
    ...changes,
  };
}

export function mockPromotionCard(changes: Partial<PromotionCard> = {}): PromotionCard {
  return {
    nmId: 150_000_001,
    cardId: 1,
    vendorCode: 'MUG-450-GR',
    title: 'Кружка керамическая с крышкой 450 мл',
    photo: null,
    priceKopecks: 1_000_00,
    discount: 20,
    finalPriceKopecks: 800_00,
    planPriceKopecks: 700_00,
    planDiscount: 30,
    costPriceKopecks: 300_00,
    isInAction: false,
    economics: mockEconomics(changes.costPriceKopecks === undefined ? 300_00 : changes.costPriceKopecks),
    ...changes,
  };
}

export const mockPromotionCards: PromotionCard[] = [
  mockPromotionCard({ pastOrders: { count: 21, dayCount: 4, lastDay: '2026-11-03' } }),
  mockPromotionCard({
    nmId: 150_000_002,
    cardId: 2,
    vendorCode: 'PLD-130-BE',
    title: 'Плед вязаный хлопок 130×170',
    costPriceKopecks: 750_00,
  }),
  mockPromotionCard({
    nmId: 150_000_003,
    cardId: 3,
    vendorCode: 'LMP-1',
    title: 'Ночник детский луна',
    costPriceKopecks: null,
  }),
  mockPromotionCard({
    nmId: 150_000_004,
    cardId: 4,
    vendorCode: 'BAG-2',
    title: 'Косметичка дорожная',
    isInAction: true,
  }),
];

export function mockApplication(changes: Partial<PromotionApplication> = {}): PromotionApplication {
  return {
    id: 7,
    kind: 'JOIN',
    state: 'READY',
    wbPromotionId: 1501,
    promotionName: 'Хиты недели',
    uploadNow: true,
    guards: { minMarginPercent: 0, minProfitKopecks: null },
    counts: { leftOut: 0, waiting: 1, sent: 0, scheduled: 0, confirmed: 0, refused: 0, unconfirmed: 0 },
    shops: [{ shopId: 1, shopName: 'Московский', cardCount: 1, problem: null }],
    losingCount: 0,
    unknownCount: 0,
    profitKopecks: 88_00,
    meanChange: -0.125,
    userName: 'Анна',
    createdAt: '2026-11-20T13:55:00+03:00',
    startedAt: null,
    finishedAt: null,
    ...changes,
  };
}

export function mockAppliedCard(changes: Partial<AppliedCard> = {}): AppliedCard {
  return {
    shopId: 1,
    nmId: 150_000_001,
    cardId: 1,
    vendorCode: 'MUG-450-GR',
    title: 'Кружка керамическая с крышкой 450 мл',
    priceKopecks: 800_00,
    newPriceKopecks: 700_00,
    profitKopecks: 88_00,
    floorKopecks: null,
    state: 'WAITING',
    leftOut: null,
    isByHand: false,
    reason: null,
    ...changes,
  };
}

const pageOfAll = <Item>(results: Item[]) => ({ count: results.length, next: null, previous: null, results });

export function promotionHandlers(): HttpHandler[] {
  const notFound = () => mockError(404, { code: 'not_found', detail: ['Акция не найдена'] });
  const find = (id: number) => mockPromotions.find((promotion) => promotion.id === id);
  return [
    // Before the promotion of any number: its address would take this one, too.
    mock(listApplicationsEndpoint, () => pageOfAll<PromotionApplication>([])),
    mock(listPromotionsEndpoint, ({ query }) => ({
      promotions: mockPromotions.filter(
        (promotion) =>
          (query.period === undefined || promotion.period === query.period) &&
          (query.shop === undefined || query.shop.length === 0 || query.shop.includes(promotion.shopId)),
      ),
      problems: [],
      syncedAt: '2026-11-20T13:55:00+03:00',
    })),
    mock(getPromotionEndpoint, ({ params }) => find(params.id) ?? notFound()),
    mock(listPromotionCardsEndpoint, ({ params }) => {
      const promotion = find(params.id);
      if (!promotion) return notFound();
      return promotion.type === 'auto' || promotion.period === 'past' ? [] : mockPromotionCards;
    }),
    mock(prepareApplicationEndpoint, () => mockApplication()),
    mock(getApplicationEndpoint, () => mockApplication()),
    mock(listAppliedCardsEndpoint, () => pageOfAll([mockAppliedCard()])),
    mock(takeInByHandEndpoint, () => mockApplication()),
    mock(startApplicationEndpoint, () => mockApplication({ state: 'SENDING' })),
    mock(applyPromotionEndpoint, ({ body }) => ({ uploadId: 77, cards: body.nmIds.length })),
  ];
}
