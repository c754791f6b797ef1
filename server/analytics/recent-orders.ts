import { sql, type RawBuilder } from 'kysely';
import { RECENT_ORDER_DAYS } from '#contract/recent-orders.ts';
import type { Db } from '#server/db/database.ts';
import { addDays, moscowDay, type Day } from './moscow-days.ts';

interface RecentOrders {
  cardId: number;
  orders: number;
}

/**
 * How often each of the cards was ordered in the last days, in all its shops. Without a card that is not the account's, and
 * without one in whose shops nobody has read orders yet: none is not the same as not known.
 */
export async function findRecentOrders(
  db: Db,
  accountId: number,
  cardIds: readonly number[],
  now = new Date(),
): Promise<RecentOrders[]> {
  const { rows } = await countedOrders(accountId, cardIds, moscowDay(now)).execute(db);
  return rows.flatMap(({ cardId, orders }) => (orders === null ? [] : [{ cardId, orders }]));
}

/** The number that the list shows, and the same that it is sorted by (`count-recent-orders.ts`), by card; null: not known. */
export function countedOrders(
  accountId: number,
  cardIds: readonly number[],
  today: Day,
): RawBuilder<{ cardId: number; orders: number | null }> {
  // One card after another by its number: a plan that knows too little may read all of the account for each of them.
  return sql<{ cardId: number; orders: number | null }>`
    SELECT asked.id AS "cardId", counted.orders
    FROM unnest(${[...cardIds]}::bigint[]) AS asked (id) CROSS JOIN LATERAL (
      SELECT sum((
        SELECT count(*) FROM orders
        WHERE orders.account_id = ${accountId} AND orders.nm_id = listed.nm_id AND orders.shop_id = listed.shop_id
          AND orders.day BETWEEN ${addDays(today, 1 - RECENT_ORDER_DAYS)} AND ${today}
      ))::int AS orders
      FROM (SELECT * FROM shop_cards WHERE card_id = asked.id OFFSET 0) listed
      JOIN sync_cursors cursor ON cursor.account_id = listed.account_id AND cursor.shop_id = listed.shop_id
        AND cursor.kind = 'orders' AND cursor.synced_at IS NOT NULL
      WHERE listed.account_id = ${accountId} AND listed.nm_id IS NOT NULL
      OFFSET 0
    ) counted
    ORDER BY asked.id`;
}
