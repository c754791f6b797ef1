import { DAY_MS, moscowDay, startOfMoscowDay, weekdayOf } from '#simulator/state/moscow-time.ts';
import { between, chanceOf, hashOf, wholeBetween } from '#simulator/state/random.ts';
import {
  commissionPercentOf,
  finishedPriceKopecks,
  ordersOf,
  popularityOf,
  priceWithDiscountKopecks,
  type Order,
} from './sales-generator.ts';
import type { Card, Seller } from '#simulator/state/state.ts';
import {
  accountCorrections,
  correctionsOf,
  LATEST_CORRECTION_DAYS,
  LATEST_ROW_DAYS,
  lateDays,
  reportPlaceOf,
} from './corrections.ts';
import { emptyRow, type MoneyRow } from './money-row.ts';

/** Delivery to the far east, then two weeks to bring it back; then its line may be late, and be corrected. */
const LIFE_DAYS_MAX = 24 + LATEST_ROW_DAYS + LATEST_CORRECTION_DAYS;
const VAT_2026_PERCENT = 22;
const VAT_EARLIER_PERCENT = 20;
const FIRST_DAY_OF_2026 = 20_454;

/** Every line of money of a seller on the days from … to (both included), in the order of the report. */
export function moneyRows(
  seed: number,
  seller: Seller,
  range: { fromDay: number; toDay: number; nowMs: number },
): MoneyRow[] {
  const rows: MoneyRow[] = [];
  const orders = ordersOf(seed, seller, { ...range, fromDay: range.fromDay - LIFE_DAYS_MAX });
  for (const order of orders) {
    for (const row of rowsOfOrder(seed, order)) {
      if (row.day >= range.fromDay && row.day <= range.toDay)
        rows.push({ ...row, ...reportPlaceOf(seed, row) });
    }
  }
  const today = moscowDay(range.nowMs);
  for (let day = range.fromDay; day <= Math.min(range.toDay, today); day += 1) {
    rows.push(...accountRows(seed, seller, day));
  }
  return rows.sort((one, other) => one.day - other.day);
}

function rowsOfOrder(seed: number, order: Order): MoneyRow[] {
  if (order.outcome === 'cancelled') return penaltyRows(seed, order);
  const decidedDay = moscowDay(order.decidedMs);
  const delivery = deliveryKopecks(seed, order);
  if (order.outcome === 'refused') {
    return [
      deliveryRow(order, decidedDay, 'К клиенту при отмене', delivery),
      deliveryRow(order, decidedDay + 1, 'От клиента при отмене', RETURN_DELIVERY_KOPECKS),
    ];
  }
  const sale = goodsRow(seed, order, decidedDay + lateDays(seed, order, 'Продажа'), 'Продажа');
  const rows = [
    deliveryRow(order, decidedDay, 'К клиенту при продаже', delivery),
    sale,
    ...rebillRows(seed, order, decidedDay),
    ...correctionsOf(seed, sale, order),
  ];
  if (order.outcome === 'returned') {
    const returnedDay = moscowDay(order.returnedMs);
    rows.push(
      goodsRow(seed, order, returnedDay + lateDays(seed, order, 'Возврат'), 'Возврат'),
      deliveryRow(order, returnedDay, 'От клиента при возврате', RETURN_DELIVERY_KOPECKS),
    );
  }
  return rows;
}

const RETURN_DELIVERY_KOPECKS = 5000;

/** 55–210 ₽ by volume and distance. */
function deliveryKopecks(seed: number, order: Order): number {
  const liters = litersOf(order.card);
  const rub = 55 + liters * 6.5 * between(chanceOf(seed, 'tariff', order.srid), 0.95, 1.1);
  return Math.round(Math.min(210, rub * order.region.distance) * 100);
}

function litersOf({ dimensions }: Card): number {
  return Math.max(0.5, (dimensions.length * dimensions.width * dimensions.height) / 1000);
}

function goodsRow(seed: number, order: Order, day: number, operation: 'Продажа' | 'Возврат'): MoneyRow {
  const retailWithDiscount = priceWithDiscountKopecks(order);
  const realized = finishedPriceKopecks(order);
  const commissionPercent = commissionPercentOf(order.card);
  const acquiringPercent = Math.round(between(chanceOf(seed, 'acquiring', order.srid), 1.5, 4) * 100) / 100;
  const acquiring = Math.round((realized * acquiringPercent) / 100);
  const forPay = Math.round((retailWithDiscount * (100 - commissionPercent)) / 100) - acquiring;
  // What is left of the buyer's money is the marketplace's reward; it is negative where it pays for its own discount.
  const rewardWithVat = realized - forPay - acquiring;
  const vatPercent = day >= FIRST_DAY_OF_2026 ? VAT_2026_PERCENT : VAT_EARLIER_PERCENT;
  const reward = Math.round((rewardWithVat * 100) / (100 + vatPercent));
  const isLoyal = operation === 'Продажа' && chanceOf(seed, 'loyalty', order.srid) < 0.05;
  return {
    ...emptyRow(day, order, operation),
    quantity: 1,
    retail: order.price * 100,
    retailWithDiscount,
    realized,
    commissionPercent,
    acquiring,
    acquiringPercent,
    forPay,
    reward,
    rewardVat: rewardWithVat - reward,
    cashback: isLoyal ? Math.round(realized * 0.01) : 0,
  };
}

function deliveryRow(order: Order, day: number, bonusTypeName: string, kopecks: number): MoneyRow {
  const isReturn = bonusTypeName.startsWith('От клиента');
  return {
    ...emptyRow(day, order, 'Логистика'),
    bonusTypeName,
    deliveries: isReturn ? 0 : 1,
    returns: isReturn ? 1 : 0,
    delivery: kopecks,
  };
}

function rebillRows(seed: number, order: Order, day: number): MoneyRow[] {
  if (chanceOf(seed, 'rebill', order.srid) >= 0.3) return [];
  const rebill = wholeBetween(chanceOf(seed, 'rebill sum', order.srid), 20, 900);
  return [
    { ...emptyRow(day, order, 'Возмещение издержек по перевозке/по складским операциям с товаром'), rebill },
  ];
}

/** Every eighth cancellation is the seller's fault: about 0.5 % of all lines. */
function penaltyRows(seed: number, order: Order): MoneyRow[] {
  if (!order.isSellerWarehouse || chanceOf(seed, 'penalty', order.srid) >= 0.15) return [];
  return [
    {
      ...emptyRow(moscowDay(order.decidedMs), order, 'Штраф'),
      bonusTypeName: 'Штраф МП. Невыполненный заказ (отмена клиентом после недовоза)',
      penalty: wholeBetween(chanceOf(seed, 'penalty sum', order.srid), 5000, 35_000),
    },
  ];
}

/** Lines without a product: storage of each day, acceptance at times, advertising taken from the money each week. */
function accountRows(seed: number, seller: Seller, day: number): MoneyRow[] {
  const rows: MoneyRow[] = [];
  const storage = storageKopecks(seed, seller, day);
  if (storage === 0) return rows;
  rows.push({ ...emptyRow(day, undefined, 'Хранение'), storage });
  if (chanceOf(seed, 'acceptance', seller.ordinal, day) < 0.04) {
    const acceptance = wholeBetween(chanceOf(seed, 'acceptance sum', seller.ordinal, day), 15_000, 90_000);
    rows.push({ ...emptyRow(day, undefined, 'Обработка товара'), acceptance });
  }
  const isSunday = weekdayOf(day) === 6;
  if (isSunday && seller.ordinal % 2 === 1) {
    const deduction = wholeBetween(chanceOf(seed, 'ads', seller.ordinal, day), 150_000, 700_000);
    rows.push({
      ...emptyRow(day, undefined, 'Удержание'),
      bonusTypeName: 'Оказание услуг «WB Продвижение»',
      deduction,
    });
  }
  rows.push(...accountCorrections(seed, seller, day));
  return rows;
}

/** 0.08–0.4 ₽ a day for a litre of the goods that lie at the marketplace: more of what sells better. */
function storageKopecks(seed: number, seller: Seller, day: number): number {
  const dayEndMs = startOfMoscowDay(day) + DAY_MS;
  let kopecks = 0;
  for (const card of seller.cards.values()) {
    if (card.createdAtMs >= dayEndMs || card.priceHistory.length === 0) continue;
    const units = Math.min(20, Math.ceil(popularityOf(seed, card) * 2));
    const rate = between((hashOf(seed, 'storage', card.nmID) % 1000) / 1000, 8, 40);
    kopecks += units * litersOf(card) * rate;
  }
  return Math.round(kopecks);
}
