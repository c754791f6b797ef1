import { DAY_MS } from '#simulator/state/moscow-time.ts';
import { chanceOf, hashOf, wholeBetween } from '#simulator/state/random.ts';
import type { Seller } from '#simulator/state/state.ts';
import { emptyRow, type MoneyRow } from './money-row.ts';
import type { Order } from './sales-generator.ts';

/** What makes the marketplace's reports hard to read: late lines, corrections of either sign, a second report of a week. */

/** A sale may come into the report so many days after it was made: into the next week's as well. */
export const LATEST_ROW_DAYS = 6;
const LATE_SHARE = 0.08;
/** A correction comes so many days after the line that it corrects. */
export const LATEST_CORRECTION_DAYS = 20;
const FIRST_CORRECTION_DAYS = 3;
const REPAID_SHARE = 0.02;
const STORNO_SHARE = 0.005;
const COMPENSATION_SHARE = 0.005;
const ACCOUNT_CORRECTION_SHARE = 0.03;
const BOUGHT_OUT_SHARE = 0.03;
const APPEARS_LATER_SHARE = 0.01;
const APPEARS_LATER_DAYS = 3;

/** 0 for most. */
export function lateDays(seed: number, { srid }: Order, operation: MoneyRow['operation']): number {
  if (chanceOf(seed, 'late', srid, operation) >= LATE_SHARE) return 0;
  return wholeBetween(chanceOf(seed, 'late days', srid, operation), 1, LATEST_ROW_DAYS);
}

/** In which report of its week a line stands, and since when: a few come after the report was published. */
export function reportPlaceOf(seed: number, row: MoneyRow): Pick<MoneyRow, 'reportType' | 'appearsLaterMs'> {
  const srid = row.order?.srid ?? '';
  const isGoods = row.operation === 'Продажа' || row.operation === 'Возврат';
  const isBoughtOut = isGoods && chanceOf(seed, 'bought out', srid) < BOUGHT_OUT_SHARE;
  const isAdded = chanceOf(seed, 'added', srid, row.operation, row.bonusTypeName) < APPEARS_LATER_SHARE;
  const days = wholeBetween(chanceOf(seed, 'added days', srid, row.operation), 1, APPEARS_LATER_DAYS);
  return { reportType: isBoughtOut ? 2 : 1, appearsLaterMs: srid !== '' && isAdded ? days * DAY_MS : 0 };
}

/** What becomes of the money of a sale weeks later: given, taken, written off and reckoned anew, or paid for as damaged. */
export function correctionsOf(seed: number, sale: MoneyRow, order: Order): MoneyRow[] {
  const { srid } = order;
  const chance = chanceOf(seed, 'correction', srid);
  if (chance >= REPAID_SHARE + STORNO_SHARE + COMPENSATION_SHARE) return [];
  const day =
    sale.day +
    wholeBetween(chanceOf(seed, 'correction day', srid), FIRST_CORRECTION_DAYS, LATEST_CORRECTION_DAYS);
  const share = wholeBetween(chanceOf(seed, 'correction sum', srid), 1, 15) / 100;
  const kopecks = Math.max(1, Math.round(sale.forPay * share));
  if (chance < REPAID_SHARE) return [repaid(day, order, signOf(seed, srid) * kopecks)];
  if (chance < REPAID_SHARE + STORNO_SHARE) {
    const corrected = { ...sale, day, cashback: 0 };
    return [
      { ...corrected, operation: 'Сторно продаж' },
      {
        ...corrected,
        operation: 'Коррекция продаж',
        forPay: sale.forPay - kopecks,
        // What the seller does not get the marketplace keeps: the buyer's money is shared without a rest.
        reward: sale.reward + kopecks,
      },
    ];
  }
  return [{ ...emptyRow(day, order, 'Компенсация ущерба'), forPay: kopecks, reward: -kopecks }];
}

/** A line with no sale behind it: neither an order nor an article. */
export function accountCorrections(seed: number, seller: Seller, day: number): MoneyRow[] {
  const key = `${String(seller.ordinal)} ${String(day)}`;
  if (chanceOf(seed, 'account correction', key) >= ACCOUNT_CORRECTION_SHARE) return [];
  const kopecks = wholeBetween(chanceOf(seed, 'account correction sum', key), 5_000, 60_000);
  return [repaid(day, undefined, signOf(seed, key) * kopecks)];
}

function repaid(day: number, order: Order | undefined, kopecks: number): MoneyRow {
  return { ...emptyRow(day, order, 'Корректировка вознаграждения'), additionalPayment: kopecks };
}

function signOf(seed: number, key: string): 1 | -1 {
  return hashOf(seed, 'sign', key) % 2 === 0 ? 1 : -1;
}
