import { sql } from 'kysely';
import type { PastOrders } from '#contract/promotions.ts';
import type { Db } from '#server/db/database.ts';
import { addDays, moscowDay } from './moscow-days.ts';

/** As far back as the marketplace's feed of orders reaches. */
export const PAST_DAYS = 90;
/** Prices that a buyer would call the same. */
const NEAR_PERCENT = 5;

/** What was ordered in a shop at about some prices, cancelled orders left out; each of the goods has an answer. */
export async function findOrdersAtPrices(
  db: Db,
  accountId: number,
  shopId: number,
  goods: readonly { nmId: number; priceKopecks: number }[],
  now: Date,
): Promise<Map<number, PastOrders>> {
  const since = addDays(moscowDay(now), -PAST_DAYS);
  const { rows } = await sql<PastOrders & { nmId: number }>`
    SELECT asked.nm_id AS "nmId", count(placed.day)::int AS count, count(DISTINCT placed.day)::int AS "dayCount",
      max(placed.day) AS "lastDay"
    FROM unnest(
        ${goods.map(({ nmId }) => nmId)}::bigint[],
        ${goods.map(({ priceKopecks }) => Math.ceil((priceKopecks * (100 - NEAR_PERCENT)) / 100))}::bigint[],
        ${goods.map(({ priceKopecks }) => Math.floor((priceKopecks * (100 + NEAR_PERCENT)) / 100))}::bigint[]
      ) AS asked (nm_id, low, high)
    LEFT JOIN orders placed ON placed.account_id = ${accountId} AND placed.nm_id = asked.nm_id
      AND placed.shop_id = ${shopId} AND placed.day >= ${since} AND NOT placed.is_cancel
      AND placed.price_with_disc_kopecks BETWEEN asked.low AND asked.high
    GROUP BY asked.nm_id`.execute(db);
  return new Map(rows.map(({ nmId, ...past }) => [nmId, past]));
}
