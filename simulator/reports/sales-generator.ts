import { subjectNameOf } from '#simulator/reference/directory.ts';
import { DAY_MS, monthOf, moscowDay, startOfMoscowDay, weekdayOf } from '#simulator/state/moscow-time.ts';
import { between, chanceOf, hashOf, pick, randomStream, wholeBetween } from '#simulator/state/random.ts';
import type { Card, Seller, Size } from '#simulator/state/state.ts';

/**
 * Invented buyers. What a card sells on a day depends on the seed, the card's number and the day alone, so orders, sales
 * and report rows are made when asked for and always agree with each other. History reaches back a year in
 * reports, and 90 days at the statistics host.
 */
export const HISTORY_DAYS = 365;

export interface Order {
  srid: string;
  gNumber: string;
  card: Card;
  size: Size;
  orderedMs: number;
  /** Roubles, before and after the seller's discount. */
  price: number;
  discount: number;
  /** Discount of the marketplace, % */
  spp: number;
  region: Region;
  isSellerWarehouse: boolean;
  /** How it ends; the future is not shown to anybody. */
  outcome: 'bought' | 'returned' | 'refused' | 'cancelled';
  /** When it was bought, refused or cancelled. */
  decidedMs: number;
  /** When it came back after purchase. */
  returnedMs: number;
}

interface Region {
  oblastOkrugName: string;
  regionName: string;
  /** Logistics costs this much more. */
  distance: number;
}

/** Orders a day of an average card: about 45 for a demo of 400 cards. */
const ORDERS_PER_CARD_DAY = 0.11;
/** Pareto: the best 8 % of cards get 60 % of orders. */
const POPULARITY_EXPONENT = 0.8;
const POPULARITY_RANK_MIN = 0.0005;
const WEEK_RHYTHM = [1.12, 1.03, 1, 0.99, 0.98, 0.91, 0.97];
const NOVEMBER = 1.6;
const CANCEL_SHARE = 0.04;

const REGIONS: [Region, ...Region[]] = [
  { oblastOkrugName: 'Центральный федеральный округ', regionName: 'Москва', distance: 1 },
  { oblastOkrugName: 'Центральный федеральный округ', regionName: 'Московская область', distance: 1 },
  { oblastOkrugName: 'Центральный федеральный округ', regionName: 'Тульская область', distance: 1.05 },
  { oblastOkrugName: 'Северо-Западный федеральный округ', regionName: 'Санкт-Петербург', distance: 1.1 },
  { oblastOkrugName: 'Южный федеральный округ', regionName: 'Краснодарский край', distance: 1.2 },
  { oblastOkrugName: 'Приволжский федеральный округ', regionName: 'Республика Татарстан', distance: 1.15 },
  { oblastOkrugName: 'Уральский федеральный округ', regionName: 'Свердловская область', distance: 1.3 },
  { oblastOkrugName: 'Сибирский федеральный округ', regionName: 'Новосибирская область', distance: 1.45 },
  { oblastOkrugName: 'Дальневосточный федеральный округ', regionName: 'Приморский край', distance: 1.7 },
];

interface SubjectHabits {
  /** The share of delivered goods that is kept, from … to, by card. */
  buyout: [from: number, to: number];
  commissionPercent: number;
}

const HOME: SubjectHabits = { buyout: [0.82, 0.93], commissionPercent: 24.5 };
const HABITS = new Map<number, SubjectHabits>([
  ...[69, 192, 1724, 180].map((id): [number, SubjectHabits] => [
    id,
    { buyout: [0.28, 0.45], commissionPercent: 29.5 },
  ]),
  [105, { buyout: [0.35, 0.5], commissionPercent: 29.5 }],
  [117, { buyout: [0.85, 0.94], commissionPercent: 24.5 }],
  [305, { buyout: [0.8, 0.92], commissionPercent: 27.5 }],
  [524, { buyout: [0.8, 0.9], commissionPercent: 19.5 }],
]);

export function commissionPercentOf({ subjectID }: Pick<Card, 'subjectID'>): number {
  return (HABITS.get(subjectID) ?? HOME).commissionPercent;
}

/** Orders of all cards of a seller that were made on the days from … to (both included), up to now. */
export function* ordersOf(
  seed: number,
  seller: Seller,
  range: { fromDay: number; toDay: number; nowMs: number },
): Generator<Order> {
  const firstDay = Math.max(range.fromDay, moscowDay(range.nowMs) - HISTORY_DAYS);
  for (let day = firstDay; day <= Math.min(range.toDay, moscowDay(range.nowMs)); day += 1) {
    for (const card of seller.cards.values()) {
      for (const order of ordersOfDay(seed, card, day)) {
        if (order.orderedMs <= range.nowMs) yield order;
      }
    }
  }
}

function ordersOfDay(seed: number, card: Card, day: number): Order[] {
  const dayStartMs = startOfMoscowDay(day);
  if (card.priceHistory.length === 0 || card.createdAtMs >= dayStartMs + DAY_MS) return [];
  const count = countOf(chanceOf(seed, 'orders', card.nmID, day), expectedOrders(seed, card, day));
  const orders: Order[] = [];
  for (let number = 0; number < count; number += 1) {
    const order = orderOf(seed, card, day, number);
    if (order && order.orderedMs >= card.createdAtMs) orders.push(order);
  }
  return orders;
}

function expectedOrders(seed: number, card: Card, day: number): number {
  const season = monthOf(day) === 11 ? NOVEMBER : 1;
  return ORDERS_PER_CARD_DAY * popularityOf(seed, card) * (WEEK_RHYTHM[weekdayOf(day)] ?? 1) * season;
}

/** 1 on average over many cards. */
export function popularityOf(seed: number, card: Card): number {
  const rank = Math.max(POPULARITY_RANK_MIN, chanceOf(seed, 'popularity', card.nmID));
  return (1 - POPULARITY_EXPONENT) * rank ** -POPULARITY_EXPONENT;
}

/** How many, when so many are expected: Poisson, by one draw. */
function countOf(chance: number, expected: number): number {
  let probability = Math.exp(-expected);
  let sum = probability;
  let count = 0;
  while (chance > sum && count < 200) {
    count += 1;
    probability *= expected / count;
    sum += probability;
  }
  return count;
}

function orderOf(seed: number, card: Card, day: number, number: number): Order | undefined {
  const key = hashOf(seed, 'order', card.nmID, day, number);
  const random = randomStream(key);
  // Evenings sell better than nights: the mean of two draws gathers orders around the afternoon.
  const orderedMs = startOfMoscowDay(day) + Math.floor(((random() + random()) / 2) * DAY_MS);
  const price = card.priceHistory.findLast((point) => point.fromMs <= orderedMs);
  const size = card.sizes[Math.floor(random() * card.sizes.length)];
  if (!price || !size || price.price === 0) return undefined;

  const [buyoutFrom, buyoutTo] = (HABITS.get(card.subjectID) ?? HOME).buyout;
  const buyout = between(chanceOf(seed, 'buyout', card.nmID), buyoutFrom, buyoutTo);
  const returnShare = between(chanceOf(seed, 'return', card.nmID), 0.01, 0.04);
  const region = pick(random() ** 1.6, REGIONS);
  const isCancelled = random() < CANCEL_SHARE;
  const isBought = random() < buyout;
  const isReturned = isBought && random() < returnShare;
  const deliveryMs = between(random(), 1.5, 4) * region.distance * DAY_MS;
  const decidedMs = orderedMs + Math.floor(isCancelled ? between(random(), 0.05, 0.9) * DAY_MS : deliveryMs);
  return {
    srid: `${hex(key)}${hex(hashOf(key, 'srid'))}${hex(card.nmID)}${hex(day)}`,
    gNumber: `9${String(hashOf(key, 'basket')).padStart(10, '0')}${String(day)}`,
    card,
    size,
    orderedMs,
    price: price.price,
    discount: price.discount,
    spp: wholeBetween(random(), 12, 32),
    region,
    isSellerWarehouse: random() < 0.8,
    outcome: isCancelled ? 'cancelled' : isReturned ? 'returned' : isBought ? 'bought' : 'refused',
    decidedMs,
    returnedMs: decidedMs + Math.floor(between(random(), 3, 14) * DAY_MS),
  };
}

function hex(value: number): string {
  return value.toString(16).padStart(8, '0');
}

/** Kopecks, after the seller's discount. */
export function priceWithDiscountKopecks(order: Order): number {
  return order.price * (100 - order.discount);
}

/** Kopecks, what the buyer pays: after the marketplace's discount as well, in whole roubles. */
export function finishedPriceKopecks(order: Order): number {
  return Math.round((priceWithDiscountKopecks(order) * (100 - order.spp)) / 10_000) * 100;
}

/** Names that an order, a sale and a report row show in the same words. */
export function goodsOf(order: Order) {
  return {
    vendorCode: order.card.vendorCode,
    nmId: order.card.nmID,
    barcode: order.size.skus[0] ?? '',
    subject: subjectNameOf(order.card.subjectID),
    brand: order.card.brand,
    techSize: order.size.techSize,
  };
}
