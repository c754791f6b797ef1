import { monthOf, moscowDay, startOfMoscowDay } from './moscow-time.ts';
import { chanceOf, hashOf, wholeBetween } from './random.ts';
import { priceOf } from './price-tasks.ts';
import type { Card, Promotion, Seller, State } from './state.ts';
import { liveCards } from './card-index.ts';

interface PromotionKind {
  name: string;
  isAuto: boolean;
  /** undefined: all the year */
  months?: number[];
}

/**
 * The calendar has no beginning and no end: a promotion starts every few days, with a name that suits its month. Which
 * one starts when depends on its number alone, so dates do not move from one day to the next. Others can be ordered
 * through the control interface.
 */
const KINDS: [PromotionKind, ...PromotionKind[]] = [
  { name: 'Хиты недели', isAuto: false },
  { name: 'Цены ниже: автоакция', isAuto: true },
  { name: 'Товары для дома', isAuto: false },
  { name: 'Ночная распродажа', isAuto: false },
  { name: 'Быстрая распродажа остатков: автоакция', isAuto: true },
  { name: '11.11 День шопинга', isAuto: false, months: [11] },
  { name: 'Чёрная пятница. Главная распродажа', isAuto: false, months: [11] },
  { name: 'Осенний гардероб', isAuto: false, months: [9, 10, 11] },
  { name: 'Тёплый сезон: скидки на худи', isAuto: false, months: [10, 11, 12, 1, 2] },
  { name: 'Новый год: подарки близким', isAuto: false, months: [12, 1] },
  { name: 'Снова в школу', isAuto: false, months: [8, 9] },
  { name: 'Весеннее обновление', isAuto: false, months: [3, 4, 5] },
];

const DAYS_BETWEEN_STARTS = 3;
const DAYS_MIN = 4;
const DAYS_MAX = 14;
const FIRST_ID = 1000;
const FIRST_ORDERED_ID = 1_000_000;
/** The share of a seller's goods that a promotion invites, and of those that are in it from the start. */
const INVITED_SHARE = 0.4;
const JOINED_SHARE = 0.25;

function promotionOf(number: number): Promotion {
  const startDay = number * DAYS_BETWEEN_STARTS;
  const suitable = KINDS.filter((kind) => !kind.months || kind.months.includes(monthOf(startDay)));
  // Round and round through the names of the month, so that neighbours differ.
  const kind = suitable[number % suitable.length] ?? KINDS[0];
  const days = wholeBetween(chanceOf('promotion days', number), DAYS_MIN, DAYS_MAX);
  const boost = wholeBetween(chanceOf('promotion boost', number), 5, 10);
  const rate = wholeBetween(chanceOf('promotion rate', number), 20, 40);
  return {
    id: FIRST_ID + number,
    name: kind.name,
    description: describe(kind.name),
    isAuto: kind.isAuto,
    startMs: startOfMoscowDay(startDay),
    endMs: startOfMoscowDay(startDay + days) - 1000,
    ranging: [
      { condition: 'productsInPromotion', participationRate: rate, boost },
      { condition: 'calculateProducts', participationRate: Math.min(80, rate * 2), boost: boost * 3 },
    ],
  };
}

function describe(name: string): string {
  return `Покупатели увидят товары акции «${name}» выше в поиске и на её странице.`;
}

export function promotionsBetween(state: State, fromMs: number, toMs: number): Promotion[] {
  const first = Math.floor((moscowDay(fromMs) - DAYS_MAX) / DAYS_BETWEEN_STARTS);
  const last = Math.floor(moscowDay(toMs) / DAYS_BETWEEN_STARTS);
  const found: Promotion[] = [];
  for (let number = Math.max(0, first); number <= last; number += 1) {
    found.push(promotionOf(number));
  }
  return [...found, ...state.orderedPromotions].filter(
    ({ startMs, endMs }) => endMs >= fromMs && startMs <= toMs,
  );
}

export function findPromotion(state: State, id: number): Promotion | undefined {
  if (id >= FIRST_ORDERED_ID) return state.orderedPromotions.find((promotion) => promotion.id === id);
  return Number.isInteger(id) && id >= FIRST_ID ? promotionOf(id - FIRST_ID) : undefined;
}

export function orderPromotion(
  state: State,
  about: Pick<Promotion, 'name' | 'isAuto' | 'startMs' | 'endMs'>,
): Promotion {
  const promotion: Promotion = {
    id: FIRST_ORDERED_ID + state.orderedPromotions.length,
    description: describe(about.name),
    ranging: [],
    ...about,
  };
  state.orderedPromotions.push(promotion);
  return promotion;
}

export interface PromotionGoods {
  card: Card;
  isIn: boolean;
  planPrice: number;
  planDiscount: number;
}

/** The seller's goods that the promotion invites. */
export function goodsOfPromotion(seller: Seller, promotion: Promotion): PromotionGoods[] {
  const joined = new Set(seller.promotions[promotion.id]);
  const left = new Set(seller.leftPromotions[promotion.id]);
  return liveCards(seller)
    .filter((card) => priceOf(card) > 0 && chanceOf('invited', promotion.id, card.nmID) < INVITED_SHARE)
    .map((card) => {
      const planDiscount = Math.min(95, plannedDiscount(card, promotion));
      return {
        card,
        isIn:
          joined.has(card.nmID) ||
          (!left.has(card.nmID) && chanceOf('joined', promotion.id, card.nmID) < JOINED_SHARE),
        planDiscount,
        planPrice: Math.round(priceOf(card) * (1 - planDiscount / 100)),
      };
    });
}

/** From the discount before the promotion began: the plan must not run away when it is followed, by whomever. */
function plannedDiscount(card: Card, promotion: Promotion): number {
  const before =
    card.priceHistory.findLast((point) => point.fromMs < promotion.startMs) ?? card.priceHistory[0];
  return (before?.discount ?? card.discount) + 4 + (hashOf('plan', promotion.id, card.nmID) % 12);
}
